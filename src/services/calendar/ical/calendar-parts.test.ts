import { describe, expect, it } from 'vitest'
import { SettableClock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import type { Access } from '../sharing/access.ts'
import type { EventRow, Events } from '../store/events.ts'
import { calendarParts } from './calendar-parts.ts'

const eventCount = 2_000

const rowAt = (place: number) => {
  const id = `event${String(place).padStart(6, '0')}`
  const start = { dateTime: '2026-05-04T10:00:00Z' }
  const wire = JSON.stringify({
    id,
    iCalUID: `${id}@a`,
    summary: 'x'.repeat(100),
    start,
    end: start,
  })
  const times = { startMs: 1_777_888_800_000, endMs: 1_777_888_800_000, isAllDay: 0, zone: 'UTC' }
  return {
    id,
    wire,
    ...times,
    kind: 'single',
    presence: 'live',
    internal: '',
    changeNumber: 1,
    updatedAtMs: 0,
  }
}

/** A calendar with many events, and the pages that were read of it. */
function manyEvents() {
  const pages: string[] = []
  const all = async (_: unknown, { after, limit }: { after: string; limit: number }) => {
    pages.push(after)
    const first = after === '' ? 0 : Number(after.slice('event'.length)) + 1
    const count = Math.max(Math.min(limit, eventCount - first), 0)
    return Array.from({ length: count }, (_, at) => rowAt(first + at)) as unknown as EventRow[]
  }
  return { pages, database: { all } as unknown as Database }
}

const access = {
  role: 'owner',
  calendar: { key: 1, id: 'a@example.com', hidesInvitations: 0, wire: '{}' },
} as unknown as Access

describe('the parts of an exported calendar', () => {
  it('are read one after the other, as they are consumed, and none of them is large', async () => {
    const { pages, database } = manyEvents()
    const events = { firstStartMs: async () => 0 } as unknown as Events
    const caller = { kind: 'anonymous' } as const
    const parts = calendarParts(access, {
      ...{ events, database, caller, origin: () => '', syncTokenLifetimeMs: 0 },
      clock: new SettableClock({ mode: 'frozen', atMs: 0 }),
    })
    let [count, found] = [0, 0]
    for await (const part of parts) {
      expect(part.length).toBeLessThan(100_000)
      // One part is before the events.
      expect(pages.length).toBeLessThanOrEqual(count++)
      found += part.toString().split('BEGIN:VEVENT').length - 1
    }
    expect(found).toBe(eventCount)
    expect(pages.length).toBe(eventCount / 200 + 1)
  })
})
