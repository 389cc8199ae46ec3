import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const full = {
  summary: 'Ops',
  description: 'Who is on call',
  location: 'Bern',
  timeZone: 'Europe/Zurich',
  conferenceProperties: { allowedConferenceSolutionTypes: ['eventHangout'] },
}

onEveryEngine('updating calendars', (site) => {
  it('clears what a PUT omits', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(full)
    const reply = await user.put(path, { summary: 'Renamed' })
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      kind: 'calendar#calendar',
      etag: reply.headers.etag,
      id: calendar.id,
      summary: 'Renamed',
      timeZone: 'Etc/GMT',
      dataOwner: user.email,
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    })
    expect((await user.get(path)).json).toEqual(reply.json)
  })

  it('changes nothing when a calendar is sent as it was read', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(full)
    const reply = await user.put(path, calendar)
    expect(reply.json).toEqual(calendar)
    expect(reply.headers.etag).toBe(calendar.etag)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('takes null in a PUT as left out', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar(full)
    const reply = await user.put(path, { ...full, description: null })
    expect(reply.json).toMatchObject({ summary: 'Ops', location: 'Bern' })
    expect(reply.json).not.toHaveProperty('description')
  })

  it('changes the primary calendar under its alias', async () => {
    const user = await site.user()
    const reply = await user.put('/calendars/primary', { summary: 'Me', timeZone: 'Asia/Tokyo' })
    expect(reply.json).toMatchObject({ id: user.email, summary: 'Me', timeZone: 'Asia/Tokyo' })
    expect(reply.json).not.toHaveProperty('dataOwner')
  })

  it('ignores read-only and unknown properties', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(full)
    const reply = await user.put(path, {
      ...full,
      summary: 'Other',
      id: 'x@example.com',
      dataOwner: 'x@example.com',
      etag: '"stale"',
      colour: 'red',
    })
    expect(reply.json).toMatchObject({ id: calendar.id, dataOwner: user.email, summary: 'Other' })
    expect(reply.json).not.toHaveProperty('colour')
  })

  it('forbids caches to keep the answer to a write', async () => {
    const user = await site.user()
    const reply = await user.put('/calendars/primary', { summary: 'Me' })
    expect(reply.headers['cache-control']).toMatch(/^no-cache, no-store, max-age=0/)
  })

  it.each([
    ['without a title', {}, 'required'],
    ['with an unknown zone', { summary: 'x', timeZone: 'Mars/Olympus' }, 'invalid'],
    ['with an object for a title', { summary: {} }, 'invalid'],
  ])('refuses a PUT %s and changes nothing', async (_, body, reason) => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar(full)
    expectRefusal(await user.put(path, body), { status: 400, reason })
    expect((await user.get(path)).json).toEqual(calendar)
  })
})
