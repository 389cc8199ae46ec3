import { expect, it } from 'vitest'
import type { WireBody } from '../support/http.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbedded } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

// It is written in Python: every call names `alt=json`, and times are written with an offset.
const headers = { 'Accept-Encoding': 'identity', 'X-Goog-Api-Client': 'gdcl/2.1 gl-python/3.12' }

onEmbedded('a terminal calendar', (site) => {
  const callsOf = (user: WireUser) => {
    const call = async (method: string, path: string, body?: object): Promise<WireBody> => {
      const sign = path.includes('?') ? '&' : '?'
      const reply = await user.call(`${path}${sign}alt=json`, { method, body, headers })
      expect([200, 204], reply.text).toContain(reply.status)
      return reply.status === 204 ? {} : reply.json
    }
    const events = `/calendars/${encodeURIComponent(user.email)}/events`
    return { call, events }
  }

  const window =
    'timeMin=2026-05-27T00%3A00%3A00%2B02%3A00&timeMax=2026-06-10T00%3A00%3A00%2B02%3A00'

  it('lists calendars, shows an agenda, adds, searches, edits and deletes', async () => {
    const user = await site.user()
    const { call, events } = callsOf(user)

    const calendars = await call('GET', '/users/me/calendarList')
    expect(calendars.items).toMatchObject([{ id: user.email, accessRole: 'owner' }])
    expect(calendars).not.toHaveProperty('nextPageToken')

    const agenda = async () => {
      const { items } = await call('GET', `${events}?${window}&singleEvents=true`)
      for (const item of items!) {
        expect(item).toMatchObject({ start: expect.anything(), end: expect.anything() })
      }
      return items!.map(({ summary }) => summary)
    }
    expect(await agenda()).toEqual([])

    const text = encodeURIComponent('Dinner 2026-05-28 19:00')
    const added = await call('POST', `${events}/quickAdd?text=${text}`)
    const reminders = { useDefault: false, overrides: [{ minutes: 10, method: 'popup' }] }
    const reminded = await call('PATCH', `${events}/${added.id}`, { reminders })
    expect(reminded).toMatchObject({ summary: 'Dinner', reminders })

    const review = await call('POST', events, {
      summary: 'Planning review',
      location: 'Room 5',
      description: 'Bring numbers',
      start: { dateTime: '2026-05-29T09:00:00+02:00', timeZone: 'Europe/Berlin' },
      end: { dateTime: '2026-05-29T10:30:00+02:00', timeZone: 'Europe/Berlin' },
      attendees: [{ email: 'colleague@example.com' }],
      reminders,
    })
    expect(await agenda()).toEqual(['Dinner', 'Planning review'])

    const found = await call('GET', `${events}?singleEvents=true&q=planning&${window}`)
    expect(found.items).toEqual([review])

    const edited = await call('PATCH', `${events}/${review.id}`, {
      summary: 'Review',
      start: { date: '2026-06-01', dateTime: null, timeZone: null },
      end: { date: '2026-06-02', dateTime: null, timeZone: null },
    })
    expect(edited).toMatchObject({ summary: 'Review', start: { date: '2026-06-01' } })
    expect(edited.start).toEqual({ date: '2026-06-01' })

    await call('DELETE', `${events}/${added.id}`)
    expect(await agenda()).toEqual(['Review'])
  })

  it('imports a file: with an identifier if it is a guest, else as an event of its own', async () => {
    const user = await site.user()
    const { call, events } = callsOf(user)
    const times = {
      start: { dateTime: '2026-05-28T10:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2026-05-28T11:00:00Z', timeZone: 'UTC' },
    }
    const invitation = {
      ...times,
      summary: 'Invited',
      iCalUID: 'invited@elsewhere.example',
      organizer: { email: 'boss@elsewhere.example' },
      attendees: [{ email: user.email, responseStatus: 'needsAction' }],
    }
    const imported = await call('POST', `${events}/import`, invitation)
    expect(imported.organizer).toEqual({ email: 'boss@elsewhere.example' })
    expect((await call('POST', `${events}/import`, invitation)).id).toBe(imported.id)

    const own = { ...times, summary: 'Own', iCalUID: 'own@elsewhere.example' }
    await call('POST', events, own)
    // It counts this answer as an event that it need not import again.
    const again = await user.post(`${events}?alt=json`, own, headers)
    expectRefusal(again, { status: 409, reason: 'duplicate' })
    const { items } = await call('GET', `${events}?singleEvents=true&${window}`)
    expect(items!.map(({ summary }) => summary).sort()).toEqual(['Invited', 'Own'])
  })
})
