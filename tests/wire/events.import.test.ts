import { expect, it } from 'vitest'
import {
  eventsOf,
  hourOn,
  importEvent,
  newEvent,
  syncTokenOf,
  told,
  walk,
} from '../support/imported-events.ts'
import { sharedCalendar } from '../support/listed-calendars.ts'
import { outboxOf } from '../support/outbox.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const iCalUID = 'talk@elsewhere.example'
const organizer = { email: 'boss@elsewhere.example', displayName: 'Boss' }

onEveryEngine('events.import', (site) => {
  it('accepts an invitation, keeps its organizer and requires the calendar among the attendees', async () => {
    const bob = await site.user()
    const invitation = { organizer, attendees: [{ email: bob.email }] }
    const first = await importEvent(bob, { ...invitation, sequence: 3 })
    expect(first.json).toMatchObject({ iCalUID, sequence: 3, creator: { email: bob.email } })
    expect(first.json.id).toMatch(/^_[0-9a-v]+$/)
    expect(first.json.organizer).toEqual(organizer)
    expect(first.json.attendees).toMatchObject([{ email: bob.email, self: true }])

    const later = await importEvent(bob, { ...invitation, summary: 'Later', sequence: 4 })
    expect(later.json).toMatchObject({ id: first.json.id, summary: 'Later', sequence: 4 })
    expect(later.json.etag).not.toBe(first.json.etag)
    const lower = await importEvent(bob, { ...invitation, summary: 'Lower', sequence: 2 })
    expectRefusal(lower, { status: 400, reason: 'invalid' })
    expect(lower.json.error?.message).toMatch(/^Invalid sequence value\./)
    expect((await bob.get(`${eventsOf()}/${first.json.id}`)).text).toBe(later.text)

    const uninvited = await importEvent(await site.user(), invitation)
    expectRefusal(uninvited, {
      status: 400,
      reason: 'participantIsNeitherOrganizerNorAttendee',
      domain: 'calendar',
    })
  })

  it('assigns a readable id to an identifier of a thousand characters', async () => {
    const user = await site.user()
    const { status, json } = await importEvent(user, { iCalUID: 'x'.repeat(1024) })
    expect(status).toBe(200)
    expect(json.id!.length).toBeLessThanOrEqual(1024)
    expect((await user.get(`${eventsOf()}/${json.id}`)).json).toEqual(json)
  })

  it('keeps one copy on each calendar', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const here = await importEvent(user, { summary: 'Here' })
    const there = await importEvent(user, { summary: 'There' }, calendar.id)
    expect(there.json.id).toBe(here.json.id)
    expect((await user.get(`${eventsOf()}/${here.json.id}`)).json.summary).toBe('Here')
    expect((await user.get(`${eventsOf(calendar.id)}/${here.json.id}`)).json.summary).toBe('There')
  })

  it('twice of the same changes nothing', async () => {
    const user = await site.user()
    const first = await importEvent(user, { sequence: 1 })
    const token = await syncTokenOf(user)
    expect((await importEvent(user, { sequence: 1 })).text).toBe(first.text)
    expect(await told(user, 'primary', token)).toEqual({})
  })

  it('changes an event that was inserted with the identifier', async () => {
    const user = await site.user()
    const inserted = await newEvent(user, { iCalUID })
    const { json } = await importEvent(user, { summary: 'Changed' })
    expect(json).toMatchObject({ id: inserted.id, summary: 'Changed' })
    expect((await walk(user, eventsOf(), { iCalUID })).items).toHaveLength(1)
  })

  it('is found by its identifier and by nothing else', async () => {
    const user = await site.user()
    const { json } = await importEvent(user, {})
    await importEvent(user, { iCalUID: 'other@elsewhere.example' })
    expect((await walk(user, eventsOf(), { iCalUID })).items).toEqual([json])
    expect((await walk(user, eventsOf(), { iCalUID: 'nosuch' })).items).toEqual([])
  })

  it('of a cancelled event deletes the copy, and returns it as cancelled', async () => {
    const user = await site.user()
    const { json } = await importEvent(user, {})
    const token = await syncTokenOf(user)
    const cancelled = await importEvent(user, { status: 'cancelled', sequence: 1 })
    expect(cancelled.json).toMatchObject({ id: json.id, status: 'cancelled' })
    expect((await walk(user, eventsOf())).items).toEqual([])
    expect(await told(user, 'primary', token)).toEqual({ [json.id!]: 'cancelled' })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['6F140ABD-6369', '_6p332d1g85148b9m6cr3i'],
    ['a', '_c4'],
    ['\u00e9@x', '_oekk0u0'],
  ])('names the event after its identifier %s', async (uid, id) => {
    const user = await site.user()
    const { json } = await importEvent(user, { iCalUID: uid })
    expect(json).toMatchObject({ id, iCalUID: uid })
    expect((await user.get(`${eventsOf()}/${json.id}`)).json).toEqual(json)
  })

  it.each([
    ['no identifier', { iCalUID: undefined }, 'required', 'Missing iCalUID.'],
    ['an empty identifier', { iCalUID: '' }, 'required', 'Missing iCalUID.'],
    ['no end', { end: undefined }, 'required', 'Missing end time.'],
    ['no start', { start: undefined }, 'required', 'Missing start time.'],
    ['an end before its start', { end: hourOn(3).end }, 'timeRangeEmpty', undefined],
    ['an organizer without an address', { organizer: { email: 'boss' } }, 'invalid', undefined],
    ['a revision below zero', { sequence: -1 }, 'invalid', 'Invalid sequence value.'],
  ])('refuses an event with %s and keeps nothing of it', async (_, body, reason, message) => {
    const user = await site.user()
    const reply = await importEvent(user, body)
    expectRefusal(reply, { status: 400, reason, ...(message !== undefined && { message }) })
    expect((await walk(user, eventsOf(), { showDeleted: 'true' })).items).toEqual([])
  })

  it.each([
    ['nobody', {}],
    ['the calendar itself', { organizer: { email: 'SELF' } }],
    ['somebody without an address', { organizer: { displayName: 'Boss' } }],
    ['nobody, but has guests', { attendees: [{ email: 'guest@example.com' }] }],
  ])('makes the calendar the organizer of what %s organizes', async (_, body) => {
    const user = await site.user()
    const named = JSON.parse(JSON.stringify(body).replace('SELF', user.email.toUpperCase()))
    const { status, json } = await importEvent(user, named)
    expect([status, json.organizer]).toEqual([200, { email: user.email, self: true }])
  })

  it('requires the id of the calendar among the attendees, in any spelling', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const attendees = [{ email: user.email }]
    const asCaller = await importEvent(user, { organizer, attendees }, calendar.id)
    expectRefusal(asCaller, { status: 400, reason: 'participantIsNeitherOrganizerNorAttendee' })
    const guest = { email: calendar.id!.toUpperCase() }
    const asCalendar = await importEvent(user, { organizer, attendees: [guest] }, calendar.id)
    expect([asCalendar.status, asCalendar.json.organizer]).toEqual([200, organizer])
  })

  it('reads the addresses of organizer and attendees from mailto:', async () => {
    const user = await site.user()
    const attendees = [{ email: `mailto:${user.email}` }]
    const mailto = { ...organizer, email: `MAILTO:${organizer.email}` }
    const { status, json } = await importEvent(user, { organizer: mailto, attendees })
    expect([status, json.organizer, json.attendees]).toMatchObject([
      200,
      organizer,
      [{ email: user.email, self: true }],
    ])
    for (const body of [
      { organizer: { email: `<${organizer.email}>` }, attendees },
      { organizer, attendees: [...attendees, { email: '<ann@elsewhere.example>' }] },
    ]) {
      expectRefusal(await importEvent(user, body), { status: 400, reason: 'invalid' })
    }
  })

  it('accepts the last returned revision repeatedly, also with other times', async () => {
    const user = await site.user()
    const first = await importEvent(user, { sequence: 0 })
    let { sequence } = first.json
    for (const day of [5, 6, 7]) {
      const { status, json } = await importEvent(user, { sequence, ...hourOn(day) })
      expect([status, json.id, json.start]).toEqual([200, first.json.id, hourOn(day).start])
      sequence = json.sequence
    }
  })

  it('changes an event by the identifier that its insertion gave it', async () => {
    const user = await site.user()
    const inserted = await newEvent(user)
    const { json } = await importEvent(user, { iCalUID: inserted.iCalUID, summary: 'Changed' })
    expect(json).toMatchObject({ id: inserted.id, summary: 'Changed' })
  })

  it.each([
    ['without a revision', {}],
    ['with the revision that its deletion made', { sequence: 1 }],
    ['with a later revision', { sequence: 7 }],
  ])('brings a deleted copy back, %s', async (_, revision) => {
    const user = await site.user()
    const { json } = await importEvent(user, { sequence: 0 })
    const path = `${eventsOf()}/${json.id}`
    expect((await user.delete(path)).status).toBe(204)
    const again = await importEvent(user, { summary: 'Again', ...revision })
    expect(again.json).toMatchObject({ id: json.id, status: 'confirmed', summary: 'Again' })
    expect((await walk(user, eventsOf())).items).toEqual([again.json])
  })

  it('is for writers', async () => {
    const { guest, calendarId } = await sharedCalendar(site)
    const reply = await importEvent(guest, {}, calendarId)
    expectRefusal(reply, { status: 403, reason: 'requiredAccessLevel' })
    expectRefusal(await importEvent(await site.user(), {}, calendarId), {
      status: 404,
      reason: 'notFound',
    })
  })

  it('leaves private events alone if the caller cannot read them', async () => {
    const { owner, guest, calendarId } = await sharedCalendar(site, {
      role: 'writerWithoutPrivateAccess',
    })
    const secret = await importEvent(owner, { visibility: 'private' }, calendarId)
    const reply = await importEvent(guest, { summary: 'Mine' }, calendarId)
    expectRefusal(reply, { status: 403, reason: 'requiredAccessLevel' })
    const path = `${eventsOf(calendarId)}/${secret.json.id}`
    expect((await owner.get(path)).text).toBe(secret.text)
  })

  it('sends no invitations, so that every writer may name attendees', async () => {
    const user = await site.user()
    const attendees = [{ email: 'guest@example.com' }]
    expect((await importEvent(user, { attendees })).status).toBe(200)
    expect(JSON.stringify(await outboxOf(site))).not.toContain('guest@example.com')
  })
})
