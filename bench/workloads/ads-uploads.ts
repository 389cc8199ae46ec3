import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tellSmallAccount } from '../ads-place.ts'
import { median } from '../comparison.ts'
import { cpuTimeUs } from '../cpu-time.ts'
import type { Figure } from '../figure.ts'
import { percentile } from '../latency.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import type { Row } from '../seed.ts'
import { rowsPerBatch, uploadRequests } from '../upload-requests.ts'

const batchesPerRound = 100
const rounds = 7
const connections = 8
const rowsPerRound = batchesPerRound * rowsPerBatch

interface Cost {
  readonly wallUs: number
  readonly cpuUs: number
}

/**
 * Batches of conversions, and in turn with them the same rows put into a copy of the same database by
 * a program that does nothing else: statements of as many rows as a batch has, with a durable commit each.
 */
export async function measureUploads(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await tellSmallAccount(place)
  const bareFile = join(folder.path, 'bare.sqlite')
  copyFileSync(databasePath(place), bareFile)
  using bare = new DatabaseSync(bareFile)
  bare.exec('pragma journal_mode = wal; pragma synchronous = full')
  await using server = await place.start()
  const taken: number[] = []
  const served: Cost[] = []
  const inserted: Cost[] = []
  for (let round = 0; round <= rounds; round++) {
    const requests = uploadRequests(place.token, { prefix: `r${round}-`, count: batchesPerRound })
    const before = cpuTimeUs(server.pid)
    const tell = (ms: number) => void (round > 0 && taken.push(ms))
    const load = { port: server.port, count: batchesPerRound, connections }
    const wallMs = await sendLoad({ ...load, requests, onAnswer: tell })
    const cpuUs = cpuTimeUs(server.pid) - before
    const rows = rowsOf(databasePath(place), `r${round}-`)
    const ofBare = bareInserts(bare, rows)
    // The first round fills caches and has code compiled.
    if (round === 0) continue
    served.push({ wallUs: (wallMs * 1000) / rowsPerRound, cpuUs: cpuUs / rowsPerRound })
    inserted.push(ofBare)
  }
  const sorted = taken.toSorted((one, other) => one - other)
  const [ours, theirs] = [middle(served), middle(inserted)]
  return [
    {
      name: `upload of conversions, ${rowsPerBatch} in a batch, against bare inserts of the same rows`,
      value: theirs.wallUs / ours.wallUs,
      unit: 'times',
      bounds: { better: 'higher', floor: 0.5, aim: 0.8 },
      detail:
        `${perSecond(ours)} rows a second against ${perSecond(theirs)}, ${connections} connections; ` +
        `${ours.cpuUs.toFixed(1)} us of CPU for a row against ${theirs.cpuUs.toFixed(1)}`,
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

const perSecond = ({ wallUs }: Cost) => Math.round(1_000_000 / wallUs)

const middle = (costs: readonly Cost[]): Cost => ({
  wallUs: median(costs.map(({ wallUs }) => wallUs)),
  cpuUs: median(costs.map(({ cpuUs }) => cpuUs)),
})

/** What the server has made of a round, in the order in which it was written. */
function rowsOf(path: string, prefix: string): Row[] {
  using source = new DatabaseSync(path, { readOnly: true })
  return source
    .prepare('select * from ads_conversions where conversion_id like ? order by rowid')
    .all(`${prefix}%`) as Row[]
}

function bareInserts(database: DatabaseSync, rows: readonly Row[]): Cost {
  const names = Object.keys(rows[0]!)
  const tuple = `(${names.map(() => '?').join(', ')})`
  const tuples = Array.from({ length: rowsPerBatch }, () => tuple).join(', ')
  const insert = database.prepare(
    `insert into ads_conversions (${names.join(', ')}) values ${tuples}`,
  )
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  for (let begin = 0; begin < rows.length; begin += rowsPerBatch) {
    const batch = rows.slice(begin, begin + rowsPerBatch)
    insert.run(...batch.flatMap((row) => names.map((name) => row[name]!)))
  }
  const wallMs = performance.now() - began
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wallUs: (wallMs * 1000) / rows.length, cpuUs: (user + system) / rows.length }
}
