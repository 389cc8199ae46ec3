import { expect, it } from 'vitest'
import { eventCalendar, moment, type Query } from '../support/listed-events.ts'
import { onEmbedded } from '../support/sites.ts'

onEmbedded('the last page of a list of events', (site) => {
  // Scenario 70.
  it.each<Query>([
    {},
    { singleEvents: true },
    { maxResults: 1 },
    { showDeleted: true },
    { eventTypes: 'default' },
    { timeZone: 'Asia/Tokyo' },
    { maxAttendees: 1 },
    { showHiddenInvitations: true },
    { timeMin: moment('00:00') },
    { timeMax: moment('00:00') },
    { timeMin: moment('00:00'), timeMax: moment('12:00'), singleEvents: true },
  ])('has a token for %j', async (query) => {
    const calendar = await eventCalendar(site)
    for (let index = 0; index < 2; index++) await calendar.add()
    const pages = await calendar.walk(query)
    expect(pages.at(-1)!.nextSyncToken).toEqual(expect.any(String))
  })

  it.each<Query>([
    { orderBy: 'updated' },
    { orderBy: 'startTime', singleEvents: true },
    { q: 'x' },
    { iCalUID: 'x' },
    { updatedMin: new Date().toISOString() },
    { privateExtendedProperty: 'a=b' },
    { sharedExtendedProperty: 'a=b' },
  ])('has none for %j, which leaves out too much', async (query) => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const page = await calendar.list(query)
    expect(page).not.toHaveProperty('nextSyncToken')
    expect(page).not.toHaveProperty('nextPageToken')
  })
})
