import { expect, it } from 'vitest'
import {
  discoveredClient,
  officialClient,
  thrown,
  withHeaders,
} from '../support/calendar-client.ts'
import type { calendar_v3 } from '../support/official-clients.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

// The generated client has its paths built in; it learns others from the description alone.
const clientFor = (user: WireUser) =>
  user.paths.calendar === '/calendar/v3' ? officialClient(user) : discoveredClient(user)

onEveryEngine('the official client', (site) => {
  it('creates, reads, changes and deletes a calendar', async () => {
    const user = await site.user()
    const client = await clientFor(user)
    const { data: made } = await client.calendars.insert({
      requestBody: { summary: 'Ops', timeZone: 'Europe/Zurich' },
    })
    const calendarId = made.id!
    expect(made).toMatchObject({ kind: 'calendar#calendar', summary: 'Ops', dataOwner: user.email })
    expect((await client.calendars.get({ calendarId })).data).toEqual(made)

    const { data: patched } = await client.calendars.patch({
      calendarId,
      requestBody: { description: 'On call' },
    })
    expect(patched).toMatchObject({ summary: 'Ops', description: 'On call' })
    const { data: put } = await client.calendars.update({
      calendarId,
      requestBody: { summary: 'Bare' },
    })
    expect(put).not.toHaveProperty('description')

    expect((await client.calendars.delete({ calendarId })).status).toBe(204)
    await expect(client.calendars.get({ calendarId })).rejects.toMatchObject({ status: 404 })
  })

  it('clears the primary calendar', async () => {
    const client = await clientFor(await site.user())
    expect((await client.calendars.clear({ calendarId: 'primary' })).status).toBe(204)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('reports reason and status of an error', async () => {
    const client = await clientFor(await site.user())
    const deleting = client.calendars.delete({ calendarId: 'primary' })
    await expect(deleting).rejects.toMatchObject(thrown(403, 'cannotDeletePrimaryCalendar'))
    const inserting = client.calendars.insert({ requestBody: {} })
    await expect(inserting).rejects.toThrow('Missing title.')
    await expect(inserting).rejects.toMatchObject(thrown(400, 'required'))
  })

  it('sends the etag that it read as a precondition', async () => {
    const client = await clientFor(await site.user())
    const calendarId = 'primary'
    const { data: read } = await client.calendars.get({ calendarId })
    await client.calendars.patch({ calendarId, requestBody: { summary: 'First' } })
    const second = { calendarId, requestBody: { summary: 'Second' } }
    const late = client.calendars.patch(withHeaders(second, { 'If-Match': read.etag! }))
    await expect(late).rejects.toMatchObject(thrown(412, 'conditionNotMet'))
    const { data: current } = await client.calendars.get({ calendarId })
    expect(current.summary).toBe('First')
    const again = client.calendars.get(
      withHeaders({ calendarId }, { 'If-None-Match': current.etag! }),
    )
    expect((await again).status).toBe(304)
  })

  it('asks for parts of an answer', async () => {
    const client = await clientFor(await site.user())
    const { data } = await client.calendars.insert({
      fields: 'summary',
      requestBody: { summary: 'Ops' },
    })
    expect(data).toEqual({ summary: 'Ops' })
  })

  it('reads colors and walks the settings page by page', async () => {
    const client = await clientFor(await site.user())
    expect((await client.colors.get()).data.calendar?.['14']?.background).toBe('#9fe1e7')
    const { data: zone } = await client.settings.get({ setting: 'timezone' })
    expect(zone).toMatchObject({ kind: 'calendar#setting', id: 'timezone', value: 'Etc/GMT' })
    expect(await allSettings(client)).toHaveLength(12)
  })
})

async function allSettings(client: calendar_v3.Calendar): Promise<calendar_v3.Schema$Setting[]> {
  const found: calendar_v3.Schema$Setting[] = []
  let pageToken: string | undefined
  do {
    const { data }: { data: calendar_v3.Schema$Settings } = await client.settings.list({
      maxResults: 5,
      ...(pageToken === undefined ? {} : { pageToken }),
    })
    found.push(...(data.items ?? []))
    pageToken = data.nextPageToken ?? undefined
  } while (pageToken !== undefined)
  return found
}
