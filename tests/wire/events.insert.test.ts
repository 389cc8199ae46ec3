import { expect, it } from 'vitest'
import {
  CalendarEvents,
  day,
  fullBody,
  hour,
  primaryEvents,
  secondaryEvents,
  sharedWith,
} from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('inserting events', (site) => {
  // Scenario 16
  it('returns an event with a title and times with defaults, and omits what is at them', async () => {
    const events = await primaryEvents(site)
    const { user } = events
    const reply = await events.insert({ summary: 'Lunch', ...hour })
    expect(reply.status).toBe(200)
    const { id } = reply.json
    expect(reply.json).toEqual({
      kind: 'calendar#event',
      etag: expect.stringMatching(/^"\d{16}"$/),
      id: expect.stringMatching(/^[a-v0-9]{26}$/),
      status: 'confirmed',
      htmlLink: `${site.base}/calendar/event?eid=${Buffer.from(`${id} ${user.email}`).toString('base64url')}`,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      summary: 'Lunch',
      creator: { email: user.email, self: true },
      organizer: { email: user.email, self: true },
      start: { dateTime: '2026-05-01T09:00:00Z', timeZone: 'Etc/GMT' },
      end: { dateTime: '2026-05-01T10:00:00Z', timeZone: 'Etc/GMT' },
      iCalUID: `${id}@google.com`,
      sequence: 0,
      reminders: { useDefault: true },
      eventType: 'default',
    })
    const [created, updated] = [reply.json.created as string, reply.json.updated as string]
    expect(updated.slice(0, 19)).toBe(created.slice(0, 19))
    expect(reply.headers.etag).toBe(reply.json.etag)
    expect((await events.get(id!)).json).toEqual(reply.json)
    expect((await events.list()).items).toEqual([reply.json])
  })

  it('keeps everything that clients may write', async () => {
    const events = await secondaryEvents(site, { timeZone: 'Europe/Berlin' })
    const attendees = [
      {
        email: 'bob@elsewhere.test',
        displayName: 'Bob',
        optional: true,
        responseStatus: 'tentative',
        comment: 'Perhaps',
        additionalGuests: 2,
      },
      { email: 'room@elsewhere.test', resource: true, responseStatus: 'accepted' },
    ]
    const attachments = [
      {
        fileUrl: 'https://example.com/plan.pdf',
        title: 'Plan',
        mimeType: 'application/pdf',
        iconLink: 'https://example.com/pdf.png',
      },
    ]
    const conferenceData = {
      conferenceSolution: { key: { type: 'addOn' }, name: 'Calls', iconUri: 'https://x.test/i' },
      entryPoints: [
        { entryPointType: 'video', uri: 'https://calls.test/1', label: 'calls.test/1', pin: '1' },
        {
          entryPointType: 'phone',
          uri: 'tel:+41310000000',
          regionCode: 'CH',
          accessCode: '2',
          entryPointFeatures: ['toll_free'],
        },
        { entryPointType: 'sip', uri: 'sip:1@calls.test', meetingCode: '3', passcode: '4' },
        { entryPointType: 'more', uri: 'https://calls.test/more', password: '5' },
      ],
      conferenceId: 'one',
      notes: 'Ring <i>twice</i>',
      parameters: { addOnParameters: { parameters: { room: 'blue' } } },
    }
    const body = {
      ...fullBody,
      id: 'chosen0',
      iCalUID: 'outside@example.com',
      start: { dateTime: '2026-05-01T09:00:00+02:00', timeZone: 'Europe/Zurich' },
      end: { dateTime: '2026-05-01T12:00:00+02:00', timeZone: 'Europe/Athens' },
      attendees,
      attachments,
      conferenceData,
      privateCopy: true,
    }
    const flags = '?conferenceDataVersion=1&supportsAttachments=true'
    const event = await events.make(body, flags)
    expect(event).toEqual({
      ...body,
      kind: 'calendar#event',
      etag: event.etag,
      htmlLink: expect.any(String),
      created: expect.any(String),
      updated: expect.any(String),
      creator: { email: events.user.email },
      organizer: { email: events.calendarId, displayName: 'Work', self: true },
      eventType: 'default',
    })
    expect(await events.read(event.id)).toEqual(event)
    expect((await events.put(event.id, event, flags)).json).toEqual(event)
  })

  it('lets others create on a primary calendar, whose own event it is', async () => {
    const ann = await site.user()
    const bob = await sharedWith(site, new CalendarEvents(ann, ann.email), 'writer')
    const event = await bob.make()
    expect([event.creator, event.organizer]).toEqual([
      { email: bob.user.email },
      { email: ann.email, self: true },
    ])
    expect(await new CalendarEvents(ann, 'primary').read(event.id)).toEqual(event)
  })

  it('keeps a title of 100 kB', async () => {
    const events = await primaryEvents(site)
    const summary = 'x'.repeat(100_000)
    expect((await events.make({ summary })).summary).toBe(summary)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('makes the caller the creator and the calendar the organizer, whatever the body contains', async () => {
    const ann = await site.user()
    const { calendar } = await ann.newCalendar({ summary: 'Team' })
    const stranger = { email: 'eve@example.com', displayName: 'Eve', self: true }
    const said = { creator: stranger, organizer: stranger }
    const onPrimary = await new CalendarEvents(ann, 'primary').make(said)
    expect(onPrimary).toMatchObject({
      creator: { email: ann.email, self: true },
      organizer: { email: ann.email, self: true },
    })
    const onSecondary = await new CalendarEvents(ann, calendar.id!).make(said)
    expect([onSecondary.creator, onSecondary.organizer]).toEqual([
      { email: ann.email },
      { email: calendar.id, displayName: 'Team', self: true },
    ])
  })

  // Scenario 13
  it('ignores unknown and read-only properties', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({
      kind: 'nonsense',
      etag: '"mine"',
      htmlLink: 'https://elsewhere.test/',
      created: '2001-01-01T00:00:00Z',
      updated: '2001-01-01T00:00:00Z',
      hangoutLink: 'https://elsewhere.test/',
      locked: true,
      endTimeUnspecified: true,
      recurringEventId: 'abcde',
      attendeesOmitted: true,
      autoAddHangouts: true,
      uid: 7,
      gadget: { type: 'x', title: 'y', preferences: { a: 'b' } },
      __proto__: { polluted: true },
      attendees: [
        { email: 'bob@elsewhere.test', localId: 4, self: true, organizer: true, id: '1' },
      ],
    })
    const plain = await events.make({ attendees: [{ email: 'bob@elsewhere.test' }] })
    expect(Object.keys(event).sort()).toEqual(Object.keys(plain).sort())
    expect(event).toMatchObject({
      kind: 'calendar#event',
      attendees: [{ email: 'bob@elsewhere.test', responseStatus: 'needsAction' }],
    })
    expect(event.attendees).toEqual(plain.attendees)
    expect([event.created, event.htmlLink]).not.toContain('2001-01-01T00:00:00Z')
  })

  it('omits what is empty or at its default', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({
      summary: '',
      description: '',
      location: '',
      colorId: '',
      transparency: 'opaque',
      visibility: 'default',
      recurrence: [],
      attendees: [],
      extendedProperties: { private: {}, shared: {} },
      anyoneCanAddSelf: false,
      guestsCanInviteOthers: true,
      guestsCanModify: false,
      guestsCanSeeOtherGuests: true,
      privateCopy: false,
      source: {},
      attachments: [],
      reminders: null,
      iCalUID: '',
      eventType: 'default',
    })
    const { summary: _, ...plain } = await events.make()
    expect(Object.keys(event).sort()).toEqual(Object.keys(plain).sort())
    expect(event.iCalUID).toBe(`${event.id}@google.com`)
  })

  // Scenario 21
  it('makes an all-day event of dates, which blocks time as any event', async () => {
    const events = await secondaryEvents(site, { timeZone: 'Asia/Tokyo' })
    const event = await events.make(day)
    expect([event.start, event.end]).toEqual([day.start, day.end])
    expect(event).not.toHaveProperty('transparency')
  })

  it('adds events that overlap others', async () => {
    const events = await primaryEvents(site)
    await events.make()
    await events.make()
    expect((await events.list()).items).toHaveLength(2)
  })

  it('creates a deleted event if the status is cancelled', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ status: 'cancelled' })
    expect(event.status).toBe('cancelled')
    expect((await events.list()).items).toEqual([])
    expect((await events.read(event.id)).status).toBe('cancelled')
  })

  it('ignores sendUpdates and sendNotifications, and rejects other values', async () => {
    const events = await primaryEvents(site)
    for (const query of ['sendUpdates=all', 'sendUpdates=none', 'sendNotifications=true']) {
      await events.make({}, `?${query}`)
    }
    const reply = await events.insert(hour, '?sendUpdates=everybody')
    expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'sendUpdates' })
    expect((await events.list()).items).toHaveLength(3)
  })

  it.each([
    ['no body', undefined, 'required'],
    ['an empty object', {}, 'required'],
    ['an array', [], 'parseError'],
    ['broken JSON', '{"summary":', 'parseError'],
    ['a title that is an array', { ...hour, summary: ['x'] }, 'invalid'],
    ['a status that there is not', { ...hour, status: 'maybe' }, 'invalid'],
    ['a visibility that there is not', { ...hour, visibility: 'secret' }, 'invalid'],
    ['a transparency that there is not', { ...hour, transparency: 'glass' }, 'invalid'],
    ['a colour that there is not', { ...hour, colorId: '12' }, 'invalid'],
    ['a colour by its code', { ...hour, colorId: '#ffffff' }, 'invalid'],
    ['a negative sequence', { ...hour, sequence: -1 }, 'invalid'],
    ['a sequence beyond all numbers', { ...hour, sequence: 2 ** 31 }, 'invalid'],
    ['a source that is no address', { ...hour, source: { url: 'ftp://x.test/' } }, 'invalid'],
    ['an address without a host', { ...hour, source: { url: 'https://' } }, 'invalid'],
    ['a NUL in a text', { ...hour, summary: 'a\0b' }, 'invalid'],
    ['a text beyond its bound', { ...hour, location: 'x'.repeat(1_000_001) }, 'invalid'],
    ['a list that is none', { ...hour, attendees: 'bob@x.test' }, 'invalid'],
  ])('refuses %s and adds nothing', async (_, body, reason) => {
    const events = await primaryEvents(site)
    expectRefusal(await events.insert(body), { status: 400, reason })
    expect((await events.list('?showDeleted=true')).items).toEqual([])
  })

  it('reads scalars without quotes as text, and quoted numbers and booleans as such', async () => {
    const events = await primaryEvents(site)
    const attendee = { email: 'bob@elsewhere.test', displayName: 7, additionalGuests: '2' }
    const createRequest = { requestId: 12345, conferenceSolutionKey: { type: 'hangoutsMeet' } }
    const given = {
      id: 12345,
      summary: 2030,
      location: 1.5,
      description: true,
      colorId: 5,
      sequence: '3',
      guestsCanModify: 'true',
      attendees: [attendee],
      reminders: { useDefault: 'false', overrides: [{ method: 'popup', minutes: '10' }] },
      extendedProperties: { private: { a: 1 } },
      conferenceData: { createRequest },
    }
    const event = await events.make(given, '?conferenceDataVersion=1')
    expect(event).toMatchObject({
      id: '12345',
      summary: '2030',
      location: '1.5',
      description: 'true',
      colorId: '5',
      sequence: 3,
      guestsCanModify: true,
      attendees: [{ displayName: '7', additionalGuests: 2 }],
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
      extendedProperties: { private: { a: '1' } },
      conferenceData: { createRequest: { requestId: '12345' } },
    })
    expect((await events.patch('12345', { colorId: 11 })).json.colorId).toBe('11')
    for (const text of [{}, [], ['5']]) {
      const invalid = { status: 400, reason: 'invalid' }
      for (const name of ['summary', 'location', 'colorId']) {
        expectRefusal(await events.insert({ ...hour, [name]: text }), invalid)
      }
    }
  })

  // Scenario 33
  it('keeps a color of the palette', async () => {
    const events = await primaryEvents(site)
    for (const colorId of ['1', '11']) {
      expect((await events.make({ colorId })).colorId).toBe(colorId)
    }
  })
})
