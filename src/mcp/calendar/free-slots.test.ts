import { describe, expect, it } from 'vitest'
import { freeSlots, type SlotOptions } from './free-slots.ts'

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const span = (start: string, end: string) => ({ startMs: ms(start), endMs: ms(end) })
const shown = (slots: ReturnType<typeof freeSlots>) =>
  slots.map(({ startMs, endMs }) =>
    [startMs, endMs].map((at) => new Date(at).toISOString().slice(5, 16)).join(' '),
  )

const options: SlotOptions = {
  // Friday to Monday.
  window: span('2026-11-20T00:00:00Z', '2026-11-24T00:00:00Z'),
  durationMs: 3_600_000,
  timeZone: 'UTC',
  dayStart: 9 * 60,
  dayEnd: 12 * 60,
  excludesWeekends: true,
  count: 10,
}

describe('free slots', () => {
  it.each<[string, Parameters<typeof freeSlots>[0], Partial<SlotOptions>, string[]]>([
    [
      'lie in the working hours of weekdays',
      [],
      {},
      [
        '11-20T09:00 11-20T10:00',
        '11-20T10:00 11-20T11:00',
        '11-20T11:00 11-20T12:00',
        '11-23T09:00 11-23T10:00',
        '11-23T10:00 11-23T11:00',
        '11-23T11:00 11-23T12:00',
      ],
    ],
    [
      'avoid what is busy, also where it overlaps',
      [
        span('2026-11-20T09:10:00Z', '2026-11-20T10:00:00Z'),
        span('2026-11-20T08:00:00Z', '2026-11-20T09:30:00Z'),
      ],
      { count: 2 },
      ['11-20T10:00 11-20T11:00', '11-20T11:00 11-20T12:00'],
    ],
    [
      'begin at quarters of an hour',
      [span('2026-11-20T09:00:00Z', '2026-11-20T09:50:00Z')],
      { count: 1 },
      ['11-20T10:00 11-20T11:00'],
    ],
    [
      'follow the time zone',
      [],
      { timeZone: 'America/New_York', count: 1 },
      ['11-20T14:00 11-20T15:00'],
    ],
    [
      'include weekends on request',
      [],
      {
        excludesWeekends: false,
        window: span('2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'),
        count: 1,
      },
      ['11-21T09:00 11-21T10:00'],
    ],
    [
      'are not found where nothing is long enough',
      [span('2026-11-20T09:30:00Z', '2026-11-24T00:00:00Z')],
      {},
      [],
    ],
  ])('%s', (_, busy, changed, expected) => {
    expect(shown(freeSlots(busy, { ...options, ...changed }))).toEqual(expected)
  })
})
