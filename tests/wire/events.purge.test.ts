import { afterEach, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import {
  eventsOf,
  hourOn,
  newEvent,
  swept,
  syncTokenOf,
  told,
  walk,
} from '../support/imported-events.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers, type ServerSite } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

// Time is moved here, so no other test may share the server.
onServers('a deleted event', (site) => {
  const turnClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
  const advance = (duration: string) => turnClock({ advance: duration })
  afterEach(() => turnClock({ reset: true }))

  const forgotten = (user: WireUser, path: string) =>
    until(
      () => user.get(path),
      ({ status }) => status === 404,
    )

  it('can be read until no sync token can ask for it, and then its id is free', async () => {
    const user = await site.user()
    const event = await newEvent(user, { id: 'sameid' })
    const stays = await newEvent(user)
    const path = `${eventsOf()}/${event.id}`
    expect((await user.delete(path)).status).toBe(204)
    await advance('P29D')
    expect((await user.get(path)).json).toMatchObject({ id: event.id, status: 'cancelled' })
    const early = await user.post(eventsOf(), { id: event.id, ...hourOn(4) })
    expectRefusal(early, { status: 409, reason: 'duplicate' })
    await advance('P3D')
    expectRefusal(await forgotten(user, path), notFound)
    expectRefusal(await user.delete(path), notFound)
    expect((await walk(user, eventsOf(), { showDeleted: 'true' })).items).toEqual([stays])
    expect((await user.post(eventsOf(), { id: event.id, ...hourOn(4) })).status).toBe(200)
  })

  it('is reported to every valid sync token', async () => {
    const user = await site.user()
    const event = await newEvent(user)
    const token = await syncTokenOf(user)
    await user.delete(`${eventsOf()}/${event.id}`)
    await advance('P29D')
    expect(await told(user, 'primary', token)).toEqual({ [event.id]: 'cancelled' })
    await advance('P2D')
    expectRefusal(await user.get(`${eventsOf()}?syncToken=${token}`), {
      status: 410,
      reason: 'fullSyncRequired',
      location: 'syncToken',
    })
  })

  it('that was restored in time is not deleted', async () => {
    const user = await site.user()
    const [event, other] = [await newEvent(user), await newEvent(user)]
    const path = `${eventsOf()}/${event.id}`
    for (const { id } of [event, other]) await user.delete(`${eventsOf()}/${id}`)
    await advance('P20D')
    expect((await user.patch(path, { status: 'confirmed' })).status).toBe(200)
    await advance('P12D')
    await forgotten(user, `${eventsOf()}/${other.id}`)
    expect((await user.get(path)).json.status).toBe('confirmed')
  })

  it('deletes its exceptions with it, and keeps the cancelled instances of other series', async () => {
    const user = await site.user()
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=3']
    const [goes, stays] = [
      await newEvent(user, { recurrence }),
      await newEvent(user, { recurrence }),
    ]
    const second = ({ id }: { id: string }) => `${eventsOf()}/${id}_20260505T100000Z`
    await user.patch(second(goes), { summary: 'Other' })
    await user.delete(second(stays))
    await user.delete(`${eventsOf()}/${goes.id}`)
    await advance('P32D')
    await forgotten(user, `${eventsOf()}/${goes.id}`)
    expectRefusal(await user.get(second(goes)), notFound)
    const { items } = await walk(user, `${eventsOf()}/${stays.id}/instances`)
    expect(items).toHaveLength(2)
    await expectNothingWrong(site)
  })
})

onServers('what a calendar leaves behind', (site) => {
  // More than one transaction of the sweep removes.
  const count = 600
  const batchSize = 300

  async function fill(user: WireUser, calendarId: string, wanted = count): Promise<void> {
    for (let from = 0; from < wanted; from += batchSize) {
      const length = Math.min(batchSize, wanted - from)
      const calls = Array.from({ length }, (_, number) => ({
        method: 'POST',
        path: `${site.paths.calendar}${eventsOf(calendarId)}`,
        body: { id: `even${10_000 + from + number}`, ...hourOn(4) },
      }))
      for (const { status, text } of await as(site.base, user.token).batch(calls)) {
        expect(status, text).toBe(200)
      }
    }
  }

  it('when it is cleared is swept, and its ids are free at once', async () => {
    const user = await site.user()
    await fill(user, 'primary')
    expect(await walk(user, eventsOf(), { maxResults: '2500' })).toMatchObject({
      items: { length: count },
    })
    expect((await user.post('/calendars/primary/clear')).status).toBe(204)
    expect((await walk(user, eventsOf(), { showDeleted: 'true' })).items).toEqual([])
    expectRefusal(await user.get(`${eventsOf()}/even10000`), notFound)
    await fill(user, 'primary', 10)
    await swept(site.base)
    expect((await walk(user, eventsOf())).items).toHaveLength(10)
  })

  it('when it is deleted is swept, and other calendars keep what they have', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar()
    const kept = await newEvent(user)
    await fill(user, calendar.id!)
    expect((await user.delete(path)).status).toBe(204)
    expectRefusal(await user.get(`${eventsOf(calendar.id)}/even10000`), notFound)
    await swept(site.base)
    expect((await walk(user, eventsOf())).items).toEqual([kept])
    await expectNothingWrong(site)
  })
})

async function expectNothingWrong({ place }: ServerSite): Promise<void> {
  const { stdout } = await runAlmanac(['check'], place.environment)
  expect(stdout).toBe('No problems found.\n')
}
