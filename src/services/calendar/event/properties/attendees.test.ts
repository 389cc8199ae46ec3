import { describe, expect, it } from 'vitest'
import {
  eventContext,
  expectRefused,
  hour,
  stored,
} from '../../../../../tests/support/event-drafts.ts'
import type { Event, EventAttendee } from '../../schemas/event.ts'
import { draftForInsert, draftForPatch, draftForUpdate } from '../event-draft.ts'
import { addressIn } from './attendees.ts'

const context = eventContext()

const invited = (...attendees: EventAttendee[]) => draftForInsert({ ...hour, attendees }, context)

const bob = { email: 'bob@x.org', responseStatus: 'accepted' }

const ann = { email: 'ann@x.org', responseStatus: 'needsAction' }

const crowd = Array.from({ length: 6 }, (_, index) => ({ email: `guest${index}@x.org` }))

describe('attendees', () => {
  it.each<[string, EventAttendee, string, string]>([
    ['without an address', {}, 'required', 'email'],
    ['with a blank address', { email: ' ' }, 'required', 'email'],
    ['with a malformed address', { email: 'bob' }, 'invalid', 'Invalid attendee email.'],
    ['with an unknown response', { ...bob, responseStatus: 'maybe' }, 'invalid', 'response'],
    ['with fewer than no guests', { ...bob, additionalGuests: -1 }, 'invalid', 'guests'],
  ])('are refused %s', (_, attendee, reason, message) => {
    expectRefused(() => invited(attendee), { reason, message })
  })

  it('have an address in lower case and a response, and nothing at its default', () => {
    const { content } = invited({
      email: 'Bob@X.org',
      displayName: '',
      comment: '',
      optional: false,
      resource: false,
      additionalGuests: 0,
    })
    expect(content.attendees).toEqual([{ email: 'bob@x.org', responseStatus: 'needsAction' }])
  })

  it('keep the fields of the body, except those that the server computes', () => {
    const said = {
      ...bob,
      displayName: 'Bob',
      comment: 'Late',
      optional: true,
      additionalGuests: 2,
    }
    const { content } = invited({ ...said, resource: true, id: '7', self: true, organizer: true })
    expect(content.attendees).toEqual([{ ...said, resource: true }])
  })

  it('are invited once, as the list has them first', () => {
    const { content } = invited(bob, { email: 'BOB@x.org', responseStatus: 'declined' }, ann)
    expect(content.attendees).toEqual([bob, ann])
  })

  it('are absent if the list is empty', () => {
    expect(invited().content).not.toHaveProperty('attendees')
    const emptied = draftForPatch(stored(invited(bob)), { attendees: [] }, context)
    expect(emptied.content).not.toHaveProperty('attendees')
  })

  it('are reset to needsAction if a patch omits their response', () => {
    const patched = draftForPatch(
      stored(invited(bob)),
      { attendees: [{ email: bob.email }] },
      context,
    )
    expect(patched.content.attendees).toEqual([{ ...bob, responseStatus: 'needsAction' }])
  })

  it('stay the rooms or people that they were when they were first invited', () => {
    const room = { ...bob, resource: true }
    const replaced = draftForUpdate(
      stored(invited(room, ann)),
      {
        ...hour,
        attendees: [bob, { ...ann, resource: true }],
      },
      context,
    )
    expect(replaced.content.attendees).toEqual([room, ann])
  })
})

describe('a list of attendees that is not whole', () => {
  const current = stored(invited(bob, ann), {
    attendees: [bob, { ...ann, self: true, organizer: true }],
  })
  const answered = { ...ann, responseStatus: 'declined' }
  const partial: Event = {
    attendeesOmitted: true,
    attendees: [{ ...bob, responseStatus: 'declined' }, answered],
  }

  it.each([
    ['patch', () => draftForPatch(current, partial, context)],
    ['replacement', () => draftForUpdate(current, { ...hour, ...partial }, context)],
  ])('changes the entry of the calendar alone in a %s', (_, change) => {
    expect(change().content.attendees).toEqual([bob, answered])
    expect(change().content).not.toHaveProperty('attendeesOmitted')
  })

  it('leaves the other attendees unchanged if it is absent', () => {
    const replaced = draftForUpdate(current, { ...hour, attendeesOmitted: true }, context)
    expect(replaced.content.attendees).toEqual([bob, ann])
  })

  it('adds the calendar if it was not listed', () => {
    const alone = stored(invited(bob))
    expect(draftForPatch(alone, partial, context).content.attendees).toEqual([bob, answered])
  })

  it('means nothing when an event is new', () => {
    const { content } = draftForInsert(
      { ...hour, attendeesOmitted: true, attendees: [bob] },
      context,
    )
    expect(content.attendees).toEqual([bob])
    expect(content).not.toHaveProperty('attendeesOmitted')
  })
})

describe('a limit on attendees', () => {
  it('refuses more of them than an event can have', () => {
    expect(invited(...crowd.slice(1)).content.attendees).toHaveLength(5)
    expectRefused(() => invited(...crowd), { reason: 'invalid', message: 'at most 5' })
  })

  it('refuses attendees whom a service account invites on its own behalf', () => {
    const bare = eventContext({ isBareServiceAccount: true })
    expectRefused(() => draftForInsert({ ...hour, attendees: [bob] }, bare), {
      reason: 'forbiddenForServiceAccounts',
      status: 403,
    })
    expect(draftForInsert({ ...hour, attendees: [] }, bare).content.attendees).toBeUndefined()
  })

  it('lets those stay who were invited before', () => {
    const current = stored(
      draftForInsert({ ...hour, attendees: crowd }, eventContext({ attendeesMax: 6 })),
    )
    const strict = eventContext({ isBareServiceAccount: true })
    expect(draftForPatch(current, { summary: 'x' }, strict).content.attendees).toHaveLength(6)
    const fewer = draftForPatch(current, { attendees: crowd.slice(2) }, strict)
    expect(fewer.content.attendees).toHaveLength(4)
  })
})

it.each([
  ['ann@example.com', 'ann@example.com'],
  [' Ann@Example.com ', 'ann@example.com'],
  ['mailto:ann@example.com', 'ann@example.com'],
  [' MAILTO:Ann@example.com', 'ann@example.com'],
  ['<ann@example.com>', undefined],
  ['Ann <ann@example.com>', undefined],
  ['ann@<example.com>', undefined],
  ['mailto:', undefined],
  ['tel:+1-555-0100', undefined],
  ['', undefined],
])('%j names the address %j', (text, address) => {
  expect(addressIn(text)).toBe(address)
})
