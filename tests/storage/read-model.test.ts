import { describe, expect, it, vi } from 'vitest'
import { longWork } from '#/kernel/process/time-slices.ts'
import { schema } from '#/schema.ts'
import { ReadModel } from '#/services/calendar/read-model/read-model.ts'
import { RecentWrites } from '#/services/calendar/read-model/recent-writes.ts'
import { SeriesModels } from '#/services/calendar/recurrence/series-models.ts'
import { CopyHolders } from '#/services/calendar/store/copy-holders.ts'
import type { EventSource } from '#/services/calendar/store/event-pages.ts'
import { EventRemoval } from '#/services/calendar/store/event-removal.ts'
import { type EventRow, Events } from '#/services/calendar/store/events.ts'
import { StoredCopies } from '#/services/calendar/store/stored-copies.ts'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import { openDatabase } from '#/storage/open.ts'
import type { Database } from '#/storage/port.ts'
import { until } from '../support/calling.ts'
import { engines, patience, silentLog } from '../support/engines.ts'
import { lossyWay } from '../support/lost-commit.ts'
import { type EventSketch, rowOf } from './read-model-fixture.ts'

const megabyte = 1_000_000

const eventOf = (id: string): EventSketch => ({
  id,
  times: { isAllDay: false, startMs: 0, endMs: 1, startZone: 'UTC', endZone: 'UTC' },
  summary: 'x'.repeat(500),
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

async function idsIn(source: EventSource, calendarKey: number): Promise<string[]> {
  const { index } = source
  const events =
    index === undefined
      ? await source.byId({ ...everything, calendarKey, after: '', limit: 1000 })
      : index.byId.all.flatMap(({ items }) => items.map((number) => index.events.at(number)))
  return events.map(({ id }) => id)
}

/** Renders every event of a calendar that is held, as a list without a window does. */
async function listAll({ index }: EventSource): Promise<void> {
  if (index === undefined) return
  const runs = index.byId.all.map((leaf) => ({ leaf, from: 0, to: leaf.items.length }))
  await index.blocks.piecesOf(runs, {
    key: 'all',
    isStoredInOrder: false,
    texts: async (items) => new Map(items.map((item) => [item, 'x'.repeat(500)])),
    isPersonal: () => false,
    personalText: (_, text) => text,
  })
}

/** Calendars whose numbers count their writes, which follow each other as those under a lock do. */
function calendarsOn(database: Database, writes = new RecentWrites()) {
  const events = new Events(database, writes)
  const numbers = new Map<number, number>()
  let lastWrite: Promise<unknown> = Promise.resolve()
  return {
    async write(key: number, id: string, presence: EventRow['presence'] = 'live') {
      lastWrite = lastWrite.then(async () => {
        const changeNumber = (numbers.get(key) ?? 0) + 1
        const row = rowOf({ ...eventOf(id), presence }, { calendarKey: key, changeNumber })
        try {
          await database.transaction((tx) => events.put(tx, row))
        } finally {
          numbers.set(key, changeNumber)
        }
      })
      const written = lastWrite
      lastWrite = written.catch(() => {})
      await written
    },
    /** Removes all tombstones. */
    purge() {
      const copies = new StoredCopies(database, events)
      const holders = new CopyHolders(database)
      const removal = new EventRemoval(database, { events, copies, holders })
      const before = Number.MAX_SAFE_INTEGER
      return database.transaction((tx) => removal.purge(tx, { before, limit: 100 }))
    },
    version: (key: number) => versionOf(key, numbers.get(key) ?? 0),
  }
}

const versionOf = (key: number, changeNumber: number, timeZone = 'UTC') => ({
  id: `calendar${key}`,
  key,
  changeNumber,
  wire: JSON.stringify({ timeZone }),
})

const modelOn = (database: Database, bytesMax = megabyte, writes = new RecentWrites()) =>
  new ReadModel(database, { models: new SeriesModels(), writes }, bytesMax)

/** Reads a calendar until it is held. */
async function load(model: ReadModel, version: ReturnType<typeof versionOf>) {
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
      const model = modelOn(database)
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

    test.each([
      ['are read from the database', undefined],
      ['are cached', new RecentWrites()],
    ])('does not stay behind when several read during writes that %s', async (_, writes) => {
      await using database = await engine.open()
      const calendars = calendarsOn(database, writes)
      const model = modelOn(database, megabyte, writes)
      await calendars.write(1, 'first')
      await load(model, calendars.version(1))
      const readers = Array.from({ length: 20 }, async (_, number) => {
        await calendars.write(1, `event${number}`)
        const source = await model.sourceOf(calendars.version(1))
        expect(await idsIn(source, 1)).toContain(`event${number}`)
      })
      await Promise.all(readers)
    })

    test('renders no event that has changed since the index was brought up to date', async () => {
      await using database = await engine.open()
      const calendars = calendarsOn(database)
      const model = modelOn(database)
      await calendars.write(1, 'a')
      await load(model, calendars.version(1))
      const { index } = await model.sourceOf(calendars.version(1))
      const events = () =>
        index!.byId.all.flatMap(({ items }) => items.map((number) => index!.events.at(number)))
      expect(await index!.rowsOf(events())).toHaveProperty('size', 1)
      await calendars.write(1, 'a')
      expect(await index!.rowsOf(events())).toBeUndefined()
      const upToDate = await model.sourceOf(calendars.version(1))
      expect(await upToDate.index!.rowsOf(events())).toHaveProperty('size', 1)
    })

    test('lists no tombstone that was purged, and the event that has its id since', async () => {
      await using database = await engine.open()
      const writes = new RecentWrites()
      const calendars = calendarsOn(database, writes)
      const model = modelOn(database, megabyte, writes)
      await calendars.write(1, 'a')
      await calendars.write(1, 'b')
      await load(model, calendars.version(1))
      await calendars.write(1, 'a', 'tombstone')
      expect(await idsIn(await model.sourceOf(calendars.version(1)), 1)).toEqual(['b'])
      expect(await calendars.purge()).toBe(1)
      expect(await idsIn(await model.sourceOf(calendars.version(1)), 1)).toEqual(['b'])
      await calendars.write(1, 'a')
      const source = await model.sourceOf(calendars.version(1))
      expect(await idsIn(source, 1)).toEqual(['a', 'b'])
      const page = { calendarKey: 1, after: 2, limit: 10 }
      const changed = await source.byChangeNumber({ ...everything, withTombstones: 1, ...page })
      expect(changed.map(({ id, presence }) => [id, presence])).toEqual([['a', 'live']])
    })

    test('is empty after everything was replaced', async () => {
      await using database = await engine.open()
      const archive = await archiveToBuffer(database)
      const calendars = calendarsOn(database)
      const model = modelOn(database)
      await calendars.write(1, 'a')
      await load(model, calendars.version(1))
      await restoreFromBuffer(database, archive)
      const source = await model.sourceOf(versionOf(1, 1))
      expect(await idsIn(source, 1)).toEqual([])
    })
  },
)

describe('the read model of a process that loses its connection', () => {
  const postgres = engines.find(({ kind }) => kind === 'postgres')!

  it.skipIf(postgres.unavailable)('has what a commit of unknown outcome has written', async () => {
    await using place = await postgres.place()
    const url = new URL(place.url!)
    await using between = await lossyWay({ host: url.hostname, port: Number(url.port) })
    url.port = String(between.port)
    await using database = await openDatabase({
      schema,
      log: silentLog,
      postgres: patience,
      url: url.href,
      dataDir: '',
    })
    const writes = new RecentWrites()
    const calendars = calendarsOn(database, writes)
    const model = modelOn(database, megabyte, writes)
    await calendars.write(1, 'a')
    await load(model, calendars.version(1))
    between.loseNextCommit()
    await expect(calendars.write(1, 'b')).rejects.toThrow()
    await calendars.write(1, 'c')
    const source = await model.sourceOf(calendars.version(1))
    expect(source.index).toBeDefined()
    expect(await idsIn(source, 1)).toEqual(['a', 'b', 'c'])
  })
})

describe('the read model', () => {
  const [sqlite] = engines

  it('holds what is read often and stays within its limit', async () => {
    await using database = await sqlite!.open()
    const calendars = calendarsOn(database)
    const keys = Array.from({ length: 1_000 }, (_, index) => index + 1)
    await Promise.all(keys.map((key) => calendars.write(key, 'event')))
    const bytesMax = 200_000
    const model = modelOn(database, bytesMax)
    for (let round = 0; round < 5; round++) {
      for (const key of keys) {
        await listAll(await model.sourceOf(calendars.version(key)))
        await new Promise(setImmediate)
        expect(model.counts.bytes).toBeLessThanOrEqual(bytesMax)
      }
    }
    const { loads, calendars: held } = model.counts
    expect(held).toBeGreaterThan(5)
    // In rotation no calendar is read more often than another, so none takes the place of another.
    expect(loads).toBeLessThan(2 * held)
  })

  it('does not use the order of a zone that the calendar no longer has', async () => {
    await using database = await sqlite!.open()
    const calendars = calendarsOn(database)
    await calendars.write(1, 'a')
    const model = modelOn(database)
    await load(model, calendars.version(1))
    const moved = await model.sourceOf(versionOf(1, 1, 'Asia/Tokyo'))
    expect(moved.index).toBeUndefined()
    await load(model, versionOf(1, 1, 'Asia/Tokyo'))
    const source = await model.sourceOf(versionOf(1, 1, 'Asia/Tokyo'))
    expect(source.index?.zone).toBe('Asia/Tokyo')
  })

  it('does not hold a calendar that takes more than half of its memory', async () => {
    await using database = await sqlite!.open()
    const calendars = calendarsOn(database)
    for (let at = 0; at < 300; at++) await calendars.write(1, `event${at}`.padEnd(200, '0'))
    await calendars.write(2, 'small')
    const model = modelOn(database, 100_000)
    const reading = vi.spyOn(database, 'all')
    for (let reads = 0; reads < 20; reads++) {
      await model.sourceOf(calendars.version(1))
      await longWork.next()
      await new Promise(setImmediate)
    }
    // It was tried once, and not with every read.
    expect(reading.mock.calls.length).toBeLessThanOrEqual(2)
    await load(model, calendars.version(2))
    expect(model.counts.calendars).toBe(1)
  })

  it('holds nothing if it may take no memory', async () => {
    await using database = await sqlite!.open()
    const calendars = calendarsOn(database)
    await calendars.write(1, 'a')
    const model = modelOn(database, 0)
    for (let reads = 0; reads < 5; reads++) await model.sourceOf(calendars.version(1))
    expect(model.counts).toMatchObject({ loads: 0, bytes: 0 })
  })
})
