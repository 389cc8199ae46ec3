import { expect, it } from 'vitest'
import { CalendarEvents } from '../support/event-bodies.ts'
import { answersIn, invite, people } from '../support/guests.ts'
import { newsOf, toldIn } from '../support/outbox.ts'
import { mondayStarts, mondays } from '../support/series-bodies.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'
import { admin, administrator } from './admin-fixture.ts'

/** Somebody is invited to an event and to a series by a calendar. */
async function invited(events: CalendarEvents, guest: CalendarEvents) {
  const single = await events.make(invite(guest))
  const series = await events.make({ ...mondays, ...invite(guest) })
  await events.patch(`${series.id}_${mondayStarts[1]}`, { summary: 'Special' })
  return { ids: [single.id, series.id], token: await guest.syncToken() }
}

async function expectCancelled(guest: CalendarEvents, told: { ids: string[]; token: string }) {
  expect((await guest.list()).items).toEqual([])
  const changed = await guest.changedSince(told.token)
  expect(changed).toEqual(expect.arrayContaining(told.ids))
  for (const id of told.ids) {
    expect(await guest.read(id)).toMatchObject({ status: 'cancelled' })
  }
}

onServers('invitations of what is gone', (site) => {
  it('end with the calendar that has organized them', async () => {
    const [ann, bob] = await people(site, 2)
    const { calendar, path } = await ann!.user.newCalendar()
    const told = await invited(new CalendarEvents(ann!.user, calendar.id!), bob!)
    expect((await ann!.user.delete(path)).status).toBe(204)
    await expectCancelled(bob!, told)
  })

  it('end when the calendar is cleared, which can invite to the same again', async () => {
    const [ann, bob] = await people(site, 2)
    const told = await invited(ann!, bob!)
    expect((await ann!.user.post('/calendars/primary/clear')).status).toBe(204)
    await expectCancelled(bob!, told)
  })

  it('end with their user, and do not block a later user', async () => {
    const [ann, bob] = await people(site, 2)
    const told = await invited(ann!, bob!)
    const boss = await administrator(site.place, site.server)
    expect((await boss.delete(`${admin}/users/${ann!.calendarId}`)).status).toBe(204)
    await expectCancelled(bob!, told)
  })

  it('are declined when the calendar of an attendee is cleared, and do not return', async () => {
    const [ann, bob, eve] = await people(site, 3)
    const single = await ann!.make(invite(bob!, eve!))
    const series = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
    const other = await ann!.make({ ...mondays, ...invite(eve!) })
    const [special, alone] = [
      `${series.id}_${mondayStarts[1]}`,
      `${other.id}_${mondayStarts[1]}`,
    ] as const
    for (const id of [special, alone]) await ann!.patch(id, invite(bob!, eve!))
    const deleted = await ann!.make(invite(bob!, eve!))
    await bob!.delete(deleted.id)
    const own = await bob!.make(invite(eve!))
    expect((await bob!.user.post('/calendars/primary/clear')).status).toBe(204)
    expect((await bob!.list()).items).toEqual([])
    expect((await bob!.get(own.id)).status).toBe(404)
    const invitations = [single.id, series.id, special, alone, deleted.id]
    for (const id of invitations) {
      expect(answersIn(await ann!.read(id))).toMatchObject({ [bob!.calendarId]: 'declined' })
      expect(answersIn(await eve!.read(id))).toMatchObject({ [bob!.calendarId]: 'declined' })
    }
    for (const id of invitations) await ann!.patch(id, { summary: 'Dinner' })
    expect((await bob!.list('?singleEvents=true')).items).toEqual([])
    // Whoever is asked again is invited again.
    await ann!.patch(single.id, invite(bob!, eve!))
    expect((await bob!.list()).items).toMatchObject([{ id: single.id, status: 'confirmed' }])
  })

  it('leave nothing wrong behind', async () => {
    const { stdout } = await runAlmanac(['check'], site.place.environment)
    expect(stdout).toBe('No problems found.\n')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are all declined, in any quantity', async () => {
    const [ann, bob] = await people(site, 2)
    const numbers = Array.from({ length: 45 }, (_, number) => number)
    const events = []
    for (const _ of numbers) events.push(await ann!.make(invite(bob!)))
    expect((await bob!.user.post('/calendars/primary/clear')).status).toBe(204)
    const { items } = await ann!.list()
    expect(items.map(answersIn)).toEqual(events.map(() => ({ [bob!.calendarId]: 'declined' })))
  })

  it('are kept when a clear is refused', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    const path = '/calendars/primary/clear'
    const refused = await bob!.user.post(path, undefined, { 'If-Match': '"other"' })
    expect(refused.status).toBe(412)
    expect(await ann!.read(event.id)).toEqual(event)
    expect((await bob!.read(event.id)).status).toBe('confirmed')
  })

  it('of organizers elsewhere are declined by mail when a calendar is cleared', async () => {
    const [bob] = await people(site, 1)
    const imported = async (year: number) => {
      const iCalUID = `cleared-${year}-${bob!.calendarId}`
      const start = { dateTime: `${year}-05-04T10:00:00Z` }
      const end = { dateTime: `${year}-05-04T11:00:00Z` }
      const body = { iCalUID, start, end, organizer: { email: zoe }, ...invite(bob!) }
      expect((await bob!.user.post(`${bob!.path}/import`, body)).status).toBe(200)
      return iCalUID
    }
    const zoe = 'zoe@elsewhere.test'
    const [past, coming] = [await imported(2001), await imported(2101)]
    expect((await bob!.user.post('/calendars/primary/clear')).status).toBe(204)
    expect(toldIn(await newsOf(site, coming))).toEqual([[zoe, 'REPLY', 'Declined']])
    expect(await newsOf(site, past)).toEqual([])
  })
})
