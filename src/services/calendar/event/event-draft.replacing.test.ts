import { describe, expect, it } from 'vitest'
import {
  day,
  eventContext,
  expectRefused,
  hour,
  stored,
} from '../../../../tests/support/event-drafts.ts'
import type { Event } from '../schemas/event.ts'
import { draftForInsert, draftForPatch, draftForUpdate } from './event-draft.ts'

const context = eventContext()
const inserted = (body: Event) => draftForInsert({ ...hour, ...body }, context)

describe('a replacement', () => {
  const current = stored(inserted({ location: 'Bern', privateCopy: true, status: 'cancelled' }))

  it('clears what it omits, except for what is immutable', () => {
    expect(draftForUpdate(current, hour, context).content).toEqual({
      status: 'confirmed',
      privateCopy: true,
      eventType: 'default',
    })
  })

  it('needs times', () => {
    expectRefused(() => draftForUpdate(current, { end: hour.end }, context), { reason: 'required' })
  })
})

describe('a patch', () => {
  const current = stored(inserted({ location: 'Bern', description: 'x', privateCopy: true }))

  it('changes what it names and clears what it names as null or empty', () => {
    const patch = { summary: 'New', description: null, location: '', privateCopy: null }
    expect(draftForPatch(current, patch, context).content).toEqual({
      status: 'confirmed',
      summary: 'New',
      privateCopy: true,
      eventType: 'default',
    })
  })

  it('rejects a recurrence for an instance', () => {
    const instance = stored(inserted({}), { recurringEventId: 'abcde' })
    const recurrence = ['RRULE:FREQ=DAILY']
    for (const change of [
      () => draftForPatch(instance, { recurrence }, context),
      () => draftForUpdate(instance, { ...hour, recurrence }, context),
    ]) {
      expectRefused(change, { reason: 'invalid', message: 'instance' })
    }
    expect(draftForPatch(instance, { recurrence: [] }, context).times).toEqual(instance.times)
  })
})

describe('a locked event', () => {
  const current = stored(inserted({ summary: 'Talk' }), { locked: true })

  it.each<[Event]>([
    [{ summary: 'x' }],
    [{ description: 'x' }],
    [{ location: 'x' }],
    [day],
    [{ end: { dateTime: '2026-05-01T11:00:00Z' } }],
    [{ recurrence: ['RRULE:FREQ=DAILY'] }],
  ])('is not changed by %o', (patch) => {
    expectRefused(() => draftForPatch(current, patch, context), {
      reason: 'forbidden',
      status: 403,
    })
  })

  it('is changed in what is private to the copy', () => {
    const patch = { summary: 'Talk', colorId: '3', reminders: { useDefault: false } }
    expect(draftForPatch(current, patch, context).content.colorId).toBe('3')
  })
})
