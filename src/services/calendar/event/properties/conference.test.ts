import { describe, expect, it } from 'vitest'
import {
  eventContext,
  expectRefused,
  hour,
  stored,
  wireForm,
} from '../../../../../tests/support/event-drafts.ts'
import type { ConferenceData, EntryPoint, Event } from '../../schemas/event.ts'
import { draftForInsert, draftForPatch, draftForUpdate } from '../event-draft.ts'

const passedOver = eventContext({ reading: { conferenceDataVersion: 0 } })
const meeting = (requestId: string, type?: string): ConferenceData => ({
  createRequest: { requestId, ...(type && { conferenceSolutionKey: { type } }) },
})
const inserted = (conferenceData: ConferenceData, context = eventContext()) =>
  draftForInsert({ ...hour, conferenceData }, context).content

const made = {
  createRequest: {
    requestId: 'r1',
    conferenceSolutionKey: { type: 'hangoutsMeet' },
    status: { statusCode: 'success' },
  },
  entryPoints: [
    {
      entryPointType: 'video',
      uri: 'https://meet.x.org/abc-defg-hi1',
      label: 'meet.x.org/abc-defg-hi1',
    },
  ],
  conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Online meeting' },
  conferenceId: 'abc-defg-hi1',
  signature: 'signed1',
}

const video = { entryPointType: 'video', uri: 'https://zoom.example/1' }
const zoom = (...entryPoints: EntryPoint[]): ConferenceData => ({
  conferenceSolution: { key: { type: 'addOn' }, name: 'Zoom' },
  entryPoints,
})

describe('a request for a conference', () => {
  it.each([undefined, 'hangoutsMeet'])('of the type %s makes one', (type) => {
    const { conferenceData, hangoutLink } = inserted(meeting('r1', type))
    expect(conferenceData).toEqual(made)
    expect(hangoutLink).toBe('https://meet.x.org/abc-defg-hi1')
  })

  it('is ignored unless the caller supports conferences', () => {
    expect(inserted(meeting('r1'), passedOver)).not.toHaveProperty('conferenceData')
  })

  it('creates no second one when it is repeated, and another one when it is new', () => {
    const context = eventContext()
    const current = stored(draftForInsert({ ...hour, conferenceData: meeting('r1') }, context))
    const patched = (requestId: string) =>
      draftForPatch(current, { conferenceData: meeting(requestId) }, context).content
    expect(patched('r1').conferenceData).toEqual(made)
    expect(patched('r2')).toMatchObject({
      conferenceData: { conferenceId: 'abc-defg-hi2', createRequest: { requestId: 'r2' } },
      hangoutLink: 'https://meet.x.org/abc-defg-hi2',
    })
  })

  it.each<[ConferenceData, string, string]>([
    [meeting('r1', 'nosuch'), 'invalid', 'Invalid conference type value.'],
    [meeting('r1', 'addOn'), 'invalid', 'Invalid conference type value.'],
    [meeting(''), 'required', 'request id'],
    [{ notes: 'Nothing else' }, 'invalid', 'conference data'],
  ])('is refused as %o', (conferenceData, reason, message) => {
    expectRefused(() => inserted(conferenceData), { reason, message })
  })

  it('is refused if the calendar has no conferences', () => {
    const context = eventContext({ calendar: { conferenceTypes: [] } })
    expectRefused(() => inserted(meeting('r1'), context), { reason: 'invalid' })
  })
})

describe('a conference', () => {
  const current = stored(draftForInsert({ ...hour, conferenceData: meeting('r1') }, eventContext()))

  it.each<[string, Event | { conferenceData: null }, boolean]>([
    ['a patch that does not name it', { summary: 'x' }, true],
    ['a patch that clears it', { conferenceData: null }, false],
  ])('after %s is still there: %s', (_, patch, isKept) => {
    const { content } = draftForPatch(current, patch, eventContext())
    expect('conferenceData' in content && 'hangoutLink' in content).toBe(isKept)
  })

  it('is removed by a replacement that omits it', () => {
    const { content } = draftForUpdate(current, hour, eventContext())
    expect(content).not.toHaveProperty('conferenceData')
    expect(content).not.toHaveProperty('hangoutLink')
  })

  it('is unchanged by callers that do not support conferences', () => {
    const cleared = draftForPatch(current, { conferenceData: null }, passedOver)
    const replaced = draftForUpdate(current, hour, passedOver)
    for (const { content } of [cleared, replaced]) expect(content.conferenceData).toEqual(made)
  })

  it('stays even if the calendar no longer has its type', () => {
    const { createRequest, ...rest } = made
    const { status, ...request } = createRequest
    const body = {
      ...wireForm({ ...current, content: {} }),
      conferenceData: { ...rest, createRequest: request },
    }
    const context = eventContext({ calendar: { conferenceTypes: [] } })
    expect(draftForUpdate(current, body, context).content.conferenceData).toEqual(made)
  })

  it('is merged with a patch of its parts', () => {
    const { content } = draftForPatch(
      current,
      { conferenceData: { notes: 'Be kind' } },
      eventContext(),
    )
    expect(content.conferenceData).toEqual({ ...made, notes: 'Be kind' })
  })
})

describe('a conference of another system', () => {
  const phone = { entryPointType: 'phone', uri: 'tel:+41441234567', pin: '1' }
  const sip = { entryPointType: 'sip', uri: 'sip:1@x.org' }
  const more = { entryPointType: 'more', uri: 'https://zoom.example/more' }

  it('is stored as it is given', () => {
    const given = { ...zoom(video, phone, phone, sip, more), conferenceId: '1', notes: '<b>Hi</b>' }
    expect(inserted(given).conferenceData).toEqual(given)
  })

  it('has a hangoutLink unless an add-on provides it', () => {
    expect(inserted(zoom(video))).not.toHaveProperty('hangoutLink')
    const conferenceSolution = { key: { type: 'hangoutsMeet' } }
    expect(inserted({ ...zoom(video), conferenceSolution }).hangoutLink).toBe(video.uri)
  })

  it.each<[string, ConferenceData, string]>([
    [
      'has another type than allowed',
      { ...zoom(video), conferenceSolution: { key: { type: 'eventHangout' } } },
      'invalid',
    ],
    ['has no type', { ...zoom(video), conferenceSolution: {} }, 'invalid'],
    ['has no way in', zoom(), 'invalid'],
    ['has only more information', zoom(more), 'invalid'],
    ['has two videos', zoom(video, { ...video }), 'invalid'],
    ['has an unknown way in', zoom({ ...video, entryPointType: 'constructor' }), 'invalid'],
    ['has a way in without address', zoom({ entryPointType: 'video' }), 'required'],
    [
      'has a video that is no web address',
      zoom({ ...video, uri: 'javascript:alert(1)' }),
      'invalid',
    ],
    [
      'has a phone that is both free and not',
      zoom({ ...phone, entryPointFeatures: ['toll', 'toll_free'] }),
      'invalid',
    ],
    ['has a phone that is no number', zoom({ ...phone, uri: 'https://x.org' }), 'invalid'],
  ])('is refused when it %s', (_, conferenceData, reason) => {
    expectRefused(() => inserted(conferenceData), { reason })
  })
})
