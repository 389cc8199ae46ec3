import { describe, expect, it } from 'vitest'
import { seriesModel } from '../recurrence/series-models.ts'
import type { EventRow } from '../store/events.ts'
import { IndexedEvents } from './indexed-events.ts'

const rowAt = (index: number, changes: Partial<EventRow> = {}): EventRow => ({
  calendarKey: 1,
  id: `event${index}`,
  kind: 'single',
  presence: 'live',
  masterId: null,
  originalStart: null,
  isAllDay: 0,
  isBusy: 1,
  awaits: 0,
  startMs: index * 1_000,
  endMs: index * 1_000 + 500,
  changeNumber: 1e15 + index,
  updatedAtMs: 0,
  icalUid: null,
  eventType: 'default',
  visibility: 'default',
  creatorId: 'ann',
  copyOf: null,
  zone: 'UTC',
  internal: '',
  wire: '{}',
  ...changes,
})

const dayMs = 86_400_000

const variants: readonly Partial<EventRow>[] = [
  {},
  { presence: 'cancelled', kind: 'exception', masterId: 'series', originalStart: 5 },
  { isBusy: 0, visibility: 'private', awaits: 2 },
  { visibility: 'public', eventType: 'focusTime', awaits: 1 },
  { eventType: 'outOfOffice', internal: '{"source":{"url":"https://x.org"}}' },
]

const eventsIn = (zone: string) => new IndexedEvents({ zone, models: { of: seriesModel } })

describe('indexed events', () => {
  it('have what their rows have, in chunks of any size', () => {
    const events = eventsIn('UTC')
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      rowAt(index, variants[index % variants.length]),
    )
    const numbers = rows.map((row) => events.add(row))
    for (const [index, row] of rows.entries()) {
      const { internal, startMs, endMs } = row
      const event = events.at(numbers[index]!)
      for (const name of [
        'id',
        'kind',
        'presence',
        'masterId',
        'originalStart',
        'isAllDay',
        'isBusy',
        'awaits',
        'startMs',
        'endMs',
        'changeNumber',
        'eventType',
        'visibility',
      ] as const) {
        expect(event[name], name).toBe(row[name])
      }
      expect([event.rowStartMs, event.rowEndMs]).toEqual([startMs, endMs])
      expect(event.isPlain).toBe(row.presence === 'live')
      expect(event.isPersonal).toBe(internal !== '')
      expect(event.personal?.source?.url).toBe(internal === '' ? undefined : 'https://x.org')
    }
  })

  it('start all-day events at midnight of the calendar', () => {
    const events = eventsIn('Europe/Zurich')
    const event = events.at(events.add(rowAt(0, { isAllDay: 1, startMs: dayMs, endMs: 2 * dayMs })))
    expect([event.startMs, event.endMs]).toEqual([dayMs - 3_600_000, 2 * dayMs - 3_600_000])
    expect([event.rowStartMs, event.rowEndMs]).toEqual([dayMs, 2 * dayMs])
    expect(event.isPlain).toBe(false)
  })

  it('are worn once most versions are of events that were replaced', () => {
    const events = eventsIn('UTC')
    let number = events.add(rowAt(0))
    let changes = 0
    while (!events.isWorn && changes < 10_000) {
      events.noteReplaced(number)
      number = events.add(rowAt(0))
      changes++
    }
    expect(changes).toBeGreaterThan(500)
    expect(changes).toBeLessThan(10_000)
    expect(events.at(0).id).toBe('event0')
  })
})
