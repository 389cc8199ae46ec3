import { expect, it } from 'vitest'
import { importEvent } from '../support/imported-events.ts'
import {
  at,
  daily,
  days,
  done,
  type EventCalendar,
  eventCalendar,
  moment,
  primaryCalendar,
} from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const week = { timeMin: moment('00:00'), timeMax: moment('00:00', '2026-05-11') }

type Answer = { readonly busy: { start: string; end: string }[]; readonly errors?: unknown }

async function answer({ owner, id }: EventCalendar, window: object = week): Promise<Answer> {
  const reply = await owner.post('/freeBusy', { ...window, items: [{ id }] })
  return (done(reply).calendars as Record<string, Answer>)[id]!
}

/** When the periods of a week begin. */
const starts = async (calendar: EventCalendar, window?: object) =>
  (await answer(calendar, window)).busy.map(({ start }) => start)

const tenOn = (...dates: number[]) => dates.map((date) => moment('10:00', `2026-05-0${date}`))

onEveryEngine('a series keeps a calendar busy', (site) => {
  it('with each of its instances', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add(daily())
    expect((await answer(calendar)).busy).toEqual(
      ['04', '05', '06'].map((date) => ({
        start: moment('10:00', `2026-05-${date}`),
        end: moment('11:00', `2026-05-${date}`),
      })),
    )
  })

  it('at the new start of a moved instance, and not at the original one', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add(daily(4))
    await calendar.patch(`${id}_20260505T100000Z`, at('15:00', '16:00', '2026-05-05'))
    await calendar.patch(`${id}_20260506T100000Z`, at('10:00', '11:00', '2026-06-20'))
    await calendar.patch(`${id}_20260507T100000Z`, days('2026-05-09', '2026-05-10'))
    expect((await answer(calendar)).busy).toEqual([
      { start: moment('10:00'), end: moment('11:00') },
      { start: moment('15:00', '2026-05-05'), end: moment('16:00', '2026-05-05') },
      { start: moment('22:00', '2026-05-08'), end: moment('22:00', '2026-05-09') },
    ])
    const june = { timeMin: '2026-06-20T00:00:00Z', timeMax: '2026-06-21T00:00:00Z' }
    expect(await starts(calendar, june)).toEqual([moment('10:00', '2026-06-20')])
  })

  it('until it is deleted, with all that differs from it', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add(daily())
    await calendar.patch(`${id}_20260505T100000Z`, at('15:00', '16:00', '2026-05-05'))
    expect(await starts(calendar)).toHaveLength(3)
    await calendar.remove(id)
    expect(await starts(calendar)).toEqual([])
  })

  it('with an instance that began years ago, unless that has been moved', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({
      start: { dateTime: '2020-01-01T00:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2028-01-01T00:00:00Z', timeZone: 'UTC' },
      recurrence: ['RRULE:FREQ=YEARLY;INTERVAL=20;COUNT=2'],
    })
    expect((await answer(calendar)).busy).toEqual([{ start: week.timeMin, end: week.timeMax }])
    await calendar.patch(`${id}_20200101T000000Z`, at('10:00', '11:00', '2020-01-01'))
    expect((await answer(calendar)).busy).toEqual([])
  })

  it('of all-day events by the midnights of the zone that the calendar has now', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ ...days('2026-05-05', '2026-05-06'), ...daily(1) })
    await calendar.add(days('2026-05-08', '2026-05-09'))
    const midnights = (time: string) => [moment(time, '2026-05-04'), moment(time, '2026-05-07')]
    expect(await starts(calendar)).toEqual(midnights('22:00'))
    await calendar.owner.patch(calendar.path, { timeZone: 'Asia/Tokyo' })
    expect(await starts(calendar)).toEqual(midnights('15:00'))
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('on the wall clock of its own zone', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({
      start: { dateTime: '2026-03-27T09:00:00', timeZone: 'Europe/Berlin' },
      end: { dateTime: '2026-03-27T10:00:00', timeZone: 'Europe/Berlin' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
    })
    const window = { timeMin: '2026-03-27T00:00:00Z', timeMax: '2026-04-01T00:00:00Z' }
    expect(await starts(calendar, window)).toEqual([
      '2026-03-27T08:00:00Z',
      '2026-03-28T08:00:00Z',
      '2026-03-29T07:00:00Z',
      '2026-03-30T07:00:00Z',
    ])
  })

  it('on a date that is listed before its start', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({
      ...at('10:00', '11:00', '2026-05-20'),
      recurrence: ['RDATE:20260504T100000Z', 'RRULE:FREQ=DAILY;COUNT=1'],
    })
    const window = { timeMin: '2026-05-01T00:00:00Z', timeMax: '2026-05-10T00:00:00Z' }
    expect(await starts(calendar, window)).toEqual(tenOn(4))
  })

  it('not with those that are taken out, by any way', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({
      recurrence: ['RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20260505T100000Z'],
    })
    await calendar.remove(`${id}_20260506T100000Z`)
    await calendar.patch(`${id}_20260507T100000Z`, { status: 'cancelled' })
    expect(await starts(calendar)).toEqual(tenOn(4, 8))
  })

  it('by the value of each instance', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add(daily())
    await calendar.patch(`${id}_20260505T100000Z`, { transparency: 'transparent' })
    expect(await starts(calendar)).toEqual(tenOn(4, 6))
    const free = await calendar.add({ ...daily(), transparency: 'transparent' })
    await calendar.patch(`${free.id}_20260505T100000Z`, { transparency: 'opaque' })
    expect(await starts(calendar)).toEqual(tenOn(4, 5, 6))
  })

  it('not with instances that were declined', async () => {
    const calendar = await primaryCalendar(site)
    const answered = (responseStatus: string) => ({
      attendees: [{ email: calendar.id, responseStatus }],
    })
    const { json } = await importEvent(calendar.owner, {
      organizer: { email: 'host@elsewhere.example' },
      ...daily(),
      ...answered('accepted'),
    })
    await calendar.patch(`${json.id}_20260505T100000Z`, answered('declined'))
    expect(await starts(calendar)).toEqual(tenOn(4, 6))
    await calendar.patch(json.id!, answered('declined'))
    await calendar.patch(`${json.id}_20260505T100000Z`, answered('accepted'))
    expect(await starts(calendar)).toEqual(tenOn(5))
  })

  it('until it ends, and no longer when it is trimmed', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ recurrence: ['RRULE:FREQ=DAILY'] })
    expect(await starts(calendar)).toHaveLength(7)
    await calendar.patch(id, { recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260505T235959Z'] })
    expect(await starts(calendar)).toEqual(tenOn(4, 5))
  })

  it('as one period if its instances overlap', async () => {
    const calendar = await eventCalendar(site)
    const { start } = at('10:00', '11:00', '2026-05-01')
    const { end } = at('10:00', '11:00', '2026-05-03')
    await calendar.add({ start, end, ...daily(5) })
    expect((await answer(calendar)).busy).toEqual([
      { start: week.timeMin, end: moment('11:00', '2026-05-07') },
    ])
  })

  it('with all-day events that began years ago, unless they have been taken out', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({
      ...days('2019-01-01', '2027-01-01'),
      recurrence: ['RRULE:FREQ=YEARLY;INTERVAL=20;COUNT=2'],
    })
    expect((await answer(calendar)).busy).toEqual([{ start: week.timeMin, end: week.timeMax }])
    await calendar.remove(`${id}_20190101`)
    expect((await answer(calendar)).busy).toEqual([])
  })

  it('of which an instance every minute is too much to look at for a year', async () => {
    const calendar = await eventCalendar(site)
    const all = (count: number) => Array.from({ length: count }, (_, index) => index).join()
    const { id } = await calendar.add({
      start: { dateTime: '2026-01-01T00:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2026-01-01T00:00:30Z', timeZone: 'UTC' },
      recurrence: [`RRULE:FREQ=DAILY;BYHOUR=${all(24)};BYMINUTE=${all(60)}`],
    })
    expect((await answer(calendar)).busy).toHaveLength(7 * 24 * 60)
    const year = { timeMin: '2026-01-01T00:00:00Z', timeMax: '2027-01-01T00:00:00Z' }
    expect(await answer(calendar, year)).toEqual({
      errors: [{ domain: 'global', reason: 'internalError' }],
      busy: [],
    })
    await calendar.remove(id)
    expect(await answer(calendar, year)).toEqual({ busy: [] })
  })
})
