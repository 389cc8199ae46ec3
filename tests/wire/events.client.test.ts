import { expect, it } from 'vitest'
import {
  discoveredClient,
  officialClient,
  thrown,
  withHeaders,
} from '../support/calendar-client.ts'
import { day, hour } from '../support/event-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

// The generated client has its paths built in; it learns others from the description alone.
const clientsFor = async (user: WireUser) =>
  user.paths.calendar === '/calendar/v3'
    ? [officialClient(user), await discoveredClient(user)]
    : [await discoveredClient(user)]

onEveryEngine('events through the official client', (site) => {
  it('are created, read, changed, deleted and restored', async () => {
    const user = await site.user()
    for (const client of await clientsFor(user)) {
      const calendarId = 'primary'
      const { data: made } = await client.events.insert({
        calendarId,
        requestBody: { summary: 'Lunch', location: 'Bern', ...hour },
      })
      const eventId = made.id!
      expect(made).toMatchObject({ kind: 'calendar#event', summary: 'Lunch', status: 'confirmed' })
      expect((await client.events.get({ calendarId, eventId })).data).toEqual(made)
      const { data: listed } = await client.events.list({ calendarId })
      expect(listed.items).toEqual([made])

      const { data: patched } = await client.events.patch({
        calendarId,
        eventId,
        requestBody: { description: 'Bring papers' },
      })
      expect(patched).toMatchObject({ location: 'Bern', description: 'Bring papers' })
      const { data: put } = await client.events.update({
        calendarId,
        eventId,
        requestBody: { summary: 'Bare', ...day },
      })
      expect(put).toMatchObject({ summary: 'Bare', ...day, sequence: 1 })
      expect(put).not.toHaveProperty('location')

      expect((await client.events.delete({ calendarId, eventId })).status).toBe(204)
      const { data: gone } = await client.events.get({ calendarId, eventId })
      expect(gone.status).toBe('cancelled')
      const again = client.events.delete({ calendarId, eventId })
      await expect(again).rejects.toMatchObject(thrown(410, 'deleted'))
      const requestBody = { status: 'confirmed' }
      const { data: back } = await client.events.patch({ calendarId, eventId, requestBody })
      expect(back).toMatchObject({ summary: 'Bare', status: 'confirmed' })
      await client.events.delete({ calendarId, eventId })
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('accept guests, conferences, attachments and properties with their flags', async () => {
    const user = await site.user()
    for (const client of await clientsFor(user)) {
      const { data } = await client.events.insert({
        calendarId: 'primary',
        conferenceDataVersion: 1,
        supportsAttachments: true,
        maxAttendees: 5,
        sendUpdates: 'none',
        requestBody: {
          ...hour,
          attendees: [{ email: 'bob@elsewhere.test', responseStatus: 'accepted' }],
          conferenceData: {
            createRequest: { requestId: 'one', conferenceSolutionKey: { type: 'hangoutsMeet' } },
          },
          attachments: [{ fileUrl: 'https://example.com/plan.pdf' }],
          extendedProperties: { private: { ticket: '7' } },
          reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
        },
      })
      expect(data).toMatchObject({
        attendees: [{ email: 'bob@elsewhere.test', responseStatus: 'accepted' }],
        attachments: [{ fileUrl: 'https://example.com/plan.pdf' }],
        extendedProperties: { private: { ticket: '7' } },
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
      })
      expect(data.hangoutLink).toBe(data.conferenceData?.entryPoints?.[0]?.uri)
    }
  })

  it('are inserted once by an id of their own, and found by it later', async () => {
    const user = await site.user()
    for (const [index, client] of (await clientsFor(user)).entries()) {
      const requestBody = { id: `chosen${index}`, ...hour }
      await client.events.insert({ calendarId: 'primary', requestBody })
      const second = client.events.insert({ calendarId: 'primary', requestBody })
      await expect(second).rejects.toMatchObject(thrown(409, 'duplicate'))
      const found = client.events.get({ calendarId: 'primary', eventId: requestBody.id })
      expect((await found).data.id).toBe(requestBody.id)
    }
  })

  it('are guarded by the etag that was read', async () => {
    const user = await site.user()
    for (const client of await clientsFor(user)) {
      const calendarId = 'primary'
      const { data: made } = await client.events.insert({ calendarId, requestBody: hour })
      const eventId = made.id!
      await client.events.patch({ calendarId, eventId, requestBody: { summary: 'First' } })
      const second = { calendarId, eventId, requestBody: { summary: 'Second' } }
      const late = client.events.patch(withHeaders(second, { 'If-Match': made.etag! }))
      await expect(late).rejects.toMatchObject(thrown(412, 'conditionNotMet'))
      const { data: current } = await client.events.get({ calendarId, eventId })
      expect(current.summary).toBe('First')
      const known = { 'If-None-Match': current.etag! }
      const again = await client.events.get(withHeaders({ calendarId, eventId }, known))
      expect(again.status).toBe(304)
    }
  })

  it('are refused with a reason that programs can read', async () => {
    const user = await site.user()
    for (const client of await clientsFor(user)) {
      const calendarId = 'primary'
      const endless = client.events.insert({ calendarId, requestBody: { start: hour.start } })
      await expect(endless).rejects.toThrow('Missing end time.')
      await expect(endless).rejects.toMatchObject(thrown(400, 'required'))
      const missing = client.events.get({ calendarId, eventId: 'nosuchevent' })
      await expect(missing).rejects.toMatchObject(thrown(404, 'notFound'))
    }
  })
})
