import { expect, it } from 'vitest'
import { day, fullBody, hour, primaryEvents } from '../support/event-bodies.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('updating events', (site) => {
  // Scenario 25
  it('clears what a PUT omits, and keeps what is not for clients to write', async () => {
    const events = await primaryEvents(site)
    const { sequence: _, ...body } = fullBody
    const event = await events.make({ ...body, privateCopy: true })
    const reply = await events.put(event.id, { summary: 'Bare', ...hour })
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      kind: 'calendar#event',
      etag: reply.headers.etag,
      id: event.id,
      status: 'confirmed',
      htmlLink: event.htmlLink,
      created: event.created,
      updated: expect.any(String),
      summary: 'Bare',
      creator: event.creator,
      organizer: event.organizer,
      start: event.start,
      end: event.end,
      iCalUID: event.iCalUID,
      sequence: 0,
      privateCopy: true,
      reminders: { useDefault: true },
      eventType: 'default',
    })
    expect(reply.json.etag).not.toBe(event.etag)
    expect(await events.read(event.id)).toEqual(reply.json)
  })

  it('moves the etag, the time of the change and the list', async () => {
    const events = await primaryEvents(site)
    const event = await events.make()
    const token = await events.syncToken()
    await site.call('/_almanac/clock', { method: 'POST', body: { advance: 5 } })
    const { json } = await events.put(event.id, { ...event, summary: 'Dinner' })
    expect(json).toEqual({ ...event, summary: 'Dinner', etag: json.etag, updated: json.updated })
    expect(json.etag).not.toBe(event.etag)
    expect(String(json.updated) > String(event.updated)).toBe(true)
    expect(await events.changedSince(token)).toEqual([event.id])
    expect((await events.list()).updated).toBe(json.updated)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('takes null as left out', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const { json } = await events.put(event.id, { ...fullBody, location: null, colorId: null })
    const { location: _, colorId: __, ...rest } = event
    expect(json).toEqual({ ...rest, etag: json.etag, updated: json.updated })
  })

  // Scenario 14
  it('changes nothing when an event is sent as it was read', async () => {
    const events = await primaryEvents(site)
    for (const body of [{}, fullBody, day]) {
      const event = await events.make(body)
      const token = await events.syncToken()
      const reply = await events.put(event.id, event)
      expect(reply.json).toEqual(event)
      expect(reply.headers.etag).toBe(event.etag)
      expect(await events.changedSince(token)).toEqual([])
      expect(await events.read(event.id)).toEqual(event)
    }
  })

  it('changes nothing when an event is sent as it is shown in another zone', async () => {
    const events = await primaryEvents(site)
    const event = await events.make()
    const shown = await events.read(event.id, '?timeZone=Asia/Tokyo')
    expect(shown).not.toEqual(event)
    expect((await events.put(event.id, shown)).json).toEqual(event)
  })

  it('treats the members of an object in any order as the same object', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ extendedProperties: { private: { a: '1', b: '2' } } })
    const turned = { extendedProperties: { private: { b: '2', a: '1' } } }
    const { json } = await events.put(event.id, { ...event, ...turned })
    expect([json.etag, json.updated]).toEqual([event.etag, event.updated])
  })

  it('replaces maps and lists', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make({
      extendedProperties: { private: { a: '1', b: '2' }, shared: { c: '3' } },
      attendees: [{ email: 'a@elsewhere.test' }, { email: 'b@elsewhere.test' }],
    })
    const { json } = await events.put(id, {
      ...hour,
      extendedProperties: { private: { b: '4' } },
      attendees: [{ email: 'c@elsewhere.test' }],
    })
    expect(json.extendedProperties).toEqual({ private: { b: '4' } })
    expect(json.attendees).toEqual([{ email: 'c@elsewhere.test', responseStatus: 'needsAction' }])
  })

  it('looks at the id in the address, not at the one in the body', async () => {
    const events = await primaryEvents(site)
    const [one, other] = [await events.make(), await events.make()]
    const { json } = await events.put(one.id, { ...other, summary: 'Dinner' })
    expect([json.id, json.iCalUID]).toEqual([one.id, one.iCalUID])
    expect(await events.read(other.id)).toEqual(other)
  })

  it('never makes an event', async () => {
    const events = await primaryEvents(site)
    for (const id of ['nosuchevent', 'abcde_20260501']) {
      expectRefusal(await events.put(id, { ...hour, id }), notFound)
      expectRefusal(await events.patch(id, { summary: 'x' }), notFound)
    }
    expect((await events.list('?showDeleted=true')).items).toEqual([])
  })

  it.each([
    ['no body', undefined, 'required'],
    ['no times', { summary: 'x' }, 'required'],
    ['no start', { end: hour.end }, 'required'],
    ['no end', { start: hour.start }, 'required'],
    ['another type', { ...hour, eventType: 'focusTime' }, 'eventTypeRestriction'],
    ['a type that there is not', { ...hour, eventType: 'party' }, 'invalid'],
    ['a colour that there is not', { ...hour, colorId: '0' }, 'invalid'],
    ['an unknown status', { ...hour, status: 'gone' }, 'invalid'],
    ['a wrong source', { ...hour, source: { url: 'mailto:a@x.test' } }, 'invalid'],
    ['broken JSON', '{', 'parseError'],
  ])('refuses %s and changes nothing', async (_, body, reason) => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    expectRefusal(await events.put(event.id, body), { status: 400, reason })
    expect(await events.read(event.id)).toEqual(event)
  })
})
