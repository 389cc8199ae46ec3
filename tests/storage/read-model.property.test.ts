import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CalendarModel } from '#/services/calendar/read-model/calendar-model.ts'
import { exceptOf } from '#/services/calendar/store/busy-times.ts'
import { allRows, type EventFilter, storedEvents } from '#/services/calendar/store/event-pages.ts'
import { type EventRow, Events, type EventWords } from '#/services/calendar/store/events.ts'
import { engines } from '../support/engines.ts'

const calendarKey = 7
const ids = ['a', 'b', 'c', 'd', 'a_1', 'a_2', 'b_1', 'e', 'f', 'g']

const time = fc.integer({ min: 0, max: 20 })

const rowIn = (changeNumber: number) =>
  fc
    .record({
      id: fc.constantFrom(...ids),
      kind: fc.constantFrom('single', 'series', 'exception'),
      presence: fc.constantFrom('live', 'live', 'cancelled', 'tombstone'),
      isAllDay: fc.constantFrom(0, 1),
      isBusy: fc.constantFrom(0, 1),
      awaits: fc.constantFrom(0, 0, 1, 2),
      startMs: time,
      lengthMs: fc.integer({ min: 0, max: 6 }),
      updatedAtMs: fc.integer({ min: 0, max: 5 }),
      eventType: fc.constantFrom('default', 'outOfOffice'),
      originalStart: time,
    })
    .map(({ id, lengthMs, originalStart, ...row }) => {
      const isInstance = row.kind === 'exception'
      return {
        ...row,
        calendarKey,
        id,
        changeNumber,
        endMs: row.startMs + lengthMs,
        masterId: isInstance ? id[0] : null,
        originalStart: isInstance ? originalStart : null,
        icalUid: null,
        visibility: 'default',
        creatorId: '',
        copyOf: null,
        zone: 'UTC',
        internal: '',
        wire: JSON.stringify({ id, changeNumber }),
        words: '',
        properties: '',
        remindAt: null,
      } as EventRow & EventWords
    })

const filter: fc.Arbitrary<EventFilter> = fc.record({
  calendarKey: fc.constant(calendarKey),
  withCancelled: fc.constantFrom(0, 1),
  withTombstones: fc.constantFrom(0, 1),
  awaited: fc.constantFrom('listed', 'leftOut', 'cancelled', 'tombstones'),
  updatedFrom: fc.constantFrom(-1, 2),
  eventTypes: fc.constantFrom('[]', '["default"]', '["default","outOfOffice"]'),
  words: fc.constant('[]'),
  properties: fc.constant('[]'),
  searches: fc.constant('all'),
  hidesAttendees: fc.constant(0),
})

const limit = fc.integer({ min: 1, max: 6 })

const reads = fc.record({
  filter,
  limit,
  after: fc.constantFrom('', ...ids),
  since: fc.integer({ min: 0, max: 30 }),
  isAllDay: fc.constantFrom(0, 1),
  from: time,
  to: time,
  afterTime: fc.record({ start: fc.integer({ min: -1, max: 20 }), end: time }),
  tombstonesAfter: fc.constantFrom(undefined, 0, 10),
})

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'the read model on %s',
  (_, engine) => {
    it.skipIf(engine.unavailable !== undefined)(
      'answers as the database does, whatever was loaded and whatever changed since',
      async () => {
        await using database = await engine.open()
        const events = new Events(database)
        const stored = storedEvents(database)
        let changeNumber = 0
        const write = async (rows: readonly (EventRow & EventWords)[]) => {
          await database.transaction(async (tx) => {
            for (const row of rows) await events.put(tx, { ...row, changeNumber: ++changeNumber })
          })
        }
        const changes = fc.array(rowIn(0), { maxLength: 12 })
        await fc.assert(
          fc.asyncProperty(
            changes,
            changes,
            fc.array(reads, { maxLength: 10 }),
            async (first, later, list) => {
              await write(first)
              const model = new CalendarModel(stored, changeNumber)
              model.load(await allRows.byId(database, { calendarKey, after: '', limit: 1000 }))
              await write(later)
              const page = { calendarKey, after: model.number, limit: 1000 }
              model.apply(await allRows.byChangeNumber(database, page), changeNumber)
              expect(model.number).toBe(changeNumber)
              for (const { filter, limit, after, isAllDay, from, to, ...read } of list) {
                const masterIds = ['a', 'b']
                const busyRange = {
                  calendarKey,
                  hidesInvitations: isAllDay as 0 | 1,
                  startsBefore: to,
                  endsAfter: from,
                  ...exceptOf(after),
                }
                const originalStarts = { calendarKey, masterIds, from, to }
                const since = changeNumber - read.since
                const tombstonesAfter =
                  read.tombstonesAfter === undefined ? undefined : Math.max(0, since)
                const pairs = [stored, model].map(async (source) => ({
                  byId: await source.byId({ ...filter, after, limit }),
                  byChangeNumber: await source.byChangeNumber({ ...filter, after: since, limit }),
                  byTime: await source.byTime({
                    ...filter,
                    isAllDay: isAllDay as 0 | 1,
                    afterStart: read.afterTime.start,
                    afterEnd: read.afterTime.end,
                    afterId: after,
                    startsFrom: from - 6,
                    startsBefore: to,
                    endsAfter: from,
                    limit,
                  }),
                  series: inOrder(
                    await source.series({
                      ...filter,
                      startsBefore: to,
                      endsAfter: from,
                      limit: 100,
                    }),
                  ),
                  byOriginalStart: inOrder(
                    await source.byOriginalStart({ ...filter, ...originalStarts }),
                  ),
                  busyTimes: (await source.busyTimes({ ...busyRange, startsFrom: from - 6 }))
                    .map(({ startMs, endMs, isAllDay }) => `${isAllDay} ${startMs} ${endMs}`)
                    .sort(),
                  busySeries: inOrder(await source.busySeries(busyRange)),
                  takenOriginalStarts: (
                    await source.takenOriginalStarts({
                      ...originalStarts,
                      ...(tombstonesAfter !== undefined && { tombstonesAfter }),
                    })
                  )
                    .map(({ masterId, originalStart }) => `${masterId} ${originalStart}`)
                    .sort(),
                }))
                const [expected, found] = await Promise.all(pairs)
                expect(found).toEqual(expected)
              }
            },
          ),
          { numRuns: 40 },
        )
      },
    )
  },
)

/** Rows that the database returns in no particular order. */
const inOrder = (rows: readonly EventRow[]) =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
