import { describe, expect, it } from 'vitest'
import { type HttpReply, send } from '../support/http.ts'
import { eventsOf, hourOn, newEvent, walk } from '../support/imported-events.ts'
import { sharedCalendar } from '../support/listed-calendars.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

/** Adds an event as a mail gateway does. */
const fromMail = (
  { base, paths, token }: WireUser,
  body: object = {},
  calendarId = 'primary',
): Promise<HttpReply> =>
  send(`${base}${paths.almanac}/calendars/${calendarId}/mailEvents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: { summary: 'Flight', ...hourOn(4), ...body },
  })

onEveryEngine('an event out of a mail', (site) => {
  it('is of a type of its own, whatever type its maker names', async () => {
    const user = await site.user()
    for (const eventType of [undefined, 'default', 'fromGmail', 'fromMail', 'focusTime']) {
      const { status, json } = await fromMail(user, { eventType })
      expect([status, json.eventType, json.summary]).toEqual([200, 'fromMail', 'Flight'])
      expect((await user.get(`${eventsOf()}/${json.id}`)).json).toEqual(json)
    }
  })

  it('is found by its type under both names', async () => {
    const user = await site.user()
    const { json } = await fromMail(user)
    const plain = await newEvent(user)
    const listed = async (eventTypes: string) =>
      (await user.get(`${eventsOf()}?${eventTypes}`)).json.items
    expect(await listed('eventTypes=fromMail')).toEqual([json])
    expect(await listed('eventTypes=fromGmail')).toEqual([json])
    expect(await listed('eventTypes=default')).toEqual([plain])
    expect(await listed('eventTypes=fromGmail&eventTypes=default')).toHaveLength(2)
  })

  it('may have an id and an identifier, each of which it takes once', async () => {
    const user = await site.user()
    const named = { id: 'flight1', iCalUID: 'flight@airline.example' }
    expect((await fromMail(user, named)).json).toMatchObject(named)
    const duplicate = { status: 409, reason: 'duplicate' }
    expectRefusal(await fromMail(user, { id: 'flight1' }), duplicate)
    expectRefusal(await fromMail(user, { iCalUID: named.iCalUID }), duplicate)
    const badId = await fromMail(user, { id: 'Flight-1' })
    expectRefusal(badId, { status: 400, reason: 'invalid' })
    expect((await walk(user, eventsOf())).items).toHaveLength(1)
  })

  describe('can be changed in', () => {
    it.each([
      ['its colour', { colorId: '7' }],
      ['its reminders', { reminders: { useDefault: false } }],
      ['its visibility', { visibility: 'private' }],
      ['whether it blocks time', { transparency: 'transparent' }],
      ['its status', { status: 'tentative' }],
      ['its properties', { extendedProperties: { private: { a: '1' }, shared: { b: '2' } } }],
      ['its attendees', { attendees: [{ email: 'guest@example.com' }] }],
    ])('%s', async (_, change) => {
      const user = await site.user()
      const { json } = await fromMail(user)
      const reply = await user.patch(`${eventsOf()}/${json.id}`, change)
      expect(reply.status).toBe(200)
      expect(reply.json).toMatchObject({ ...change, eventType: 'fromMail' })
    })
  })

  describe('cannot be changed in', () => {
    it.each([
      ['its title', { summary: 'Other' }],
      ['its place', { location: 'Other' }],
      ['its times', hourOn(5)],
      ['its description', { description: 'Other' }],
    ])('%s', async (_, change) => {
      const user = await site.user()
      const { json } = await fromMail(user)
      const path = `${eventsOf()}/${json.id}`
      const patched = await user.patch(path, change)
      const put = await user.put(path, { ...json, ...change })
      // Whether such a change is refused or passed over, nothing comes of it.
      for (const { status } of [patched, put]) expect([200, 400]).toContain(status)
      const { json: after } = await user.get(path)
      for (const name of Object.keys(change)) expect(after[name]).toEqual(json[name])
      expect(after.eventType).toBe('fromMail')
    })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('has to have times as any other', async () => {
    const user = await site.user()
    const reply = await fromMail(user, { end: undefined })
    expectRefusal(reply, { status: 400, reason: 'required' })
    expect((await walk(user, eventsOf())).items).toEqual([])
  })

  it('is never made by an insert', async () => {
    const user = await site.user()
    for (const eventType of ['fromMail', 'fromGmail']) {
      const reply = await user.post(eventsOf(), { ...hourOn(4), eventType })
      expect(reply.status).toBe(400)
    }
    expect((await walk(user, eventsOf())).items).toEqual([])
  })

  it('stays what it is: no other event becomes one, and it becomes no other', async () => {
    const user = await site.user()
    const plain = await newEvent(user)
    const toMail = await user.patch(`${eventsOf()}/${plain.id}`, { eventType: 'fromMail' })
    expect(toMail.status).toBe(400)
    const { json } = await fromMail(user)
    const toPlain = await user.patch(`${eventsOf()}/${json.id}`, { eventType: 'default' })
    expect(toPlain.status).toBe(400)
    const synonym = await user.patch(`${eventsOf()}/${json.id}`, { eventType: 'fromGmail' })
    expect([synonym.status, synonym.json.eventType]).toEqual([200, 'fromMail'])
  })

  it('is deleted as any other, and is not moved', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const { json } = await fromMail(user)
    const path = `${eventsOf()}/${json.id}`
    const reply = await user.post(`${path}/move?destination=${calendar.id}`)
    expectRefusal(reply, { status: 400, reason: 'eventTypeRestriction' })
    expect((await user.delete(path)).status).toBe(204)
  })

  it('is added by writers only', async () => {
    const { guest, calendarId } = await sharedCalendar(site)
    const reply = await fromMail(guest, {}, calendarId)
    expectRefusal(reply, { status: 403, reason: 'requiredAccessLevel' })
    expectRefusal(await fromMail(guest, {}, 'nosuch'), notFound)
    const readOnly = await site.user({ email: guest.email, scopes: ['calendar.readonly'] })
    const refused = await fromMail(readOnly)
    expectRefusal(refused, { status: 403, reason: 'insufficientPermissions' })
  })
})
