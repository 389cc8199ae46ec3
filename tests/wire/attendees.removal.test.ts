import { expect, it } from 'vitest'
import { CalendarEvents } from '../support/event-bodies.ts'
import { invite, people } from '../support/guests.ts'
import { mondaySlots, mondays } from '../support/series-bodies.ts'
import { runAlmanac } from '../support/server.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

/** Somebody is invited to an event and to a series by a calendar. */
async function invited(events: CalendarEvents, guest: CalendarEvents) {
  const single = await events.make(invite(guest))
  const series = await events.make({ ...mondays, ...invite(guest) })
  await events.patch(`${series.id}_${mondaySlots[1]}`, { summary: 'Special' })
  return { ids: [single.id, series.id], token: await guest.syncToken() }
}

async function expectCancelled(
  site: Site,
  guest: CalendarEvents,
  told: { ids: string[]; token: string },
) {
  expect((await guest.list()).items).toEqual([])
  const changed = await guest.changedSince(told.token)
  expect(changed).toEqual(expect.arrayContaining(told.ids))
  for (const id of told.ids) {
    expect(await guest.read(id)).toMatchObject({ status: 'cancelled' })
  }
  const checked = await runAlmanac(['check'], site.place.environment)
  expect(checked.stdout).toBe('All is well.\n')
}

onEveryEngine('invitations of what is gone', (site) => {
  it('end with the calendar that has organized them', async () => {
    const [ann, bob] = await people(site, 2)
    const { calendar, path } = await ann!.user.newCalendar()
    const told = await invited(new CalendarEvents(ann!.user, calendar.id!), bob!)
    expect((await ann!.user.delete(path)).status).toBe(204)
    await expectCancelled(site, bob!, told)
  })

  it('end when the calendar is cleared, which can invite to the same again', async () => {
    const [ann, bob] = await people(site, 2)
    const told = await invited(ann!, bob!)
    expect((await ann!.user.post('/calendars/primary/clear')).status).toBe(204)
    await expectCancelled(site, bob!, told)
  })

  it('end with their user, and nobody is in the way of the next one', async () => {
    const [ann, bob] = await people(site, 2)
    const told = await invited(ann!, bob!)
    const removed = await runAlmanac(['user', 'delete', ann!.calendarId], site.place.environment)
    expect(removed.code).toBe(0)
    await expectCancelled(site, bob!, told)
  })

  it('stay on the list of the organizer when the guest has gone', async () => {
    const [ann, bob] = await people(site, 2)
    const event = await ann!.make(invite(bob!))
    expect((await bob!.user.post('/calendars/primary/clear')).status).toBe(204)
    expect((await bob!.get(event.id)).status).toBe(404)
    expect((await ann!.read(event.id)).attendees).toHaveLength(1)
    await ann!.patch(event.id, { summary: 'Dinner' })
    expect(await bob!.read(event.id)).toMatchObject({ summary: 'Dinner', status: 'confirmed' })
  })
})
