import { expect, it } from 'vitest'
import { discoveredClient, officialClient, thrown } from '../support/calendar-client.ts'
import { hourOn, threeDays } from '../support/imported-events.ts'
import type { calendar_v3 } from '../support/official-clients.ts'
import { onEverySite } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

type Events = calendar_v3.Schema$Events

const calendarId = 'primary'

// The generated client has its paths built in; it learns others from the description alone.
const clientFor = async (user: WireUser) =>
  user.paths.calendar === '/calendar/v3' ? officialClient(user) : await discoveredClient(user)

/** Walks a list as the guides say: page by page, and with the last token from then on. */
async function synced(
  client: calendar_v3.Calendar,
  params: calendar_v3.Params$Resource$Events$List,
): Promise<{ items: calendar_v3.Schema$Event[]; syncToken: string }> {
  const items: calendar_v3.Schema$Event[] = []
  let pageToken: string | undefined
  for (;;) {
    const { data }: { data: Events } = await client.events.list({
      ...params,
      ...(pageToken !== undefined && { pageToken }),
    })
    items.push(...(data.items ?? []))
    if (!data.nextPageToken) return { items, syncToken: data.nextSyncToken! }
    pageToken = data.nextPageToken
  }
}

onEverySite('the official client', (site) => {
  it('inserts, reads, changes and deletes events', async () => {
    const client = await clientFor(await site.user())
    const { data: made } = await client.events.insert({
      calendarId,
      sendUpdates: 'none',
      requestBody: { summary: 'Talk', ...hourOn(4), attendees: [{ email: 'guest@example.com' }] },
    })
    const eventId = made.id!
    expect((await client.events.get({ calendarId, eventId })).data).toEqual(made)
    const patch = { calendarId, eventId, requestBody: { location: 'Hall' } }
    expect((await client.events.patch(patch)).data).toMatchObject({ location: 'Hall' })
    const put = { calendarId, eventId, requestBody: { ...made, summary: 'Put' } }
    expect((await client.events.update(put)).data).toMatchObject({ summary: 'Put' })
    expect((await client.events.delete({ calendarId, eventId })).status).toBe(204)
    const again = client.events.delete({ calendarId, eventId })
    await expect(again).rejects.toMatchObject(thrown(410, 'deleted'))
  })

  it('imports an invitation and updates it', async () => {
    const user = await site.user()
    const client = await clientFor(user)
    const requestBody = {
      iCalUID: 'talk@elsewhere.example',
      summary: 'Talk',
      organizer: { email: 'boss@elsewhere.example' },
      attendees: [{ email: user.email }],
      sequence: 1,
      ...hourOn(4),
    }
    const { data } = await client.events.import({ calendarId, requestBody })
    expect(data.organizer).toEqual({ email: 'boss@elsewhere.example' })
    const later = { ...requestBody, summary: 'Later', sequence: 2 }
    const { data: next } = await client.events.import({ calendarId, requestBody: later })
    expect([next.id, next.summary]).toEqual([data.id, 'Later'])
    const stale = client.events.import({ calendarId, requestBody })
    await expect(stale).rejects.toThrow(/^Invalid sequence value\./)
    const { data: found } = await client.events.list({ calendarId, iCalUID: data.iCalUID! })
    expect(found.items).toEqual([next])
  })

  it('moves an event', async () => {
    const client = await clientFor(await site.user())
    const { data: other } = await client.calendars.insert({ requestBody: { summary: 'Work' } })
    const { data: event } = await client.events.insert({ calendarId, requestBody: hourOn(4) })
    const eventId = event.id!
    const destination = other.id!
    const { data: moved } = await client.events.move({ calendarId, eventId, destination })
    expect(moved).toMatchObject({ id: eventId, organizer: { email: destination, self: true } })
    const { data: stub } = await client.events.get({ calendarId, eventId })
    expect(stub.status).toBe('cancelled')
  })

  it('adds an event by a sentence', async () => {
    const client = await clientFor(await site.user())
    const text = 'Dinner with Sam on 2030-05-28 at 7pm'
    const { data } = await client.events.quickAdd({ calendarId, text })
    expect(data).toMatchObject({ summary: 'Dinner with Sam' })
    expect(Date.parse(data.start!.dateTime!)).toBe(Date.parse('2030-05-28T19:00:00Z'))
    const silent = client.events.quickAdd({ calendarId, text: ' ' })
    await expect(silent).rejects.toMatchObject(thrown(400, 'required'))
  })

  it('reads the instances of a series page by page', async () => {
    const client = await clientFor(await site.user())
    const requestBody = { summary: 'Daily', ...threeDays }
    const { data: series } = await client.events.insert({ calendarId, requestBody })
    const ids: unknown[] = []
    let pageToken: string | undefined
    do {
      const { data }: { data: Events } = await client.events.instances({
        calendarId,
        eventId: series.id!,
        maxResults: 2,
        ...(pageToken !== undefined && { pageToken }),
      })
      ids.push(...(data.items ?? []).map(({ id }) => id))
      pageToken = data.nextPageToken ?? undefined
    } while (pageToken !== undefined)
    expect(ids).toEqual([4, 5, 6].map((day) => `${series.id}_2026050${day}T100000Z`))
  })

  it('follows a calendar, and starts over after a 410', async () => {
    const user = await site.user()
    const client = await clientFor(user)
    const insert = async (day: number) =>
      (await client.events.insert({ calendarId, requestBody: hourOn(day) })).data.id!
    const ids: string[] = []
    for (let day = 1; day <= 7; day++) ids.push(await insert(day))
    const full = await synced(client, { calendarId, maxResults: 3 })
    expect(full.items.map(({ id }) => id).sort()).toEqual(ids.toSorted())

    await client.events.delete({ calendarId, eventId: ids[0]! })
    const added = await insert(8)
    const { syncToken } = full
    const changes = await synced(client, { calendarId, syncToken, maxResults: 1 })
    expect(changes.items.map(({ id, status }) => [id, status])).toEqual([
      [ids[0], 'cancelled'],
      [added, 'confirmed'],
    ])
    const none = await synced(client, { calendarId, syncToken: changes.syncToken })
    expect(none.items).toEqual([])

    await client.calendars.clear({ calendarId })
    const late = synced(client, { calendarId, syncToken: none.syncToken })
    await expect(late).rejects.toMatchObject(thrown(410, 'fullSyncRequired'))
    expect((await synced(client, { calendarId })).items).toEqual([])
  })
})
