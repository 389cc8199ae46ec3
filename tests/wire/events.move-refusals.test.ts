import { expect, it } from 'vitest'
import {
  eventsOf,
  importEvent,
  moveTo,
  movingScene,
  newEvent,
  threeDays,
  walk,
} from '../support/imported-events.ts'
import { sharedCalendar } from '../support/listed-calendars.ts'
import { conditionNotMet, expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('events.move refuses, and leaves the event where it is:', (site) => {
  it('an id that another event has at the destination', async () => {
    const { user, event, destination } = await movingScene(site, { id: 'sameid', summary: 'Mine' })
    const other = await newEvent(user, { id: 'sameid', summary: 'Theirs' }, destination)
    const reply = await moveTo(user, event.id, { to: destination })
    expectRefusal(reply, { status: 409, reason: 'duplicate' })
    expect((await user.get(`${eventsOf(destination)}/sameid`)).json).toEqual(other)
    expect((await user.get(`${eventsOf()}/sameid`)).json).toEqual(event)
  })

  it('an id that an event of another identifier has at the destination', async () => {
    const iCalUID = 'another@example.com'
    const { user, event, destination } = await movingScene(site, { id: 'sameid', summary: 'Mine' })
    const theirs = { id: 'sameid', summary: 'Theirs', iCalUID }
    const other = await newEvent(user, theirs, destination)
    const reply = await moveTo(user, event.id, { to: destination })
    expectRefusal(reply, { status: 409, reason: 'duplicate' })
    expect((await user.get(`${eventsOf(destination)}/sameid`)).json).toEqual(other)
  })

  it('an identifier that another event has at the destination', async () => {
    const iCalUID = 'talk@elsewhere.example'
    const { user, event, destination } = await movingScene(site, { iCalUID })
    await importEvent(user, { iCalUID }, destination)
    const reply = await moveTo(user, event.id, { to: destination })
    expectRefusal(reply, { status: 409, reason: 'duplicate' })
    expect((await user.get(`${eventsOf()}/${event.id}`)).json).toEqual(event)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('a destination that does not exist, or that the caller does not see', async () => {
    const { user, event } = await movingScene(site)
    const { calendar } = await (await site.user()).newCalendar()
    for (const to of ['nosuch', calendar.id!]) {
      expectRefusal(await moveTo(user, event.id, { to }), notFound)
    }
    expect((await user.get(`${eventsOf()}/${event.id}`)).json).toEqual(event)
  })

  it('a destination that the caller only reads', async () => {
    const { guest, calendarId } = await sharedCalendar(site)
    const event = await newEvent(guest)
    const reply = await moveTo(guest, event.id, { to: calendarId })
    expectRefusal(reply, { status: 403, reason: 'requiredAccessLevel' })
    expect((await guest.get(`${eventsOf()}/${event.id}`)).json).toEqual(event)
  })

  it('a source that the caller only reads', async () => {
    const { owner, guest, calendarId } = await sharedCalendar(site)
    const event = await newEvent(owner, {}, calendarId)
    const reply = await moveTo(guest, event.id, { from: calendarId, to: 'primary' })
    expectRefusal(reply, { status: 403, reason: 'requiredAccessLevel' })
    expect((await walk(guest, eventsOf())).items).toEqual([])
  })

  it('the calendar that it is on', async () => {
    const { user, event } = await movingScene(site)
    for (const to of ['primary', user.email]) {
      const reply = await moveTo(user, event.id, { to })
      expectRefusal(reply, { status: 400, reason: 'invalid', location: 'destination' })
    }
    expect((await user.get(`${eventsOf()}/${event.id}`)).json).toEqual(event)
  })

  it('an instance, whether it differs from its series or not', async () => {
    const { user, event, destination } = await movingScene(site, threeDays)
    const [second, third] = [5, 6].map((day) => `${event.id}_2026050${day}T100000Z`)
    await user.patch(`${eventsOf()}/${second}`, { summary: 'Other' })
    for (const id of [second!, third!]) {
      const reply = await moveTo(user, id, { to: destination })
      expectRefusal(reply, { status: 400, reason: 'cannotChangeOrganizerOfInstance' })
    }
    expect((await walk(user, eventsOf(destination))).items).toEqual([])
  })

  it('an event that does not exist, or that was deleted', async () => {
    const { user, event, destination } = await movingScene(site)
    expectRefusal(await moveTo(user, 'nosuch', { to: destination }), notFound)
    await user.delete(`${eventsOf()}/${event.id}`)
    expectRefusal(await moveTo(user, event.id, { to: destination }), notFound)
  })

  it.each([
    ['focusTime', { focusTimeProperties: {} }],
    ['outOfOffice', { outOfOfficeProperties: {} }],
  ])('an event of the type %s', async (eventType, properties) => {
    const { user, event, destination } = await movingScene(site, { eventType, ...properties })
    const reply = await moveTo(user, event.id, { to: destination })
    expectRefusal(reply, { status: 400, reason: 'eventTypeRestriction' })
    expect((await user.get(`${eventsOf()}/${event.id}`)).json).toEqual(event)
  })

  it('a copy of an event that another user organizes', async () => {
    const { user, destination } = await movingScene(site)
    const organizer = { email: 'boss@elsewhere.example' }
    const { json } = await importEvent(user, { organizer, attendees: [{ email: user.email }] })
    const reply = await moveTo(user, json.id!, { to: destination })
    expect([400, 403]).toContain(reply.status)
    expectRefusal(reply, { status: reply.status, reason: 'cannotChangeOrganizer' })
  })

  it('a private event that the caller cannot read', async () => {
    const { owner, guest, calendarId } = await sharedCalendar(site, {
      role: 'writerWithoutPrivateAccess',
    })
    const event = await newEvent(owner, { visibility: 'private' }, calendarId)
    const reply = await moveTo(guest, event.id, { from: calendarId, to: 'primary' })
    expectRefusal(reply, { status: 403, reason: 'requiredAccessLevel' })
    expect((await walk(guest, eventsOf())).items).toEqual([])
  })

  it('an event that has changed since the caller read it', async () => {
    const { user, event, destination } = await movingScene(site)
    const patched = await user.patch(`${eventsOf()}/${event.id}`, { summary: 'Newer' })
    const headers = { 'If-Match': event.etag }
    expectRefusal(await moveTo(user, event.id, { to: destination, headers }), conditionNotMet)
    const current = { 'If-Match': patched.json.etag! }
    const reply = await moveTo(user, event.id, { to: destination, headers: current })
    expect(reply.status).toBe(200)
  })
})
