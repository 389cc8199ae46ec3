import { describe, expect, it } from 'vitest'
import type { ApiError } from '#/kernel/errors.ts'
import { expectRefused } from '../../../../tests/support/event-drafts.ts'
import type { Event } from '../schemas/event.ts'
import { draftTimes, shownTimes } from './times.ts'

const zone = 'Europe/Berlin'
const nine = { dateTime: '2026-05-01T09:00:00+02:00' }
const ten = { dateTime: '2026-05-01T10:00:00+02:00' }
const first = { date: '2026-05-01' }
const windows = 'Eastern Standard Time'
const weekly = ['RRULE:FREQ=WEEKLY;COUNT=3']

/** When an hour-long event in UTC starts that is given this start. */
const startOf = (start: NonNullable<Event['start']>) =>
  shownTimes(draftTimes({ start, end: { dateTime: '2026-12-31T00:00:00Z' } }, zone), 'UTC').start
    .dateTime

describe('the times of an event', () => {
  it.each<[string, Event, string, string]>([
    ['without an end', { start: nine }, 'required', 'Missing end time.'],
    ['without a start', { end: ten }, 'required', 'Missing start time.'],
    ['without both', {}, 'required', 'Missing end time.'],
    ['with a side that is empty', { start: {}, end: ten }, 'required', 'Missing start time.'],
    [
      'with zones alone',
      { start: { timeZone: 'UTC' }, end: { timeZone: 'UTC' } },
      'required',
      'Missing end time.',
    ],
    [
      'that mix date and time',
      { start: first, end: ten },
      'invalid',
      'Start and end times must either both be date or both be dateTime.',
    ],
    [
      'that mix time and date',
      { start: nine, end: { date: '2026-05-02' } },
      'invalid',
      'Start and end times must either both be date or both be dateTime.',
    ],
    [
      'with both on each side',
      { start: { ...first, ...nine }, end: { ...first, ...nine } },
      'invalid',
      'Invalid end time.',
    ],
    [
      'with both in the start',
      { start: { ...first, ...nine }, end: ten },
      'invalid',
      'Invalid start time.',
    ],
    [
      'with both in the end',
      { start: nine, end: { ...first, ...ten } },
      'invalid',
      'Invalid end time.',
    ],
    [
      'with an unknown zone',
      { start: nine, end: { ...ten, timeZone: windows } },
      'invalid',
      'Invalid time zone definition for end time.',
    ],
    [
      'of a series without a zone',
      { start: nine, end: ten, recurrence: weekly },
      'required',
      'Missing time zone definition for start time.',
    ],
    [
      'of a series with a zone at its end only',
      { start: nine, end: { ...ten, timeZone: zone }, recurrence: weekly },
      'required',
      'Missing time zone definition for start time.',
    ],
    [
      'of a series with a zone at its start only',
      { start: { ...nine, timeZone: zone }, end: ten, recurrence: weekly },
      'required',
      'Missing time zone definition for end time.',
    ],
    ['that end before they start', { start: ten, end: nine }, 'timeRangeEmpty', 'empty'],
    [
      'with days that end before they start',
      { start: first, end: { date: '2026-04-30' } },
      'timeRangeEmpty',
      'empty',
    ],
    [
      'in the year 0',
      { start: { date: '0000-05-01' }, end: first },
      'invalid',
      'Invalid start time.',
    ],
    [
      'before all years by their offset',
      { start: { dateTime: '0001-01-01T00:00:00+01:00' }, end: nine },
      'invalid',
      'Invalid start time.',
    ],
    [
      'that end in the year 10000',
      { start: { date: '9999-12-31' }, end: { date: '9999-12-31' } },
      'invalid',
      'Invalid end time.',
    ],
    [
      'that end in the year 10000 by their offset',
      { start: nine, end: { dateTime: '9999-12-31T23:00:00-02:00' } },
      'invalid',
      'Invalid end time.',
    ],
  ])('are refused %s', (_, draft, reason, message) => {
    expectRefused(() => draftTimes(draft, zone), { reason, message })
  })

  it('are refused with one item for each zone that is unknown', () => {
    const draft = { start: { ...nine, timeZone: windows }, end: { ...ten, timeZone: windows } }
    try {
      draftTimes(draft, zone)
      expect.unreachable()
    } catch (error) {
      expect((error as ApiError).refusals.map(({ message }) => message)).toEqual([
        'Invalid time zone definition for start time.',
        'Invalid time zone definition for end time.',
      ])
    }
  })

  it.each([
    [{ dateTime: '2026-05-01T09:00:00Z' }, '2026-05-01T09:00:00Z'],
    [{ dateTime: '2026-05-01t09:00:00z' }, '2026-05-01T09:00:00Z'],
    [{ dateTime: '2026-05-01T09:00:00+00:00' }, '2026-05-01T09:00:00Z'],
    [{ dateTime: '2026-05-01T09:00:00-00:00' }, '2026-05-01T09:00:00Z'],
    [{ dateTime: '2024-02-29T12:00:00Z' }, '2024-02-29T12:00:00Z'],
    [{ dateTime: '2026-12-29T23:59:59-12:00' }, '2026-12-30T11:59:59Z'],
    [{ dateTime: '2026-05-01T09:00:00.987654321+0200' }, '2026-05-01T07:00:00Z'],
    [{ dateTime: '2026-05-01t09:00:00-03:30' }, '2026-05-01T12:30:00Z'],
    [{ dateTime: '2026-06-30T23:59:60Z' }, '2026-06-30T23:59:59Z'],
    [{ dateTime: '2026-05-01T09:00:00' }, '2026-05-01T07:00:00Z'],
    [{ dateTime: '2026-05-01T09:00:00', timeZone: 'America/New_York' }, '2026-05-01T13:00:00Z'],
    [{ dateTime: '2026-05-01T09:00:00', timeZone: '' }, '2026-05-01T07:00:00Z'],
    [{ dateTime: '2026-03-29T02:30:00' }, '2026-03-29T01:30:00Z'],
  ])('read %o as %s', (start, expected) => {
    expect(startOf(start)).toBe(expected)
  })

  it('may be a moment without length', () => {
    expect(draftTimes({ start: nine, end: nine }, zone)).toMatchObject({ isAllDay: false })
  })

  it('are one day if both dates are the same', () => {
    const times = draftTimes({ start: first, end: first }, zone)
    expect(shownTimes(times, zone)).toEqual({ start: first, end: { date: '2026-05-02' } })
  })

  it('have the zone of the calendar on a side without one, and a zone each if both have', () => {
    expect(
      draftTimes({ start: { ...nine, timeZone: 'Asia/Tokyo' }, end: ten }, zone),
    ).toMatchObject({ startZone: 'Asia/Tokyo', endZone: zone })
  })

  it('reach to the last second that has a name, which every zone can show', () => {
    const end = { dateTime: '9999-12-31T23:59:59Z' }
    const start = { dateTime: '9999-12-31T22:00:00Z' }
    const times = draftTimes({ start, end }, zone)
    expect(shownTimes(times, zone).end.dateTime).toBe('9999-12-31T23:59:59Z')
  })

  it('are no more than ten years apart', () => {
    const end = { dateTime: '2999-01-01T00:00:00Z' }
    expect(() => draftTimes({ start: nine, end }, zone)).toThrow(/lasts 3653 days at most/)
  })
})
