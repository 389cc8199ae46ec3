import { schema } from '#/schema.ts'
import { ReadModel } from '#/services/calendar/read-model/read-model.ts'
import { RecentWrites } from '#/services/calendar/read-model/recent-writes.ts'
import { SeriesModels } from '#/services/calendar/recurrence/series-models.ts'
import { Events } from '#/services/calendar/store/events.ts'
import { openDatabase } from '#/storage/open.ts'
import { calendarZone, type EventSketch, rowOf } from './read-model-fixture.ts'

// Loads a calendar into a read model and renders it, and reports what the model counts and what it takes.

const [dataDir = '', content = ''] = process.argv.slice(2)
const hourMs = 3_600_000
const startMs = Date.parse('2031-03-01T00:00:00Z')

const timesAt = (index: number) => ({
  isAllDay: false as const,
  startMs: startMs + index * hourMs,
  endMs: startMs + (index + 1) * hourMs,
  startZone: calendarZone,
  endZone: calendarZone,
})

const idOf = (index: number) => `event${String(index).padStart(21, '0')}`

const single = (index: number): EventSketch => ({ id: idOf(index), times: timesAt(index) })

const contents: Readonly<Record<string, readonly EventSketch[]>> = {
  singles: Array.from({ length: 10_000 }, (_, index) => single(index)),
  personal: Array.from({ length: 5_000 }, (_, index) => ({
    ...single(index),
    internal: {
      reminders: { ann: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] } },
    },
  })),
  series: Array.from({ length: 600 }, (_, index) => ({
    ...single(index % 7),
    id: idOf(index),
    recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR'],
  })),
}

const ignore = () => {}
const log = { info: ignore, warn: ignore, error: ignore }
const database = await openDatabase({ schema, dataDir, log })
const events = new Events(database)
const sketches = contents[content]!
const calendarKey = 1
await database.transaction(async (tx) => {
  for (const [index, sketch] of sketches.entries()) {
    const described = { ...sketch, summary: 'x'.repeat(400) }
    await events.put(tx, rowOf(described, { calendarKey, changeNumber: index + 1 }))
  }
})

/** What is in use after everything else was given back. */
async function usedBytes(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    await new Promise(setImmediate)
    globalThis.gc!()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const wire = JSON.stringify({ timeZone: calendarZone })
const version = { id: 'ann@x.org', key: calendarKey, changeNumber: sketches.length, wire }

/** Reads the calendar until it is held, renders all of it twice, and a month of instances. */
async function fill(model: ReadModel): Promise<void> {
  while (model.counts.loads === 0) {
    await model.sourceOf(version)
    await new Promise(setImmediate)
  }
  for (let round = 0; round < 2; round++) {
    const { index } = await model.sourceOf(version)
    const runs = index!.byId.all.map((leaf) => ({ leaf, from: 0, to: leaf.items.length }))
    await index!.blocks.piecesOf(runs, {
      key: 'all',
      isStoredInOrder: false,
      texts: async (items) => new Map(items.map((item) => [item, `"${'x'.repeat(500)}"`])),
      isPersonal: () => false,
      personalText: (_, text) => text,
    })
    index!.timelines.over({ fromMs: startMs, toMs: startMs + 31 * 24 * hourMs })
  }
  await model.sourceOf(version)
}

// Code, shapes of objects and the pages of SQLite are there before the first measurement.
const parts = () => ({ models: new SeriesModels(), writes: new RecentWrites() })
await fill(new ReadModel(database, parts(), 500_000_000))
const before = await usedBytes()
const model = new ReadModel(database, parts(), 500_000_000)
await fill(model)
const taken = (await usedBytes()) - before
process.stdout.write(JSON.stringify({ counted: model.counts.bytes, taken }))
await database[Symbol.asyncDispose]()
