import { describe, expect, it } from 'vitest'
import type { Patch } from '#/contract/schema.ts'
import {
  day,
  eventContext,
  expectRefused,
  hour,
  stored,
} from '../../../../tests/support/event-drafts.ts'
import type { Event } from '../schemas/event.ts'
import { draftForInsert, draftForPatch } from './event-draft.ts'
import { nextSequence } from './sequence.ts'

const context = eventContext()

function sequenceAfter(
  patch: Patch<Event>,
  { given, more = {} }: { given?: number; more?: Event } = {},
) {
  const current = stored(draftForInsert(hour, context), { sequence: 3, ...more })
  const next = draftForPatch(current, patch, context)
  return nextSequence({
    current: current.event,
    currentTimes: current.times,
    next,
    requested: given,
  })
}

describe('the sequence of an event', () => {
  it.each<[Patch<Event>]>([
    [day],
    [{ end: { dateTime: '2026-05-01T11:00:00Z' } }],
    [{ recurrence: ['RRULE:FREQ=DAILY'] }],
    [{ status: 'cancelled' }],
  ])('grows with %o', (patch) => {
    expect(sequenceAfter(patch)).toBe(4)
  })

  it('grows when the event is restored', () => {
    expect(sequenceAfter({ status: 'confirmed' }, { more: { status: 'cancelled' } })).toBe(4)
  })

  it.each<[Patch<Event>]>([
    [{}],
    [{ summary: 'x', description: 'x', location: 'x', colorId: '3' }],
    [{ reminders: { useDefault: false } }],
    [{ status: 'tentative' }],
    [hour],
  ])('stays with %o', (patch) => {
    expect(sequenceAfter(patch)).toBe(3)
  })

  it('is at least the value of the body', () => {
    expect(sequenceAfter(day, { given: 3 })).toBe(4)
    expect(sequenceAfter(day, { given: 9 })).toBe(9)
    expect(sequenceAfter({}, { given: 9 })).toBe(9)
  })

  it('never falls', () => {
    const message = 'Invalid sequence value.'
    expectRefused(() => sequenceAfter({}, { given: 2 }), { reason: 'invalid', message })
  })
})
