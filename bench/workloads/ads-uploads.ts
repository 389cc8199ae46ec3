import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { clickId, tellSmallAccount } from '../ads-place.ts'
import { median } from '../comparison.ts'
import { cpuTimeUs } from '../cpu-time.ts'
import type { Figure } from '../figure.ts'
import { percentile } from '../latency.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { requestBytes } from '../request.ts'
import type { Row } from '../seed.ts'

const rowsPerBatch = 200
const batchesPerRound = 100
const rounds = 5
const connections = 8

/** Batches of conversions, and the same rows put into the same database by bare inserts. */
export async function measureUploads(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await tellSmallAccount(place)
  copyFileSync(databasePath(place), join(folder.path, 'bare.sqlite'))
  const taken: number[] = []
  const served: number[] = []
  {
    await using server = await place.start()
    const load = { port: server.port, count: batchesPerRound, connections }
    await sendLoad({ ...load, requests: batches(place.token, 'warm') })
    for (let round = 0; round < rounds; round++) {
      const requests = batches(place.token, `r${round}-`)
      const before = cpuTimeUs(server.pid)
      await sendLoad({ ...load, requests, onAnswer: (each) => taken.push(each) })
      served.push((cpuTimeUs(server.pid) - before) / (batchesPerRound * rowsPerBatch))
    }
  }
  const bare = bareInserts(databasePath(place), join(folder.path, 'bare.sqlite'))
  const sorted = taken.toSorted((one, other) => one - other)
  const cost = median(served)
  return [
    {
      name: `upload of conversions, ${rowsPerBatch} in a batch, against bare inserts of the same rows`,
      value: bare / cost,
      unit: 'times',
      bounds: { better: 'higher', floor: 0.5, aim: 0.8 },
      detail: `${cost.toFixed(1)} us of CPU for a row against ${bare.toFixed(1)} us, ${connections} connections`,
    },
    {
      name: `upload of ${rowsPerBatch} conversions, 99 of 100`,
      value: percentile(sorted, 0.99),
      unit: 'ms',
      bounds: { better: 'lower', floor: 100 },
      detail: `median ${percentile(sorted, 0.5).toFixed(0)} ms, ${connections} connections`,
    },
  ]
}

const databasePath = ({ folder }: Place) => join(folder, 'data', 'almanac.sqlite')

let conversions = 0

function batches(token: string, prefix: string): Buffer[] {
  const now = Date.now() - 3_600_000
  return Array.from({ length: batchesPerRound }, () => {
    const conversion = Array.from({ length: rowsPerBatch }, () => ({
      clickId: clickId(++conversions),
      conversionId: `${prefix}${conversions}`,
      conversionTimestamp: String(now - conversions),
      segmentationType: 'FLOODLIGHT',
      segmentationName: 'Test',
      type: 'TRANSACTION',
      revenueMicros: '12500000',
      currencyCode: 'EUR',
      quantityMillis: '1000',
      floodlightOrderId: `order-${conversions}`,
    }))
    const body = JSON.stringify({ kind: 'doubleclicksearch#conversionList', conversion })
    return requestBytes({ method: 'POST', path: '/doubleclicksearch/v2/conversion', token, body })
  })
}

/** The CPU for a row of durable inserts of many rows, by a program that does nothing else. */
function bareInserts(full: string, empty: string): number {
  using source = new DatabaseSync(full, { readOnly: true })
  const rows = source
    .prepare("select * from ads_conversions where conversion_id like 'r%'")
    .all() as Row[]
  using database = new DatabaseSync(empty)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  const names = Object.keys(rows[0]!)
  const tuple = `(${names.map(() => '?').join(', ')})`
  const tuples = Array.from({ length: rowsPerBatch }, () => tuple).join(', ')
  const insert = database.prepare(
    `insert into ads_conversions (${names.join(', ')}) values ${tuples}`,
  )
  const before = process.cpuUsage()
  for (let begin = 0; begin < rows.length; begin += rowsPerBatch) {
    const batch = rows.slice(begin, begin + rowsPerBatch)
    insert.run(...batch.flatMap((row) => names.map((name) => row[name]!)))
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / rows.length
}
