import { expect, it } from 'vitest'
import {
  type CalendarEvents,
  primaryEvents,
  secondaryEvents,
  sharedWith,
} from '../support/event-bodies.ts'
import { type HttpReply, send } from '../support/http.ts'
import { newsOf } from '../support/outbox.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { mondayStarts, mondays, wholeDays } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const ann = 'ann@elsewhere.test'
const bob = 'bob@elsewhere.test'
const guests = { attendees: [{ email: ann, displayName: 'Ann' }, { email: bob }] }
const asked = { email: bob, responseStatus: 'needsAction' }
const accepted = { email: ann, displayName: 'Ann', responseStatus: 'accepted' }

/** An answer of Ann, with what a test wants to be different. */
const replyText = (
  uid: unknown,
  {
    method = 'REPLY',
    attendee = `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${ann}`,
    more = [] as string[],
  } = {},
) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Elsewhere//Mail//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260401T120000Z',
    attendee,
    ...more,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const receive = (
  { user, calendarId }: CalendarEvents,
  body: unknown,
  headers: Record<string, string> = { Authorization: `Bearer ${user.token}` },
): Promise<HttpReply> =>
  send(`${user.base}${user.paths.almanac}/calendars/${calendarId}/replies`, {
    method: 'POST',
    headers,
    body,
  })

const attendeesOf = async (events: CalendarEvents, id: string) =>
  (await events.read(id)).attendees as { responseStatus: string }[]

/** What the first attendee of each instance has answered. */
const answersIn = async (events: CalendarEvents, id: string) => {
  const { json } = await events.user.get(`${events.path}/${id}/instances`)
  return json.items!.map(({ attendees }) => (attendees as (typeof asked)[])[0]!.responseStatus)
}

onEveryEngine('an answer that a mail gateway hands over', (site) => {
  it('is noted for the attendee who gives it, and is the event that is shown', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ ...guests, sequence: 2 })
    const more = ['SEQUENCE:2', 'COMMENT:Gladly\\, but late']
    const reply = await receive(events, { text: replyText(event.iCalUID, { more }) })
    expect(reply.status).toBe(200)
    const { etag, updated, ...rest } = await events.read(event.id)
    expect(reply.json).toEqual({ etag, updated, ...rest })
    const { etag: etagBefore, updated: _, ...before } = event
    expect(etag).not.toBe(etagBefore)
    const attendees = [{ ...accepted, comment: 'Gladly, but late' }, asked]
    expect(rest).toEqual({ ...before, attendees, sequence: 2 })
  })

  it('finds an event by an identifier that was imported', async () => {
    const events = await secondaryEvents(site)
    const iCalUID = `Given, by; ${events.calendarId}`
    const { id } = await events.make({ ...guests, iCalUID })
    const uid = iCalUID.replace(/[,;]/g, '\\$&')
    expect((await receive(events, { text: replyText(uid) })).json.id).toBe(id)
  })

  it('is not found for what is deleted, which stays deleted', async () => {
    const events = await primaryEvents(site)
    const single = await events.make(guests)
    const series = await events.make({ ...mondays, ...guests })
    const instance = `${series.id}_${mondayStarts[1]}`
    await events.delete(single.id)
    await events.delete(instance)
    const more = ['SEQUENCE:9', 'RECURRENCE-ID:20260608T070000Z']
    for (const text of [
      replyText(single.iCalUID, { more: ['SEQUENCE:9'] }),
      replyText(series.iCalUID, { more }),
    ]) {
      expectRefusal(await receive(events, { text }), notFound)
    }
    expect((await events.read(single.id)).status).toBe('cancelled')
    expect((await events.read(instance)).status).toBe('cancelled')
    expect(await answersIn(events, series.id)).toHaveLength(3)
  })

  it.each([
    ['a NUL in the identifier', (uid: unknown) => replyText(`${uid}\0`)],
    ['a NUL in the comment', (uid: unknown) => replyText(uid, { more: ['COMMENT:a\0b'] })],
    ['half a character in the identifier', () => replyText('a\ud800b')],
    [
      'half a character in the comment',
      (uid: unknown) => replyText(uid, { more: ['COMMENT:\udc00'] }),
    ],
    ['an identifier like a pattern', () => replyText("%' or 1=1 --")],
    ['an identifier of a megabyte', () => replyText('x'.repeat(250_000))],
    [
      'an endless comment',
      (uid: unknown) => replyText(uid, { more: [`COMMENT:${'\u{1d11e}'.repeat(4_000)}`] }),
    ],
    [
      'a revision beyond counting',
      (uid: unknown) => replyText(uid, { more: ['SEQUENCE:99999999999999999999'] }),
    ],
    ['a revision below nothing', (uid: unknown) => replyText(uid, { more: ['SEQUENCE:-1'] })],
    [
      'a year without a number',
      (uid: unknown) => replyText(uid, { more: ['RECURRENCE-ID:99999999T999999Z'] }),
    ],
    [
      'the first day of all',
      (uid: unknown) => replyText(uid, { more: ['RECURRENCE-ID:00000101T000000Z'] }),
    ],
    [
      'the last day of all',
      (uid: unknown) => replyText(uid, { more: ['RECURRENCE-ID:99991231T235959'] }),
    ],
    [
      'a span of instances',
      (uid: unknown) =>
        replyText(uid, { more: ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260608T070000Z'] }),
    ],
    [
      'a zone by the name of a property',
      (uid: unknown) => replyText(uid, { more: ['RECURRENCE-ID;TZID=__proto__:20260608T090000'] }),
    ],
    [
      'properties by the names of objects',
      (uid: unknown) => replyText(uid, { more: ['__proto__:1', 'CONSTRUCTOR;__proto__=1:1'] }),
    ],
    [
      'nested components',
      (uid: unknown) => replyText(uid, { more: ['BEGIN:X\r\n'.repeat(9_000)] }),
    ],
    [
      'a line of semicolons',
      (uid: unknown) => replyText(uid, { more: [`X${';'.repeat(9_000)}:1`] }),
    ],
  ])('is answered without a fault and soon, whatever it holds: %s', async (_, textFor) => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make({ ...mondays, ...guests })
    const { status } = await receive(events, { text: textFor(iCalUID) })
    expect([200, 400, 404]).toContain(status)
    expect((await attendeesOf(events, id))[1]).toEqual(asked)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('belongs to the attendee with the address, in any spelling', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    const attendee = `ATTENDEE;PARTSTAT=DECLINED;CN="Ann; A":MAILTO:${ann.toUpperCase()}`
    expect((await receive(events, { text: replyText(iCalUID, { attendee }) })).status).toBe(200)
    expect((await attendeesOf(events, id))[0]).toMatchObject({ responseStatus: 'declined' })
  })

  it('replaces an earlier one and keeps a comment that it does not renew', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    await receive(events, { text: replyText(iCalUID, { more: ['COMMENT:Maybe'] }) })
    const attendee = `ATTENDEE;PARTSTAT=DECLINED:mailto:${ann}`
    await receive(events, { text: replyText(iCalUID, { attendee }) })
    const declined = { ...accepted, responseStatus: 'declined', comment: 'Maybe' }
    expect(await attendeesOf(events, id)).toEqual([declined, asked])
  })

  it('that is already recorded changes nothing', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make(guests)
    const first = await receive(events, { text: replyText(iCalUID) })
    const again = await receive(events, { text: replyText(iCalUID) })
    expect(again.json).toEqual(first.json)
    expect(await events.read(id)).toEqual(first.json)
  })

  it('is reported in the next sync, keeps the revision and sends no mail', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make({ ...guests, sequence: 3 })
    const token = await events.syncToken()
    await receive(events, { text: replyText(iCalUID, { more: ['SEQUENCE:7'] }) })
    const { items } = await events.list(`?syncToken=${encodeURIComponent(token)}`)
    expect(items).toMatchObject([{ id, sequence: 3, attendees: [accepted, asked] }])
    expect(await newsOf(site, iCalUID)).toEqual([])
  })

  it('for a series counts for all its instances', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make({ ...mondays, ...guests })
    expect((await receive(events, { text: replyText(iCalUID) })).json.id).toBe(id)
    expect(await answersIn(events, id)).toEqual(Array(4).fill('accepted'))
  })

  it.each([
    ['its zone', mondays, 'RECURRENCE-ID;TZID=Europe/Berlin:20260608T090000', mondayStarts[1]],
    [
      'another zone',
      mondays,
      'RECURRENCE-ID;TZID=America/New_York:20260608T030000',
      mondayStarts[1],
    ],
    [
      'no zone that is known',
      mondays,
      'RECURRENCE-ID;TZID=Berlin Time:20260608T090000',
      mondayStarts[1],
    ],
    ['UTC', mondays, 'RECURRENCE-ID:20260608T070000Z', mondayStarts[1]],
    ['a date', wholeDays, 'RECURRENCE-ID;VALUE=DATE:20260602', '20260602'],
  ])('for an instance named by %s counts for that one', async (_, body, line, originalStart) => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make({ ...body, ...guests })
    const reply = await receive(events, { text: replyText(iCalUID, { more: [line] }) })
    expect(reply.json).toMatchObject({ id: `${id}_${originalStart}`, recurringEventId: id })
    const [first, second, ...others] = await answersIn(events, id)
    expect([first, second]).toEqual(['needsAction', 'accepted'])
    expect(new Set(others)).toEqual(new Set(['needsAction']))
    expect((await attendeesOf(events, id))[0]).toMatchObject({ responseStatus: 'needsAction' })
  })

  it('for an instance that was moved names its original start', async () => {
    const events = await primaryEvents(site)
    const { id, iCalUID } = await events.make({ ...mondays, ...guests })
    const instance = `${id}_${mondayStarts[1]}`
    const times = {
      start: { dateTime: '2026-06-09T10:00:00Z' },
      end: { dateTime: '2026-06-09T11:00:00Z' },
    }
    const { json } = await events.patch(instance, { ...times, summary: 'Special' })
    const more = [`SEQUENCE:${json.sequence}`, 'RECURRENCE-ID:20260608T070000Z']
    const reply = await receive(events, { text: replyText(iCalUID, { more }) })
    expect(reply.json).toMatchObject({ id: instance, summary: 'Special', sequence: json.sequence })
    expect((await attendeesOf(events, instance))[0]).toEqual(accepted)
    const stale = replyText(iCalUID, { more: ['SEQUENCE:0', 'RECURRENCE-ID:20260608T070000Z'] })
    expectRefusal(await receive(events, { text: stale }), { status: 400, reason: 'invalid' })
  })

  it.each([
    ['an event that nobody knows', {}, replyText('unknown@elsewhere.test')],
    ['one who is not invited', {}, 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:eve@elsewhere.test'],
    ['a time at which the series has nothing', mondays, 'RECURRENCE-ID:20260609T070000Z'],
    ['a day of a series of times', mondays, 'RECURRENCE-ID;VALUE=DATE:20260608'],
    ['a place in an event that does not repeat', {}, 'RECURRENCE-ID:20260608T070000Z'],
  ])('is not found for %s', async (_, body, line) => {
    const events = await primaryEvents(site)
    const event = await events.make({ ...body, ...guests })
    const isAttendee = line.startsWith('ATTENDEE')
    const made = replyText(event.iCalUID, isAttendee ? { attendee: line } : { more: [line] })
    const text = line.startsWith('BEGIN') ? line : made
    expectRefusal(await receive(events, { text }), notFound)
    expect(await events.read(event.id)).toEqual(event)
  })

  it.each([
    ['an older revision', { more: ['SEQUENCE:1'] }, /^Invalid sequence value\./],
    ['no revision of an event that has some', {}, /^Invalid sequence value\./],
    ['a counter-proposal', { method: 'COUNTER' }, /METHOD:REPLY/],
  ])('is refused with %s, and nothing changes', async (_, parts, message) => {
    const events = await primaryEvents(site)
    const event = await events.make({ ...guests, sequence: 2 })
    const reply = await receive(events, { text: replyText(event.iCalUID, parts) })
    expectRefusal(reply, { status: 400, reason: 'invalid' })
    expect(reply.json.error!.message).toMatch(message)
    expect(await events.read(event.id)).toEqual(event)
  })

  it.each([
    ['no body', undefined],
    ['no text', {}],
    ['null', { text: null }],
    ['a number', { text: 5 }],
    ['a list', { text: ['BEGIN:VCALENDAR'] }],
    ['something else', { text: 'Yes, I will come.' }],
    ['too much', { text: 'x'.repeat(300_001) }],
  ])('is refused with %s', async (_, body) => {
    const events = await primaryEvents(site)
    expect((await receive(events, body)).status).toBe(400)
  })

  it('is accepted from writers only', async () => {
    const events = await secondaryEvents(site)
    const event = await events.make(guests)
    const text = replyText(event.iCalUID)
    const refusals = [
      [await sharedWith(site, events, 'reader'), { status: 403, reason: 'requiredAccessLevel' }],
      [events.as(await site.user()), notFound],
      [
        events.as(await site.user({ email: events.user.email, scopes: ['calendar.readonly'] })),
        insufficientPermissions,
      ],
    ] as const
    for (const [caller, refusal] of refusals)
      expectRefusal(await receive(caller, { text }), refusal)
    expectRefusal(await receive(events, { text }, {}), { status: 401, reason: 'required' })
    expect(await events.read(event.id)).toEqual(event)
    const writer = await sharedWith(site, events, 'writerWithoutPrivateAccess')
    expect((await receive(writer, { text })).json.attendees).toEqual([accepted, asked])
  })

  it('for a private event is taken from those who may read it alone', async () => {
    const events = await secondaryEvents(site)
    const event = await events.make({ ...guests, visibility: 'private' })
    const text = replyText(event.iCalUID)
    const outsider = await sharedWith(site, events, 'writerWithoutPrivateAccess')
    expectRefusal(await receive(outsider, { text }), { status: 403, reason: 'requiredAccessLevel' })
    expect(await events.read(event.id)).toEqual(event)
    const writer = await sharedWith(site, events, 'writer')
    expect((await receive(writer, { text })).json.attendees).toEqual([accepted, asked])
  })

  it('touches the calendar that it is handed to, and no other with the same event', async () => {
    const events = await secondaryEvents(site)
    const others = await secondaryEvents(site)
    const iCalUID = `both-${events.calendarId}`
    await events.make({ ...guests, iCalUID })
    const untouched = await others.make({ ...guests, iCalUID })
    await receive(events, { text: replyText(iCalUID) })
    expect(await others.read(untouched.id)).toEqual(untouched)
  })
})
