import { describe, expect, it } from 'vitest'
import { calendarEvents } from '#/services/calendar/store/tables.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { rowOf } from './read-model-fixture.ts'
import { sharingAt } from './sharing-fixture.ts'

const startMs = Date.UTC(2031, 0, 6, 9)
const hourMs = 3_600_000
const zones = { startZone: 'Europe/Zurich', endZone: 'Europe/Zurich' }
const times = { isAllDay: false, startMs, endMs: startMs + hourMs, ...zones } as const

const changes = {
  changeNumber: 9,
  updatedAtMs: startMs + 1,
  kind: 'exception',
  presence: 'cancelled',
  masterId: 'series',
  originalStart: startMs,
  isAllDay: 1,
  isBusy: 0,
  awaits: 1,
  startMs: startMs - hourMs,
  endMs: startMs + 2 * hourMs,
  icalUid: 'other@example.com',
  eventType: 'focusTime',
  visibility: 'private',
  creatorId: 'other',
  copyOf: 5,
  zone: 'UTC',
  internal: '{"upTo":2}',
  wire: '{}',
  words: ' other ',
  properties: '["shared","a","b"]',
  remindAt: startMs,
} as const

const stored = adHocQuery<typeof none, Record<string, unknown>>(
  () => sql`select * from ${calendarEvents}`,
)

for (const engine of engines) {
  describe(`the row of an event on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('gets the new value of every property, whatever stays the same', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const { database, calendar } = sharing
      const before = rowOf({ id: 'event1', times }, { calendarKey: 1, changeNumber: 1 })
      const rowAfter = (after: typeof before, known?: typeof before) =>
        database.transaction(async (tx) => {
          await calendar.events.put(tx, before)
          await calendar.events.put(tx, after, known)
          return tx.first(stored, none)
        })
      for (const [name, value] of Object.entries(changes)) {
        const after = { ...before, [name]: value }
        const replaced = await rowAfter(after)
        expect(Object.values(replaced!), name).toContain(value)
        expect(await rowAfter(after, before), name).toEqual(replaced)
      }
    })
  })
}
