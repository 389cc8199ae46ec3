import { describe, expect, it } from 'vitest'
import { seriesModel } from '../recurrence/series-models.ts'
import type { EventRow } from '../store/events.ts'
import { type IndexedEvent, IndexedEvents } from './indexed-events.ts'
import { Timelines } from './timeline.ts'

const dayMs = 86_400_000
const startMs = Date.parse('2031-03-01T09:00:00Z')

const seriesWith = (rule: string): IndexedEvent => {
  const row = {
    id: 'series',
    kind: 'series',
    presence: 'live',
    isAllDay: 0,
    startMs,
    endMs: Number.MAX_SAFE_INTEGER,
    masterId: null,
    internal: '',
    wire: JSON.stringify({
      start: { dateTime: '2031-03-01T09:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2031-03-01T09:01:00Z', timeZone: 'UTC' },
      recurrence: [rule],
    }),
  } as EventRow
  const events = new IndexedEvents({ zone: 'UTC', models: { of: seriesModel } })
  return events.at(events.add(row))
}

const numbersTo = (end: number) => Array.from({ length: end }, (_, number) => number).join()
const everyMinute = `RRULE:FREQ=DAILY;BYHOUR=${numbersTo(24)};BYMINUTE=${numbersTo(60)}`

/** A calendar with one series. */
class TestEvents {
  readonly zone = 'UTC'
  readonly series = new Map<string, IndexedEvent>()
  readonly timelines = new Timelines(this, () => {})

  singlesIn() {
    return []
  }

  takenOriginalStarts() {
    return new Set<number>()
  }

  put(event: IndexedEvent): void {
    const former = this.series.get(event.id)
    this.series.set(event.id, event)
    this.timelines.replace(former, event)
  }
}

const weekFrom = (day: number) => ({
  fromMs: startMs + day * dayMs,
  toMs: startMs + (day + 7) * dayMs,
})

describe('timelines', () => {
  it('are made for windows near each other, and not for one that is read once', () => {
    const events = new TestEvents()
    events.put(seriesWith('RRULE:FREQ=DAILY'))
    expect(events.timelines.over(weekFrom(60))).toBeUndefined()
    expect(events.timelines.over(weekFrom(600))).toBeUndefined()
    const made = events.timelines.over(weekFrom(61))
    expect(made).toBeDefined()
    expect(events.timelines.over(weekFrom(70))).toBe(made)
    expect(events.timelines.over({ fromMs: startMs, toMs: startMs + 500 * dayMs })).toBeUndefined()
  })

  it('are given up when a series gets more instances than they can have', () => {
    const events = new TestEvents()
    events.put(seriesWith('RRULE:FREQ=DAILY'))
    events.timelines.over(weekFrom(60))
    expect(events.timelines.over(weekFrom(60))).toBeDefined()
    events.put(seriesWith(everyMinute))
    expect(events.timelines.bytes).toBe(0)
    events.timelines.over(weekFrom(60))
    expect(events.timelines.over(weekFrom(60))).toBeUndefined()
    events.put(seriesWith('RRULE:FREQ=WEEKLY'))
    events.timelines.over(weekFrom(60))
    expect(events.timelines.over(weekFrom(60))).toBeDefined()
  })
})
