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
import { draftForInsert, draftForPatch, draftForUpdate } from './event-draft.ts'

const context = eventContext()

const inserted = (body: Event, where = context) => draftForInsert({ ...hour, ...body }, where)

describe('a patch of times', () => {
  const zoned = { dateTime: '2026-05-01T03:00:00', timeZone: 'America/New_York' }
  const current = stored(inserted({ start: zoned }))

  it('keeps the zone that it does not name', () => {
    const { times } = draftForPatch(
      current,
      { start: { dateTime: '2026-05-01T02:00:00' } },
      context,
    )
    expect(times).toMatchObject({
      startZone: 'America/New_York',
      startMs: current.times.startMs - 3_600_000,
    })
  })

  it('keeps the instant when it names a zone alone', () => {
    const { times } = draftForPatch(current, { start: { timeZone: 'Asia/Tokyo' } }, context)
    expect(times).toEqual({ ...current.times, startZone: 'Asia/Tokyo' })
  })

  it.each<[string, Patch<Event>]>([
    ['dates alone', day],
    [
      'dates and nulls',
      {
        start: { ...day.start, dateTime: null, timeZone: null },
        end: { ...day.end, dateTime: null, timeZone: null },
      } as unknown as Patch<Event>,
    ],
  ])('makes whole days of %s, and hours again', (_, patch) => {
    const whole = draftForPatch(current, patch, context)
    expect(whole.times.isAllDay).toBe(true)
    expect(draftForPatch(stored(whole), hour, context).times.isAllDay).toBe(false)
  })

  it.each<[Patch<Event>, string, string]>([
    [{ start: day.start }, 'invalid', 'both be date'],
    [{ start: { ...day.start, ...hour.start } }, 'invalid', 'Invalid start time.'],
    [{ start: null }, 'required', 'Missing start time.'],
    [{ end: null }, 'required', 'Missing end time.'],
    [{ end: { dateTime: '2026-05-01T00:00:00' } }, 'timeRangeEmpty', 'empty'],
    [
      { start: { timeZone: null }, recurrence: ['RRULE:FREQ=DAILY'] } as unknown as Patch<Event>,
      'required',
      'Missing time zone definition for start time.',
    ],
  ])('is refused as %o', (patch, reason, message) => {
    expectRefused(() => draftForPatch(current, patch, context), { reason, message })
  })

  it('turns an event into a series, and the series into one event', () => {
    const recurrence = ['RRULE:FREQ=DAILY']
    const series = draftForPatch(current, { recurrence }, context)
    expect(series.content.recurrence).toEqual(recurrence)
    for (const cleared of [[], null]) {
      const { content } = draftForPatch(stored(series), { recurrence: cleared }, context)
      expect(content).not.toHaveProperty('recurrence')
    }
  })
})

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
