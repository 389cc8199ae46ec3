import { describe, expect, it } from 'vitest'
import { ReadModel } from '#/services/calendar/read-model/read-model.ts'
import type { EventSource } from '#/services/calendar/store/event-pages.ts'
import { type EventRow, Events, type EventWords } from '#/services/calendar/store/events.ts'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import type { Database } from '#/storage/port.ts'
import { until } from '../support/calling.ts'
import { engines } from '../support/engines.ts'

const megabyte = 1_000_000

const rowOf = (calendarKey: number, changeNumber: number, id: string): EventRow & EventWords => ({
  calendarKey,
  id,
  kind: 'single',
  presence: 'live',
  masterId: null,
  originalStart: null,
  isAllDay: 0,
  isBusy: 1,
  awaits: 0,
  startMs: changeNumber,
  endMs: changeNumber + 1,
  changeNumber,
  updatedAtMs: changeNumber,
  icalUid: null,
  eventType: 'default',
  visibility: 'default',
  creatorId: '',
  copyOf: null,
  zone: 'UTC',
  internal: '',
  wire: JSON.stringify({ id, summary: 'x'.repeat(500) }),
  words: '',
  properties: '',
  remindAt: null,
})

const everything = {
  withCancelled: 1,
  withTombstones: 0,
  awaited: 'listed',
  updatedFrom: Number.MIN_SAFE_INTEGER,
  eventTypes: '[]',
  words: '[]',
  properties: '[]',
  searches: 'all',
  hidesAttendees: 0,
} as const

const idsIn = async (source: EventSource, calendarKey: number) =>
  (await source.byId({ ...everything, calendarKey, after: '', limit: 1000 })).map(({ id }) => id)

/** Calendars whose numbers count their writes, which follow each other as those under a lock do. */
function calendarsOn(database: Database) {
  const events = new Events(database)
  const numbers = new Map<number, number>()
  let lastWrite: Promise<unknown> = Promise.resolve()
  return {
    async write(key: number, id: string) {
      lastWrite = lastWrite.then(async () => {
        const changeNumber = (numbers.get(key) ?? 0) + 1
        await database.transaction((tx) => events.put(tx, rowOf(key, changeNumber, id)))
        numbers.set(key, changeNumber)
      })
      await lastWrite
    },
    version: (key: number) => ({ key, changeNumber: numbers.get(key) ?? 0 }),
  }
}

/** Reads a calendar until it is held. */
async function load(model: ReadModel, version: { key: number; changeNumber: number }) {
  const { loads } = model.counts
  const countAfterRead = async () => {
    await model.sourceOf(version)
    return model.counts.loads
  }
  await until(countAfterRead, (count) => count > loads)
}

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'the read model on %s',
  (_, engine) => {
    const test = it.skipIf(engine.unavailable !== undefined)

    test('shows every write that was committed before a read, by whichever process', async () => {
      await using place = await engine.place()
      await using database = await place.open()
      await using other = engine.isForOneProcess === undefined ? await place.open() : undefined
      const calendars = calendarsOn(other ?? database)
      const model = new ReadModel(database, megabyte)
      await calendars.write(1, 'a')
      await load(model, calendars.version(1))
      for (const id of ['b', 'c', 'b', 'd']) {
        await calendars.write(1, id)
        const source = await model.sourceOf(calendars.version(1))
        expect(await idsIn(source, 1)).toContain(id)
      }
      expect(await idsIn(await model.sourceOf(calendars.version(1)), 1)).toEqual([
        'a',
        'b',
        'c',
        'd',
      ])
    })

    test('does not stay behind when several read during writes', async () => {
      await using database = await engine.open()
      const calendars = calendarsOn(database)
      const model = new ReadModel(database, megabyte)
      await calendars.write(1, 'first')
      await load(model, calendars.version(1))
      const readers = Array.from({ length: 20 }, async (_, number) => {
        await calendars.write(1, `event${number}`)
        const source = await model.sourceOf(calendars.version(1))
        expect(await idsIn(source, 1)).toContain(`event${number}`)
      })
      await Promise.all(readers)
    })

    test('is empty after everything was replaced', async () => {
      await using database = await engine.open()
      const archive = await archiveToBuffer(database)
      const calendars = calendarsOn(database)
      const model = new ReadModel(database, megabyte)
      await calendars.write(1, 'a')
      await load(model, calendars.version(1))
      await restoreFromBuffer(database, archive)
      const source = await model.sourceOf({ key: 1, changeNumber: 1 })
      expect(await idsIn(source, 1)).toEqual([])
    })
  },
)

describe('the read model', () => {
  const [sqlite] = engines

  it('holds what is read often and stays within its limit', async () => {
    await using database = await sqlite!.open()
    const calendars = calendarsOn(database)
    const keys = Array.from({ length: 100 }, (_, index) => index + 1)
    for (const key of keys) for (let at = 0; at < 10; at++) await calendars.write(key, `event${at}`)
    const bytesMax = 200_000
    const model = new ReadModel(database, bytesMax)
    for (let round = 0; round < 10; round++) {
      for (const key of keys) {
        await model.sourceOf(calendars.version(key))
        await new Promise(setImmediate)
        expect(model.counts.bytes).toBeLessThanOrEqual(bytesMax)
      }
    }
    const { loads, calendars: held } = model.counts
    expect(held).toBeGreaterThan(5)
    // In rotation no calendar is read more often than another, so none takes the place of another.
    expect(loads).toBeLessThan(2 * held)
  })

  it('does not hold a calendar that takes more than half of its memory', async () => {
    await using database = await sqlite!.open()
    const calendars = calendarsOn(database)
    for (let at = 0; at < 300; at++) await calendars.write(1, `event${at}`)
    await calendars.write(2, 'small')
    const model = new ReadModel(database, 200_000)
    for (let reads = 0; reads < 20; reads++) await model.sourceOf(calendars.version(1))
    await load(model, calendars.version(2))
    expect(model.counts.calendars).toBe(1)
  })

  it('holds nothing if it may take no memory', async () => {
    await using database = await sqlite!.open()
    const calendars = calendarsOn(database)
    await calendars.write(1, 'a')
    const model = new ReadModel(database, 0)
    for (let reads = 0; reads < 5; reads++) await model.sourceOf(calendars.version(1))
    expect(model.counts).toMatchObject({ loads: 0, bytes: 0 })
  })
})
