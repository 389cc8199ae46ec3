import { expect, it } from 'vitest'
import {
  type CalendarEvents,
  hour,
  primaryEvents,
  secondaryEvents,
} from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const known = '?conferenceDataVersion=1'
const request = (requestId: string, type?: string) => ({
  conferenceData: {
    createRequest: { requestId, ...(type && { conferenceSolutionKey: { type } }) },
  },
})
const video = { entryPointType: 'video', uri: 'https://calls.test/1' }
const taken = (more: object = {}) => ({
  conferenceData: {
    conferenceSolution: { key: { type: 'addOn' }, name: 'Calls' },
    entryPoints: [video],
    ...more,
  },
})
const invalidType = { status: 400, reason: 'invalid', message: 'Invalid conference type value.' }

onEveryEngine('conferences of events', (site) => {
  // Scenario 94
  it('are there in the answer to the request for one', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(request('one', 'hangoutsMeet'), known)
    const link = event.hangoutLink as string
    expect(link).toMatch(/^https:\/\/.+\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/)
    expect(event.conferenceData).toEqual({
      createRequest: {
        requestId: 'one',
        conferenceSolutionKey: { type: 'hangoutsMeet' },
        status: { statusCode: 'success' },
      },
      entryPoints: [{ entryPointType: 'video', uri: link, label: link.slice('https://'.length) }],
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: expect.any(String) },
      conferenceId: link.slice(-12),
      signature: expect.stringMatching(/.{20}/),
    })
    expect(await events.read(event.id)).toEqual(event)
    expect((await events.put(event.id, event, known)).json).toEqual(event)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are neither created nor changed by callers without conferenceDataVersion', async () => {
    const events = await primaryEvents(site)
    for (const query of ['', '?conferenceDataVersion=0']) {
      const bare = await events.make(request('one'), query)
      expect(bare).not.toHaveProperty('conferenceData')
      expect(bare).not.toHaveProperty('hangoutLink')
    }
    const event = await events.make(request('one'), known)
    const { conferenceData, hangoutLink } = event
    const patched = await events.patch(event.id, { summary: 'x', conferenceData: null })
    expect(patched.json).toMatchObject({ summary: 'x', conferenceData, hangoutLink })
    expect((await events.put(event.id, hour)).json).toMatchObject({ conferenceData, hangoutLink })
    expect((await events.patch(event.id, request('two'))).json).toMatchObject({ conferenceData })
  })

  it.each([
    ['a patch with null', (events, id) => events.patch(id, { conferenceData: null }, known)],
    ['a PUT without it', (events, id) => events.put(id, hour, known)],
    ['a PUT with null', (events, id) => events.put(id, { ...hour, conferenceData: null }, known)],
  ] as [string, (events: CalendarEvents, id: string) => ReturnType<CalendarEvents['put']>][])(
    'go with %s',
    async (_, remove) => {
      const events = await primaryEvents(site)
      const { id } = await events.make(request('one'), known)
      const { json } = await remove(events, id)
      expect(json.id).toBe(id)
      expect(json).not.toHaveProperty('conferenceData')
      expect(json).not.toHaveProperty('hangoutLink')
    },
  )

  it('are created once per request id', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(request('one'), known)
    expect((await events.patch(event.id, request('one'), known)).json).toEqual(event)
    const { json } = await events.patch(event.id, request('two'), known)
    expect(json.hangoutLink).not.toBe(event.hangoutLink)
    expect(json.conferenceData).toMatchObject({ createRequest: { requestId: 'two' } })
    expect((await events.patch(event.id, { summary: 'x' }, known)).json).toMatchObject({
      conferenceData: json.conferenceData,
    })
  })

  it('are merged by a patch with further fields', async () => {
    const events = await primaryEvents(site)
    const event = await events.make(request('one'), known)
    const { json } = await events.patch(event.id, { conferenceData: { notes: 'Knock' } }, known)
    expect(json.conferenceData).toEqual({ ...(event.conferenceData as object), notes: 'Knock' })
    expect(json.hangoutLink).toBe(event.hangoutLink)
  })

  it('are different for each event, also for the same request id', async () => {
    const events = await primaryEvents(site)
    const [one, other] = [
      await events.make(request('one'), known),
      await events.make(request('one'), known),
    ]
    expect(one.hangoutLink).not.toBe(other.hangoutLink)
  })

  it('are of the first kind that the calendar allows, unless asked otherwise', async () => {
    const allowedConferenceSolutionTypes = ['eventNamedHangout', 'hangoutsMeet']
    const events = await secondaryEvents(site, {
      conferenceProperties: { allowedConferenceSolutionTypes },
    })
    const first = await events.make(request('one'), known)
    expect(first.conferenceData).toMatchObject({
      conferenceSolution: { key: { type: 'eventNamedHangout' } },
    })
    const wanted = await events.make(request('one', 'hangoutsMeet'), known)
    expect(wanted.conferenceData).toMatchObject({
      conferenceSolution: { key: { type: 'hangoutsMeet' } },
    })
  })

  it('can be copied from one event to another', async () => {
    const events = await primaryEvents(site)
    const { conferenceData, hangoutLink } = await events.make(request('one'), known)
    const copy = await events.make({ conferenceData }, known)
    expect(copy).toMatchObject({ conferenceData, hangoutLink })
  })

  it('of others are kept as they are given, without a hangoutLink', async () => {
    const events = await primaryEvents(site)
    const phone = { entryPointType: 'phone', uri: 'tel:+41310000000', pin: '12' }
    const body = taken({ entryPoints: [phone], notes: 'Ring twice', conferenceId: 'x' })
    const event = await events.make(body, known)
    expect(event.conferenceData).toEqual(body.conferenceData)
    expect(event).not.toHaveProperty('hangoutLink')
    expect(await events.make(taken(), known)).not.toHaveProperty('hangoutLink')
    const own = await events.make(request('one'), known)
    const { json: replaced } = await events.patch(
      own.id,
      { conferenceData: { ...taken().conferenceData, createRequest: null } },
      known,
    )
    expect(replaced.conferenceData).toMatchObject(taken().conferenceData)
    expect(replaced).not.toHaveProperty('hangoutLink')
  })

  // Scenario 95
  it.each([
    ['an unknown kind', request('one', 'nosuch')],
    ['a kind that the calendar does not allow', request('one', 'eventHangout')],
    ['an add-on asked of the server', request('one', 'addOn')],
    ['a solution of an unknown kind', taken({ conferenceSolution: { key: { type: 'nosuch' } } })],
    ['a solution without a kind', taken({ conferenceSolution: { name: 'Calls' } })],
  ])('are refused for %s, and nothing changes', async (_, body) => {
    const events = await primaryEvents(site)
    const event = await events.make()
    expectRefusal(await events.insert({ ...hour, ...body }, known), invalidType)
    expectRefusal(await events.patch(event.id, body, known), invalidType)
    expect((await events.list()).items).toEqual([event])
  })

  const entry = (more: object) => taken({ entryPoints: [{ ...video, ...more }] })

  it.each([
    ['no request id', { conferenceData: { createRequest: {} } }, 'required'],
    ['neither request nor entry', { conferenceData: { conferenceId: 'x' } }, 'invalid'],
    ['a solution without entries', taken({ entryPoints: [] }), 'invalid'],
    ['two videos', taken({ entryPoints: [video, video] }), 'invalid'],
    ['nothing but more', entry({ entryPointType: 'more' }), 'invalid'],
    ['an unknown entry', entry({ entryPointType: 'door' }), 'invalid'],
    ['an entry without an address', entry({ uri: '' }), 'required'],
    ['a video by telephone', entry({ uri: 'tel:+41310000000' }), 'invalid'],
    ['a script', entry({ uri: 'javascript:alert(1)' }), 'invalid'],
    ['a long address', entry({ uri: `https://x.test/${'x'.repeat(1300)}` }), 'invalid'],
    ['a long label', entry({ label: 'x'.repeat(513) }), 'invalid'],
    ['a long pin', entry({ pin: '1'.repeat(129) }), 'invalid'],
    ['long notes', taken({ notes: 'x'.repeat(2049) }), 'invalid'],
  ])('are refused with %s', async (_, body, reason) => {
    const events = await primaryEvents(site)
    const reply = await events.insert({ ...hour, ...body }, known)
    expectRefusal(reply, { status: 400, reason })
    expect((await events.list()).items).toEqual([])
  })

  it('come in versions 0 and 1', async () => {
    const events = await primaryEvents(site)
    for (const version of ['2', '-1', 'x']) {
      const reply = await events.insert(hour, `?conferenceDataVersion=${version}`)
      expectRefusal(reply, {
        status: 400,
        reason: 'invalidParameter',
        location: 'conferenceDataVersion',
      })
    }
  })
})
