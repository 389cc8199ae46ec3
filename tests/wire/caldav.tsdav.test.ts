import { createDAVClient, type DAVCalendar } from 'tsdav'
import { expect, it } from 'vitest'
import { ics, vevent } from '../support/caldav.ts'
import { send } from '../support/http.ts'
import { eventsOf, walk } from '../support/imported-events.ts'
import { onEmbedded } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

onEmbedded('tsdav', (site) => {
  async function connected(user: WireUser) {
    const { json } = await send(`${site.base}/almanac/v1/users/me/appPasswords`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}` },
      body: { name: 'tsdav' },
    })
    return createDAVClient({
      serverUrl: `${site.base}/caldav/`,
      credentials: { username: user.email, password: String(json.password) },
      authMethod: 'Basic',
      defaultAccountType: 'caldav',
    })
  }

  const lunch = (summary: string) =>
    ics(
      vevent(
        'UID:lunch@program.test',
        'DTSTART:20260504T100000Z',
        'DTEND:20260504T110000Z',
        `SUMMARY:${summary}`,
      ),
    )

  it('creates, reads, changes, finds and deletes events that the API shows', async () => {
    const user = await site.user()
    const client = await connected(user)
    const calendar = (await client.fetchCalendars()).find(
      ({ displayName }) => displayName === user.email,
    )!
    expect(calendar.components).toEqual(['VEVENT'])
    const created = await client.createCalendarObject({
      calendar,
      filename: 'lunch.ics',
      iCalString: lunch('Lunch'),
    })
    expect(created.status).toBe(201)
    const timeRange = { start: '2026-05-01T00:00:00Z', end: '2026-06-01T00:00:00Z' }
    const [object] = await client.fetchCalendarObjects({ calendar, timeRange })
    expect(object!.data).toContain('SUMMARY:Lunch')
    const data = lunch('Late lunch')
    const changed = await client.updateCalendarObject({ calendarObject: { ...object!, data } })
    expect(changed.status).toBe(204)
    const { items } = await walk(user, eventsOf('primary'))
    expect(items.map(({ summary }) => summary)).toEqual(['Late lunch'])
    const stale = await client.deleteCalendarObject({ calendarObject: object! })
    expect(stale.status).toBe(412)
    const [latest] = await client.fetchCalendarObjects({ calendar })
    expect((await client.deleteCalendarObject({ calendarObject: latest! })).status).toBe(204)
    expect((await walk(user, eventsOf('primary'))).items).toEqual([])
  })

  it('creates calendars, and synchronizes what the API changes', async () => {
    const user = await site.user()
    const client = await connected(user)
    const [primary] = await client.fetchCalendars()
    const { href: url } = new URL('../club/', primary!.url)
    await client.makeCalendar({ url, props: { displayname: 'Club' } })
    const find = async (): Promise<DAVCalendar> =>
      (await client.fetchCalendars()).find(({ displayName }) => displayName === 'Club')!
    const before = await find()
    expect(before.url).toContain('/club/')
    const listed = await walk(user, '/users/me/calendarList')
    const { id } = listed.items.find(({ summary }) => summary === 'Club')!
    const times = {
      start: { dateTime: '2026-05-04T10:00:00Z' },
      end: { dateTime: '2026-05-04T11:00:00Z' },
    }
    await user.post(eventsOf(String(id)), { summary: 'Training', ...times })
    const synced = await client.smartCollectionSync({
      collection: { ...before, objects: [], objectMultiGet: client.calendarMultiGet },
      method: 'webdav',
      detailedResult: true,
    })
    const [object] = synced.objects.created
    expect(object!.data).toContain('SUMMARY:Training')
    const { ctag } = await find()
    expect(ctag).not.toBe(before.ctag)
  })
})
