import { expect, it } from 'vitest'
import { daily, eventCalendar, primaryCalendar } from '../support/listed-events.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('a list of events', (site) => {
  // Scenario 64.
  it('contains what a reader may know of the calendar, also when it is empty', async () => {
    const calendar = await eventCalendar(site, { summary: 'Work', description: 'Of the team' })
    const reply = await calendar.ask()
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      kind: 'calendar#events',
      etag: expect.stringMatching(/^"p3[0-9a-v]{14,}"$/),
      summary: 'Work',
      description: 'Of the team',
      updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      timeZone: 'Europe/Berlin',
      accessRole: 'owner',
      defaultReminders: [],
      nextSyncToken: expect.any(String),
      items: [],
    })
    expect(reply.headers.etag).toBe(reply.json.etag)
    expect(reply.headers['content-type']).toBe('application/json; charset=UTF-8')
  })

  it('contains what was added, as it was answered', async () => {
    const calendar = await primaryCalendar(site)
    const made = await calendar.add({ summary: 'Lunch', attendees: [{ email: 'k@example.org' }] })
    const series = await calendar.add({ summary: 'Daily', ...daily() })
    expect(await calendar.items()).toEqual(
      [made, series].sort((one, other) => (one.id < other.id ? -1 : 1)),
    )
    const instances = await calendar.items({ singleEvents: true })
    expect(instances).toHaveLength(4)
    for (const instance of instances) {
      const { json } = await calendar.owner.get(calendar.eventPath(instance.id!))
      expect(instance).toEqual(json)
    }
  })

  it('of the primary calendar is found by that word and by the address', async () => {
    const calendar = await primaryCalendar(site)
    await calendar.add({ summary: 'Lunch' })
    const { nextSyncToken: _, ...shown } = await calendar.list()
    for (const id of ['primary', calendar.id.toUpperCase(), encodeURIComponent(calendar.id)]) {
      const { json } = await calendar.owner.get(`/calendars/${id}/events`)
      expect(json).toMatchObject(shown)
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['reader', 'writerWithoutPrivateAccess', 'writer', 'owner'])(
    'tells a %s the role',
    async (role) => {
      const calendar = await eventCalendar(site, { description: 'Of the team' })
      await calendar.add()
      const guest = await calendar.guest(site, role)
      const { items, ...header } = await calendar.list({}, guest)
      expect(items).toHaveLength(1)
      expect(header).toMatchObject({
        summary: 'Work',
        description: 'Of the team',
        timeZone: 'Europe/Berlin',
        accessRole: role,
        defaultReminders: [],
      })
    },
  )

  it('does not tell a freeBusyReader what the calendar is called', async () => {
    const calendar = await eventCalendar(site, { summary: 'Layoffs', description: 'Secret' })
    const guest = await calendar.guest(site, 'freeBusyReader')
    const { json, text } = await calendar.ask({}, guest)
    expect(json).toMatchObject({ accessRole: 'freeBusyReader', timeZone: 'Europe/Berlin' })
    expect(text).not.toMatch(/Layoffs|Secret/)
  })

  it('repeats the default reminders that the caller has chosen', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'reader')
    const defaultReminders = [{ method: 'popup', minutes: 10 }]
    await guest.post('/users/me/calendarList', { id: calendar.id, defaultReminders })
    expect(await calendar.list({}, guest)).toMatchObject({ defaultReminders })
    expect(await calendar.list()).toMatchObject({ defaultReminders: [] })
  })

  it('contains the time of the last change', async () => {
    const calendar = await eventCalendar(site)
    const { id, updated } = await calendar.add()
    expect((await calendar.list()).updated).toBe(updated)
    await calendar.remove(id)
    const { updated: later } = await calendar.list()
    expect(String(later) > String(updated)).toBe(true)
  })

  it('shows as many attendees as requested', async () => {
    const calendar = await primaryCalendar(site)
    const attendees = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.org` }))
    await calendar.add({ attendees: [...attendees, { email: calendar.owner.email }] })
    const [whole] = await calendar.items({ maxAttendees: 4 })
    expect(whole!.attendees).toHaveLength(4)
    expect(whole).not.toHaveProperty('attendeesOmitted')
    const [short] = await calendar.items({ maxAttendees: 3 })
    expect(short).toMatchObject({
      attendeesOmitted: true,
      attendees: [{ email: calendar.owner.email, self: true }],
    })
    expectRefusal(await calendar.ask({ maxAttendees: 0 }), {
      status: 400,
      reason: 'invalidParameter',
      location: 'maxAttendees',
    })
  })

  it('ignores further parameters', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const query = { alwaysIncludeEmail: true, showHiddenInvitations: true, singleEvents: false }
    expect(await calendar.items(query)).toHaveLength(1)
  })

  it('returns only the fields that are requested', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Lunch', description: 'long' })
    const fields = 'items(id,start/dateTime),nextPageToken'
    expect(await calendar.list({ fields })).toEqual({
      items: [{ id, start: { dateTime: '2026-05-04T12:00:00+02:00' } }],
    })
    expect(await calendar.list({ fields: 'kind' })).toEqual({ kind: 'calendar#events' })
    expectRefusal(await calendar.ask({ fields: 'items(nosuchfield)' }), {
      status: 400,
      reason: 'invalidParameter',
      location: 'fields',
    })
  })

  // Scenario 75, as far as reading goes.
  it('does not exist for callers without a role', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    expectRefusal(await calendar.ask({}, await site.user()), notFound)
    expectRefusal(await calendar.owner.get('/calendars/nosuch@example.com/events'), notFound)
  })

  // Scenario 75, as far as writing goes.
  it('is not added to by a reader', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'reader')
    const start = { dateTime: '2026-05-04T10:00:00Z' }
    expectRefusal(await guest.post(calendar.events, { start, end: start }), {
      status: 403,
      reason: 'requiredAccessLevel',
      domain: 'calendar',
    })
    expect(await calendar.items()).toEqual([])
  })
})
