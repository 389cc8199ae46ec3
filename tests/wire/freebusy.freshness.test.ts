import { describe, expect, it } from 'vitest'
import { importEvent, moveTo } from '../support/imported-events.ts'
import {
  at,
  daily,
  days,
  done,
  EventCalendar,
  eventCalendar,
  moment,
  primaryCalendar,
} from '../support/listed-events.ts'
import { type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { onEveryEngine } from '../support/sites.ts'
import { WireUser } from '../support/wire-user.ts'

const week = { timeMin: moment('00:00'), timeMax: moment('00:00', '2026-05-11') }

/** When the periods of the week begin. */
async function starts({ owner, id }: EventCalendar): Promise<string[]> {
  const reply = await owner.post('/freeBusy', { ...week, items: [{ id }] })
  const calendars = done(reply).calendars as Record<string, { busy: { start: string }[] }>
  return calendars[id]!.busy.map(({ start }) => start)
}

const ten = moment('10:00')
const originalStart = '20260505T100000Z'

onEveryEngine('an answer about free time', (site) => {
  /** Does one thing after the other to a calendar, and looks at it each time, twice. */
  async function expectAfter(
    calendar: EventCalendar,
    steps: readonly (readonly [() => Promise<unknown>, readonly string[]])[],
  ) {
    for (const [change, wanted] of steps) {
      await change()
      expect(await starts(calendar)).toEqual(wanted)
      expect(await starts(calendar)).toEqual(wanted)
    }
  }

  it('follows every change of an event at once', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add()
    const body = { summary: 'New', ...at('12:00', '13:00') }
    await expectAfter(calendar, [
      [() => calendar.patch(id, at('11:00', '12:00')), [moment('11:00')]],
      [() => calendar.patch(id, { transparency: 'transparent' }), []],
      [() => calendar.patch(id, { transparency: 'opaque' }), [moment('11:00')]],
      [() => calendar.owner.put(calendar.eventPath(id), body), [moment('12:00')]],
      [() => calendar.patch(id, days('2026-05-07', '2026-05-08')), [moment('22:00', '2026-05-06')]],
      [() => calendar.remove(id), []],
      [() => calendar.patch(id, { status: 'confirmed', ...at('10:00', '11:00') }), [ten]],
      [() => calendar.add(at('08:00', '09:00')), [moment('08:00'), ten]],
    ])
  })

  it('follows every change of a series at once', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add(daily(2))
    const [fifth, sixth] = [moment('10:00', '2026-05-05'), moment('10:00', '2026-05-06')]
    await expectAfter(calendar, [
      [
        () => calendar.patch(`${id}_${originalStart}`, at('10:00', '11:00', '2026-05-06')),
        [ten, sixth],
      ],
      [() => calendar.remove(`${id}_${originalStart}`), [ten]],
      [() => calendar.patch(`${id}_${originalStart}`, { status: 'confirmed' }), [ten, sixth]],
      [() => calendar.patch(id, daily(1)), [ten]],
      [() => calendar.patch(id, daily(3)), [ten, fifth, sixth]],
      [() => calendar.patch(id, { transparency: 'transparent' }), []],
    ])
  })

  it('follows what happens to the calendar as a whole', async () => {
    const calendar = await primaryCalendar(site)
    const { calendar: other } = await calendar.owner.newCalendar()
    const { id } = await calendar.add(days('2026-05-05', '2026-05-06'))
    const { owner } = calendar
    const wanted = (time: string) => [moment(time, '2026-05-04')]
    await expectAfter(calendar, [
      [async () => {}, wanted('22:00')],
      [() => owner.patch('/calendars/primary', { timeZone: 'Asia/Tokyo' }), wanted('15:00')],
      [() => moveTo(owner, id, { to: other.id! }), []],
      [() => importEvent(owner, {}), [ten]],
      [() => owner.post('/calendars/primary/clear'), []],
      [() => calendar.add(), [ten]],
    ])
    expect(await starts(new EventCalendar(owner, other.id!))).toHaveLength(1)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('keeps windows apart', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add(daily())
    const items = [{ id: calendar.id }]
    for (const timeMax of [moment('12:00'), moment('10:30'), moment('12:00'), moment('12:30')]) {
      const { calendars } = done(
        await calendar.owner.post('/freeBusy', { ...week, timeMax, items }),
      )
      const end = timeMax === moment('10:30') ? timeMax : moment('11:00')
      expect(calendars).toEqual({ [calendar.id]: { busy: [{ start: ten, end }] } })
    }
  })

  it('shows an instance that moves about in one place, never in two or none', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add(daily(2))
    let isDone = false
    const moving = (async () => {
      for (let round = 0; round < 40; round++) {
        // What is as its series says again is an exception no longer.
        if (round % 2 === 0)
          await calendar.patch(`${id}_${originalStart}`, at('15:00', '16:00', '2026-05-05'))
        else await calendar.patch(id, { ...at('10:00', '11:00'), ...daily(2), summary: `${round}` })
      }
    })().finally(() => {
      isDone = true
    })
    const seen = new Set<number>()
    while (!isDone) {
      const answers = await Promise.all([1, 2, 3].map(() => starts(calendar)))
      for (const each of answers) seen.add(each.length)
    }
    await moving
    expect([...seen]).toEqual([2])
  })
})

const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }

for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  describe(`free time through two processes on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    const shared = sharedServers(engine, { count: 2 })

    it('is what the other process has just written', async () => {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const who = await first.mint()
      const owner = new WireUser({ base: first.base, paths }, who)
      const { calendar } = await owner.newCalendar()
      const other = new WireUser({ base: second.base, paths }, who)
      const both = [owner, other].map((user) => new EventCalendar(user, calendar.id!))
      const { id } = await both[0]!.add()
      for (const each of both) expect(await starts(each)).toEqual([ten])
      for (let round = 0; round < 20; round++) {
        const [writer, reader] = [both[round % 2]!, both[(round + 1) % 2]!]
        const hour = `${round + 1}`.padStart(2, '0')
        await writer.patch(id, at(`${hour}:00`, `${hour}:30`))
        expect(await starts(reader)).toEqual([moment(`${hour}:00`)])
        expect(await starts(writer)).toEqual([moment(`${hour}:00`)])
      }
      await both[0]!.remove(id)
      expect(await starts(both[1]!)).toEqual([])
    })

    it('follows access that the other process has just changed', async () => {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const owner = new WireUser({ base: first.base, paths }, await first.mint())
      const guest = new WireUser({ base: second.base, paths }, await second.mint())
      const { calendar } = await owner.newCalendar()
      const own = new EventCalendar(owner, calendar.id!)
      for (const [role, error] of [
        ['freeBusyReader', undefined],
        ['none', [{ domain: 'global', reason: 'notFound' }]],
        ['reader', undefined],
      ] as const) {
        await own.share(guest, role)
        const reply = await guest.post('/freeBusy', { ...week, items: [{ id: own.id }] })
        const calendars = done(reply).calendars as Record<string, { errors?: unknown }>
        expect(calendars[own.id]!.errors).toEqual(error)
      }
    })
  })
}
