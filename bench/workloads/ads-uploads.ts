import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tellSmallAccount } from '../ads-place.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import type { Row } from '../seed.ts'
import { rowsPerBatch } from '../upload-requests.ts'
import { compareUploads, uploadBounds } from '../upload-rounds.ts'

/**
 * Batches of conversions, and in turn with them the same rows put into a copy of the same database by
 * a program that does nothing else: statements of as many rows as a batch has, with a durable commit each.
 */
export async function measureUploads(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await tellSmallAccount(place)
  const path = join(place.folder, 'data', 'almanac.sqlite')
  const bareFile = join(folder.path, 'bare.sqlite')
  copyFileSync(path, bareFile)
  using bare = new DatabaseSync(bareFile)
  bare.exec('pragma journal_mode = wal; pragma synchronous = full')
  await using server = await place.start()
  return await compareUploads({
    engine: 'SQLite',
    server,
    token: place.token,
    insertBare: async (prefix) => insertBare(bare, rowsOf(path, prefix)),
    bounds: uploadBounds,
  })
}

/** What the server has made of a round, in the order in which it was written. */
function rowsOf(path: string, prefix: string): Row[] {
  using source = new DatabaseSync(path, { readOnly: true })
  return source
    .prepare('select * from ads_conversions where conversion_id like ? order by rowid')
    .all(`${prefix}%`) as Row[]
}

function insertBare(database: DatabaseSync, rows: readonly Row[]) {
  const names = Object.keys(rows[0]!)
  const tuple = `(${names.map(() => '?').join(', ')})`
  const tuples = Array.from({ length: rowsPerBatch }, () => tuple).join(', ')
  const insert = database.prepare(
    `insert into ads_conversions (${names.join(', ')}) values ${tuples}`,
  )
  const began = performance.now()
  for (let begin = 0; begin < rows.length; begin += rowsPerBatch) {
    const batch = rows.slice(begin, begin + rowsPerBatch)
    insert.run(...batch.flatMap((row) => names.map((name) => row[name]!)))
  }
  return { wallMs: performance.now() - began }
}
