import { expect, it } from 'vitest'
import { fullBody, primaryEvents } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('patching events', (site) => {
  // Scenario 24
  it('changes what it names and leaves the rest', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const token = await events.syncToken()
    const reply = await events.patch(event.id, { summary: 'x' })
    expect(reply.status).toBe(200)
    const { etag } = reply.headers
    const { updated } = reply.json
    expect(reply.json).toEqual({ ...event, summary: 'x', etag, updated })
    expect(etag).not.toBe(event.etag)
    expect(String(updated) >= String(event.updated)).toBe(true)
    expect(await events.read(event.id)).toEqual(reply.json)
    expect(await events.changedSince(token)).toEqual([event.id])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  const clearable = [
    'summary',
    'description',
    'location',
    'colorId',
    'transparency',
    'visibility',
    'extendedProperties',
    'anyoneCanAddSelf',
    'guestsCanInviteOthers',
    'guestsCanModify',
    'guestsCanSeeOtherGuests',
    'source',
  ]

  it.each(clearable)('clears %s with null', async (name) => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    expect(event).toHaveProperty(name)
    const { json } = await events.patch(event.id, { [name]: null })
    const { [name]: _, ...rest } = event
    expect(json).toEqual({ ...rest, etag: json.etag, updated: json.updated })
    expect(json.etag).not.toBe(event.etag)
  })

  it('resets status and reminders to their defaults with null', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const { json } = await events.patch(event.id, { status: null, reminders: null })
    expect(json).toMatchObject({ status: 'confirmed', reminders: { useDefault: true } })
  })

  it.each([
    ['empty texts', { summary: '', description: '', location: '', colorId: '' }],
    ['the words for the defaults', { transparency: 'opaque', visibility: 'default' }],
    [
      'the values that rights begin with',
      {
        anyoneCanAddSelf: false,
        guestsCanInviteOthers: true,
        guestsCanModify: false,
        guestsCanSeeOtherGuests: true,
      },
    ],
  ])('clears with %s as well', async (_, patch) => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const { json } = await events.patch(event.id, patch)
    for (const name of Object.keys(patch)) expect(json).not.toHaveProperty(name)
    expect(json).toEqual({
      ...Object.fromEntries(Object.entries(event).filter(([name]) => !(name in patch))),
      etag: json.etag,
      updated: json.updated,
    })
  })

  it.each([
    ['nothing', {}],
    ['no body', undefined],
    ['what is there already', { summary: fullBody.summary, location: 'Bern' }],
    ['the same in all its parts', fullBody],
    ['nothing about objects', { start: {}, extendedProperties: {}, reminders: {}, source: {} }],
    [
      'that absent things go',
      { attendees: null, recurrence: null, extendedProperties: { x: null } },
    ],
    ['only unknown properties', { colour: 'red', nested: { deep: [1] } }],
    ['only read-only properties', { id: 'x', etag: '"x"', kind: 'x', creator: { email: 'x' } }],
    ['the organizer', { organizer: { email: 'x@x.test' }, iCalUID: 'x', privateCopy: true }],
    ['the sequence it has', { sequence: 3 }],
    ['the type it has', { eventType: 'default' }],
  ])('leaves no trace when it says %s', async (_, patch) => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const token = await events.syncToken()
    const reply = await events.patch(event.id, patch)
    expect(reply.json).toEqual(event)
    expect(reply.headers.etag).toBe(event.etag)
    expect(await events.read(event.id)).toEqual(event)
    expect(await events.changedSince(token)).toEqual([])
  })

  it.each([
    ['a text that is a list', { description: ['a'] }, 'invalid'],
    ['an object that is a text', { extendedProperties: 'none' }, 'invalid'],
    ['null in a list', { attendees: [null] }, 'invalid'],
    ['a colour that there is not', { colorId: '12' }, 'invalid'],
    ['an unknown visibility', { visibility: 'hidden' }, 'invalid'],
    ['another type', { eventType: 'birthday' }, 'eventTypeRestriction'],
    ['a wrong source', { source: { url: 'javascript:alert(1)' } }, 'invalid'],
    ['an array as a body', [], 'parseError'],
  ])('refuses %s and changes nothing', async (_, patch, reason) => {
    const events = await primaryEvents(site)
    const event = await events.make(fullBody)
    const body = Array.isArray(patch) ? patch : { location: 'Basel', ...patch }
    expectRefusal(await events.patch(event.id, body), { status: 400, reason })
    expect(await events.read(event.id)).toEqual(event)
  })
})
