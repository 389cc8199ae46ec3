import { describe, expect, it } from 'vitest'
import {
  eventsOf,
  hourOn,
  importEvent,
  moveTo,
  movingScene,
  newEvent,
  syncTokenOf,
  told,
  walk,
} from '../support/imported-events.ts'
import { share } from '../support/listed-calendars.ts'
import { expectRefusal, insufficientPermissions } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

onEveryEngine('events.move', (site) => {
  it('makes the other calendar the organizer and notifies both', async () => {
    const { user, event, destination } = await movingScene(site, { description: 'About it' })
    const [leaving, arriving] = [await syncTokenOf(user), await syncTokenOf(user, destination)]
    const { status, json } = await moveTo(user, event.id, { to: destination })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: event.id,
      iCalUID: event.iCalUID,
      created: event.created,
      status: 'confirmed',
      summary: 'Talk',
      description: 'About it',
      creator: { email: user.email },
      organizer: { email: destination, displayName: 'Work', self: true },
      start: { dateTime: '2026-05-04T12:00:00+02:00', timeZone: 'UTC' },
    })
    expect(json.creator).not.toHaveProperty('self')
    expect((await user.get(`${eventsOf(destination)}/${event.id}`)).json).toEqual(json)
    expect((await user.get(`${eventsOf()}/${event.id}`)).json.status).toBe('cancelled')
    expect((await walk(user, eventsOf())).items).toEqual([])
    expect(await told(user, 'primary', leaving)).toEqual({ [event.id]: 'cancelled' })
    expect(await told(user, destination, arriving)).toEqual({ [event.id]: 'confirmed' })
  })

  it('keeps reminders, properties, guests and the source', async () => {
    const kept = {
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
      extendedProperties: { private: { mine: '1' }, shared: { ours: '2' } },
      source: { url: 'https://example.com/', title: 'Page' },
      colorId: '7',
      transparency: 'transparent',
      visibility: 'private',
    }
    const { user, event, destination } = await movingScene(site, kept)
    expect((await moveTo(user, event.id, { to: destination })).json).toMatchObject(kept)
  })

  it('turns the copy that the destination has of the event into the event', async () => {
    const { user, destination } = await movingScene(site)
    const { json: event } = await importEvent(user, { summary: 'Ours' })
    const invitation = { organizer: { email: user.email }, attendees: [{ email: destination }] }
    const copy = await importEvent(user, invitation, destination)
    expect([copy.status, copy.json.id]).toEqual([200, event.id])
    const { status, json } = await moveTo(user, event.id!, { to: destination })
    expect([status, json.summary, json.organizer]).toMatchObject([
      200,
      'Ours',
      { email: destination, self: true },
    ])
    expect((await walk(user, eventsOf(destination))).items).toEqual([json])
  })

  it('frees the source of an id only as a deletion does', async () => {
    const { user, event, destination } = await movingScene(site)
    await moveTo(user, event.id, { to: destination })
    const again = await user.post(eventsOf(), { id: event.id, ...hourOn(4) })
    expectRefusal(again, { status: 409, reason: 'duplicate' })
  })

  describe.each([
    ['an event', {}],
    ['a series', { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }],
    ['an event with attendees', { attendees: [{ email: 'guest@elsewhere.example' }] }],
  ])('leaves a tombstone of %s', (_, body) => {
    it('that answers writes as a deleted event and stays deleted', async () => {
      const { user, event, destination } = await movingScene(site, body)
      await moveTo(user, event.id, { to: destination })
      const path = `${eventsOf()}/${event.id}`
      const { json: tombstone } = await user.get(path)
      const { iCalUID } = event
      for (const reply of [
        await user.patch(path, { status: 'confirmed' }),
        await user.patch(path, { summary: 'Mine' }),
        await user.put(path, { ...hourOn(4), status: 'confirmed' }),
        await user.delete(path),
        await importEvent(user, { iCalUID, ...body }),
        await importEvent(user, { iCalUID, ...body, organizer: { email: user.email } }),
      ]) {
        expectRefusal(reply, { status: 410, reason: 'deleted' })
      }
      expect((await user.get(path)).json).toEqual(tombstone)
      expect((await walk(user, eventsOf())).items).toEqual([])
    })

    it('that an invitation of the former calendar replaces', async () => {
      const { user, event, destination } = await movingScene(site, body)
      await moveTo(user, event.id, { to: destination })
      const attendees = [{ email: user.email }]
      await user.patch(`${eventsOf(destination)}/${event.id}`, { attendees })
      const { items } = await walk(user, eventsOf())
      expect(items).toMatchObject([{ id: event.id, organizer: { email: destination } }])
      expect((await user.delete(`${eventsOf()}/${event.id}`)).status).toBe(204)
    })

    it('that gives way when the event returns', async () => {
      const { user, event, destination } = await movingScene(site, body)
      await moveTo(user, event.id, { to: destination })
      await moveTo(user, event.id, { from: destination, to: user.email })
      const path = `${eventsOf()}/${event.id}`
      expect((await user.patch(path, { summary: 'Mine' })).json).toMatchObject({
        status: 'confirmed',
        summary: 'Mine',
        organizer: { self: true },
      })
    })
  })

  it('in opposite directions at the same time neither deadlocks nor loses anything', async () => {
    const { user, destination } = await movingScene(site)
    const numbers = Array.from({ length: 12 }, (_, number) => number)
    const here = await Promise.all(numbers.map(() => newEvent(user)))
    const there = await Promise.all(numbers.map(() => newEvent(user, {}, destination)))
    const replies = await Promise.all(
      numbers.flatMap((number) => [
        moveTo(user, here[number]!.id, { to: destination }),
        moveTo(user, there[number]!.id, { from: destination, to: 'primary' }),
      ]),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const idsOn = async (calendarId?: string) =>
      (await walk(user, eventsOf(calendarId))).items.map(({ id }) => id)
    expect(await idsOn(destination)).toEqual(here.map(({ id }) => id).sort())
    expect(await idsOn()).toEqual(expect.arrayContaining(there.map(({ id }) => id)))
  })

  it('of one event to two places at once lets one win', async () => {
    const { user, event, destination } = await movingScene(site)
    const { calendar } = await user.newCalendar()
    const replies = await Promise.all(
      [destination, calendar.id!].map((to) => moveTo(user, event.id, { to })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('asks for the calendar to move to', async () => {
    const { user, event } = await movingScene(site)
    for (const query of ['', '?destination=']) {
      const reply = await user.post(`${eventsOf()}/${event.id}/move${query}`)
      expectRefusal(reply, { status: 400, reason: 'required', location: 'destination' })
    }
    expect((await user.get(`${eventsOf()}/${event.id}`)).json).toEqual(event)
  })

  it('leaves tombstones of exceptions that answer writes as deleted events', async () => {
    const { user, event, destination } = await movingScene(site, {
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    })
    const [changed, plain] = [`${event.id}_20260505T100000Z`, `${event.id}_20260506T100000Z`]
    await user.patch(`${eventsOf()}/${changed}`, { summary: 'Other' })
    await moveTo(user, event.id, { to: destination })
    for (const id of [changed, plain]) {
      const reply = await user.patch(`${eventsOf()}/${id}`, { status: 'confirmed' })
      expectRefusal(reply, { status: 410, reason: 'deleted' })
    }
  })

  it('needs a writer on both sides and no more', async () => {
    const [owner, guest] = [await site.user(), await site.user()]
    const ids = []
    for (let number = 0; number < 2; number++) {
      const id = (await owner.newCalendar()).calendar.id!
      await share(owner, id, { with: `user:${guest.email}`, as: 'writer' })
      ids.push(id)
    }
    const [from, to] = ids as [string, string]
    const event = await newEvent(owner, {}, from)
    const { status, json } = await moveTo(guest, event.id, { from, to })
    expect([status, json.creator]).toEqual([200, { email: owner.email }])
  })

  it('accepts its parameters from a form, as some clients send them', async () => {
    const { user, event, destination } = await movingScene(site)
    const body = new URLSearchParams({ destination, sendUpdates: 'none' }).toString()
    const { status, json } = await user.post(`${eventsOf()}/${event.id}/move`, body, form)
    expect([status, json.organizer]).toMatchObject([200, { email: destination }])
  })

  it('returns nothing if nothing is requested', async () => {
    const { user, event, destination } = await movingScene(site)
    const path = `${eventsOf()}/${event.id}/move?destination=${destination}&fields=`
    const { status, text } = await user.post(path)
    expect([status, text]).toEqual([200, '{}'])
    expect((await user.get(`${eventsOf(destination)}/${event.id}`)).status).toBe(200)
  })

  it('is not for programs that only use the calendars they have created', async () => {
    const { user, event, destination } = await movingScene(site)
    const app = await site.user({ email: user.email, scopes: ['calendar.app.created'] })
    expectRefusal(await moveTo(app, event.id, { to: destination }), insufficientPermissions)
    expect((await user.get(`${eventsOf()}/${event.id}`)).json).toEqual(event)
  })
})
