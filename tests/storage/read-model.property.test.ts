import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SettableClock } from '#/kernel/clock.ts'
import type { CalendarRow } from '#/services/calendar/calendar/calendar-row.ts'
import { CalendarModel } from '#/services/calendar/read-model/calendar-model.ts'
import { RenderedBlocks } from '#/services/calendar/read-model/rendered-blocks.ts'
import { busyBlocksOf } from '#/services/calendar/reading/busy-blocks.ts'
import type { Reading } from '#/services/calendar/reading/in-window.ts'
import { eventQuery } from '#/services/calendar/reading/query.ts'
import { SeriesModels, seriesModel } from '#/services/calendar/recurrence/series-models.ts'
import type { Role } from '#/services/calendar/sharing/access-rule.ts'
import { exceptOf } from '#/services/calendar/store/busy-times.ts'
import { allRows, type EventSource, storedEvents } from '#/services/calendar/store/event-pages.ts'
import { type EventRow, Events } from '#/services/calendar/store/events.ts'
import type { Database } from '#/storage/port.ts'
import { engines } from '../support/engines.ts'
import { calendarZone, type EventSketch, pagesOf, rowOf } from './read-model-fixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const startMs = Date.parse('2031-03-01T00:00:00Z')
const longestMs = 4 * dayMs

const hour = fc.integer({ min: 1, max: 60 * 24 })
const day = fc.integer({ min: 0, max: 60 })
const zone = fc.constantFrom(calendarZone, 'America/New_York', 'Asia/Tokyo')

const timed = fc.tuple(hour, fc.integer({ min: 0, max: 90 }), zone).map(([at, hours, zone]) => ({
  isAllDay: false as const,
  startMs: startMs + at * hourMs,
  endMs: startMs + (at + hours) * hourMs,
  startZone: zone,
  endZone: zone,
}))

const allDay = fc.tuple(day, fc.integer({ min: 1, max: 3 })).map(([at, days]) => ({
  isAllDay: true as const,
  startMs: startMs + at * dayMs,
  endMs: startMs + (at + days) * dayMs,
}))

const common = {
  presence: fc.constantFrom(...(['live', 'live', 'live', 'tombstone'] as const)),
  visibility: fc.constantFrom(...(['default', 'default', 'private', 'public'] as const)),
  eventType: fc.constantFrom('default', 'default', 'outOfOffice'),
  isBusy: fc.constantFrom<0 | 1>(0, 1),
  summary: fc.constantFrom('Review', 'Äpfel "and" pears', '"reminders":{"useDefault":true}'),
  internal: fc.constantFrom(
    {},
    { upTo: 7 },
    { reminders: { ann: { useDefault: false } } },
    { reminders: { bob: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] } } },
    { personalEtags: { bob: '"3000000000000099"' }, source: { url: 'https://x.org/', title: 'X' } },
  ),
}

const single: fc.Arbitrary<EventSketch> = fc.record({
  ...common,
  id: fc.integer({ min: 100, max: 400 }).map((number) => `single${number}`),
  // Few, so that there are leaves with timed events only.
  times: fc.oneof({ weight: 60, arbitrary: timed }, { weight: 1, arbitrary: allDay }),
})

const seriesIds = ['series0', 'series1', 'series2']
const rules = [
  'RRULE:FREQ=DAILY;COUNT=9',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,TH',
  'RRULE:FREQ=DAILY;INTERVAL=2',
]

const series: fc.Arbitrary<EventSketch> = fc.record({
  ...common,
  id: fc.constantFrom(...seriesIds),
  times: fc.oneof(timed, allDay),
  recurrence: fc.constantFrom(...rules).map((rule) => [rule]),
})

/** An exception of a series in the database, by its number. */
const exception = fc.record({
  ...common,
  presence: fc.constantFrom(...(['live', 'live', 'cancelled', 'tombstone'] as const)),
  seriesId: fc.constantFrom(...seriesIds),
  number: fc.integer({ min: 0, max: 6 }),
  movedBy: fc.constantFrom(0, 1, 30),
})

const change = fc.oneof({ weight: 12, arbitrary: single }, series, {
  weight: 2,
  arbitrary: exception,
})
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

const read = fc.record({
  role: fc.constantFrom<Role>('owner', 'reader', 'freeBusyReader'),
  userId: fc.constantFrom('', 'ann', 'bob'),
  singleEvents: fc.boolean(),
  from: fc.option(fc.oneof(hour, fc.constantFrom(1, 24 * 20)), { nil: undefined }),
  hours: fc.option(fc.oneof(hour, fc.constantFrom(24 * 80, 24 * 500)), { nil: undefined }),
  zone,
  eventTypes: fc.constantFrom(undefined, undefined, ['default']),
  pageSize: fc.constantFrom(3, 40, 250, 500),
  maxAttendees: fc.constantFrom(undefined, undefined, 1),
})
type Read = typeof read extends fc.Arbitrary<infer R> ? R : never

const idsIn = (page: string) => JSON.parse(`[${page}]`).map(({ id }: { id: string }) => id)

const textOf = (ms: number) => new Date(ms).toISOString().replace('.000', '')

/** A calendar in the database, with a model of it. */
class TestCalendar {
  readonly models = new SeriesModels()
  readonly source: EventSource
  readonly model: CalendarModel
  readonly #database: Database
  readonly #events: Events
  readonly #key: number
  #changeNumber = 0
  #rows = new Map<string, EventRow>()

  constructor(database: Database, { key, bytesMax }: { key: number; bytesMax: number }) {
    this.#database = database
    this.#events = new Events(database)
    this.#key = key
    this.source = storedEvents(database)
    const blocks = new RenderedBlocks()
    blocks.limitTo(bytesMax)
    this.model = new CalendarModel({
      key,
      zone: calendarZone,
      models: this.models,
      stored: this.source,
      blocks,
      number: 0,
      lastUpdateMs: undefined,
    })
  }

  /** The index with all changes, as lists get it. */
  get index(): CalendarModel {
    return this.model.source.index!
  }

  async write(changes: readonly (Change | EventSketch)[]): Promise<void> {
    await this.#database.transaction(async (tx) => {
      for (const change of changes) {
        const sketch = 'seriesId' in change ? this.#exceptionOf(change) : change
        if (sketch === undefined) continue
        const changeNumber = ++this.#changeNumber
        const row = rowOf(sketch, { calendarKey: this.#key, changeNumber })
        this.#rows.set(row.id, row)
        await this.#events.put(tx, row)
      }
    })
  }

  #exceptionOf(change: Extract<Change, { seriesId: string }>): EventSketch | undefined {
    const row = this.#rows.get(change.seriesId)
    if (row === undefined || row.presence !== 'live') return undefined
    const { series, isAllDay, lengthMs } = this.models.of(row)
    const limit = change.number + 1
    const originalStarts = series.originalStarts({
      from: series.firstStart,
      to: Number.MAX_SAFE_INTEGER,
      limit,
    })
    const originalStart = originalStarts.at(-1)!
    const from = originalStart + change.movedBy * dayMs
    const times = isAllDay
      ? { isAllDay, startMs: from, endMs: from + lengthMs }
      : {
          isAllDay,
          startMs: from,
          endMs: from + lengthMs,
          startZone: calendarZone,
          endZone: calendarZone,
        }
    const { seriesId, number: _, movedBy: __, ...rest } = change
    return { ...rest, id: '', times, master: { id: seriesId, originalStart, isAllDay } }
  }

  async load(): Promise<void> {
    const page = { calendarKey: this.#key, after: 0, last: this.#changeNumber, limit: 10_000 }
    this.model.load(await allRows.indexed(this.#database, page))
    await this.model.endLoading()
    await this.catchUp()
  }

  async catchUp(): Promise<void> {
    const page = { calendarKey: this.#key, after: this.model.number, limit: 10_000 }
    this.model.apply(await allRows.byChangeNumber(this.#database, page), this.#changeNumber)
  }

  readingOf({ role, userId, from, hours, zone, ...params }: Omit<Read, 'pageSize'>): Reading {
    const fromMs = from === undefined ? undefined : startMs + from * hourMs
    const toMs = hours === undefined ? undefined : (fromMs ?? startMs) + hours * hourMs
    const calendar = {
      key: this.#key,
      hidesInvitations: 0,
      longestMs,
    } as CalendarRow
    const { singleEvents, eventTypes } = params
    const query = eventQuery(
      {
        singleEvents,
        ...(eventTypes && { eventTypes }),
        ...(fromMs !== undefined && { timeMin: textOf(fromMs) }),
        ...(toMs !== undefined && { timeMax: textOf(toMs) }),
      },
      { calendar, role },
      {
        caller: { kind: userId === '' ? 'anonymous' : 'user' },
        clock: new SettableClock({ mode: 'frozen', atMs: startMs }),
        syncTokenLifetimeMs: 0,
      },
    )
    return {
      source: this.source,
      models: this.models,
      view: {
        calendarId: 'ann@x.org',
        calendarZone,
        zone,
        role,
        userId,
        origin: 'https://x.org',
        maxAttendees: params.maxAttendees,
      },
      query,
      longestMs,
      nowMs: startMs,
      listed: { fromMs: undefined, toMs: undefined },
    }
  }

  /** When the calendar is busy, from the model, from statements, and from statements without cached series. */
  async busyBlocks({ from = 0, hours = 200 }: Read) {
    const fromMs = startMs + from * hourMs
    const window = { startMs: fromMs, endMs: fromMs + hours * hourMs }
    const wire = JSON.stringify({ timeZone: calendarZone })
    const calendar = { key: this.#key, hidesInvitations: 0, longestMs, wire } as CalendarRow
    const { source, models } = this
    return {
      indexed: await busyBlocksOf({ source: this.model.source, models }, calendar, window),
      cached: await busyBlocksOf({ source, models }, calendar, window),
      plain: await busyBlocksOf({ source, models: { of: seriesModel } }, calendar, window),
    }
  }

  /** What else is read from the model: free/busy, and the changes since a number. */
  async otherReads(source: EventSource, read: Read) {
    const { from = 0, hours = 200 } = read
    const { filter } = this.readingOf(read).query
    const changes = { ...filter, withCancelled: 1, withTombstones: 1, limit: 5 } as const
    const range = {
      calendarKey: this.#key,
      hidesInvitations: 0 as const,
      startsBefore: startMs + (from + hours) * hourMs,
      endsAfter: startMs + from * hourMs,
      ...exceptOf('single200'),
    }
    const times = await source.busyTimes({ ...range, startsFrom: range.endsAfter - longestMs })
    const series = source.index?.busySeries(range) ?? (await source.busySeries(range))
    const originalStarts = {
      calendarKey: this.#key,
      masterIds: seriesIds,
      from: 0,
      to: range.startsBefore,
    }
    return {
      times: times.map(({ isAllDay, startMs, endMs }) => `${isAllDay} ${startMs} ${endMs}`).sort(),
      series: series.map(({ id }) => id).sort(),
      taken: (await source.takenOriginalStarts(originalStarts))
        .map(({ masterId, originalStart }) => `${masterId} ${originalStart}`)
        .sort(),
      lastUpdate: await source.lastUpdate({ key: this.#key }),
      recent: await source.byChangeNumber({
        ...changes,
        after: Math.max(0, this.#changeNumber - 8),
      }),
      all: await source.byChangeNumber({ ...changes, after: 0 }),
    }
  }
}

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'the read model on %s',
  (_, engine) => {
    it.skipIf(engine.unavailable !== undefined)(
      'lists series in their places before, between and after leaves of single events',
      async () => {
        await using database = await engine.open()
        const calendar = new TestCalendar(database, { key: 1, bytesMax: 1_000_000 })
        const timesAt = (at: number) => ({
          isAllDay: false as const,
          startMs: startMs + at * hourMs,
          endMs: startMs + (at + 1) * hourMs,
          startZone: calendarZone,
          endZone: calendarZone,
        })
        const singles = Array.from({ length: 400 }, (_, index) => ({
          id: `single${1_000 + index}`,
          times: timesAt(index),
        }))
        const weekly = [1, 200, 300, 500].map((at) => ({
          id: `series${at}`,
          times: timesAt(at),
          recurrence: ['RRULE:FREQ=WEEKLY'],
        }))
        const empty = {
          id: 'series250',
          times: timesAt(250),
          recurrence: ['RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20310311T100000Z'],
        }
        await calendar.write([...singles, ...weekly, empty])
        await calendar.load()
        // Some of the windows start where a leaf does.
        for (let from = 100; from < 165; from++) {
          const read = { role: 'owner', userId: 'ann', zone: calendarZone } as const
          const window = { from, hours: 2_000, eventTypes: undefined, maxAttendees: undefined }
          const reading = calendar.readingOf({ ...read, ...window, singleEvents: false })
          for (const pageSize of [150, 1_000]) {
            const found = await pagesOf(reading, pageSize, calendar.index)
            const expected = await pagesOf(reading, pageSize)
            expect(found.pages.map(idsIn)).toEqual(expected.pages.map(idsIn))
            expect(found.fromIndex).toBe(found.pages.length)
          }
        }
      },
    )

    it.skipIf(engine.unavailable !== undefined)(
      'lists the instances of a long window from a part of it that was read before',
      async () => {
        await using database = await engine.open()
        const calendar = new TestCalendar(database, { key: 1, bytesMax: 1_000_000 })
        const times = { isAllDay: false as const, startZone: calendarZone, endZone: calendarZone }
        const seriesAt = (at: number) => ({
          id: `series${at}`,
          times: { ...times, startMs: startMs + at * hourMs, endMs: startMs + (at + 1) * hourMs },
          recurrence: ['RRULE:FREQ=DAILY'],
        })
        await calendar.write([1, 2, 3].map(seriesAt))
        await calendar.load()
        const reading = calendar.readingOf({
          role: 'owner',
          userId: 'ann',
          zone: calendarZone,
          singleEvents: true,
          from: 0,
          hours: 24 * 500,
          eventTypes: undefined,
          maxAttendees: undefined,
        })
        // A dense part has the page of 100 items, and only a long part that of 1,000.
        for (const pageSize of [100, 1_000]) {
          await pagesOf(reading, pageSize, calendar.index)
          await pagesOf(reading, pageSize, calendar.index)
          const found = await pagesOf(reading, pageSize, calendar.index)
          expect(found.fromIndex).toBeGreaterThan(0)
          const expected = await pagesOf(reading, pageSize)
          expect(found.pages.map(idsIn)).toEqual(expected.pages.map(idsIn))
        }
      },
    )

    it.skipIf(engine.unavailable !== undefined)(
      'finds busy times of a series that has changed after it was cached',
      async () => {
        await using database = await engine.open()
        const calendar = new TestCalendar(database, { key: 1, bytesMax: 1_000_000 })
        const read = { from: 0, hours: 48 } as Read
        const found: unknown[] = []
        for (const at of [1, 1, 5, 9]) {
          const zones = { startZone: calendarZone, endZone: calendarZone }
          const hours = { startMs: startMs + at * hourMs, endMs: startMs + (at + 1) * hourMs }
          const times = { isAllDay: false as const, ...hours, ...zones }
          await calendar.write([{ id: 'series0', times, recurrence: ['RRULE:FREQ=DAILY'] }])
          for (let time = 0; time < 2; time++) {
            const { cached, plain } = await calendar.busyBlocks(read)
            expect(cached).toEqual(plain)
            found.push(cached)
          }
        }
        expect(new Set(found.map((blocks) => JSON.stringify(blocks))).size).toBe(3)
      },
    )

    it.skipIf(engine.unavailable !== undefined)(
      'answers as the statements do, whatever was loaded, read and changed before',
      async () => {
        await using database = await engine.open()
        let key = 0
        let fromIndex = 0
        await fc.assert(
          fc.asyncProperty(
            fc.array(change, { minLength: 20, maxLength: 500, size: 'max' }),
            fc.array(fc.array(change, { maxLength: 6 }), { minLength: 2, maxLength: 4 }),
            fc.array(read, { minLength: 1, maxLength: 4 }),
            fc.constantFrom(3_000, 100_000, 10_000_000),
            async (first, steps, reads, bytesMax) => {
              const calendar = new TestCalendar(database, { key: ++key, bytesMax })
              await calendar.write(first)
              await calendar.load()
              for (const changes of steps) {
                await calendar.write(changes)
                await calendar.catchUp()
                for (const read of [...reads, ...reads]) {
                  expect(await calendar.otherReads(calendar.model.source, read)).toEqual(
                    await calendar.otherReads(calendar.source, read),
                  )
                  const { indexed, cached, plain } = await calendar.busyBlocks(read)
                  expect(indexed).toEqual(plain)
                  expect(cached).toEqual(plain)
                  const reading = calendar.readingOf(read)
                  const expected = await pagesOf(reading, read.pageSize)
                  const found = await pagesOf(reading, read.pageSize, calendar.index)
                  expect(found.pages.map(idsIn)).toEqual(expected.pages.map(idsIn))
                  expect(found.pages).toEqual(expected.pages)
                  fromIndex += found.fromIndex
                }
              }
            },
          ),
          { numRuns: engine.kind === 'sqlite' ? 25 : 6, endOnFailure: true },
        )
        // That the index is used; how often depends on what was generated.
        expect(fromIndex).toBeGreaterThan(0)
      },
    )
  },
)
