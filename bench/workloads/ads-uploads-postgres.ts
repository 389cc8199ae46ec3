import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { tellSmallAccount } from '../ads-place.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { startPostgres } from '../postgres.ts'
import { rowsPerBatch } from '../upload-requests.ts'
import { compareUploads, uploadBounds, uploadConnections } from '../upload-rounds.ts'

/** The same on PostgreSQL, where the bare inserts come by as many connections as the uploads. */
export async function measureUploadsPostgres(): Promise<Figure[]> {
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using engine = await startPostgres(folder.path)
  const place = await makePlace(join(folder.path, 'place'), engine.url)
  await tellSmallAccount(place)
  const sql = postgres(engine.url, { max: uploadConnections, onnotice: () => {} })
  try {
    await sql`create table bare_conversions (like ads_conversions including all)`
    await using server = await place.start()
    return await compareUploads({
      engine: 'PostgreSQL',
      server,
      token: place.token,
      insertBare: (prefix) => insertBare(sql, prefix),
      bounds: uploadBounds,
    })
  } finally {
    await sql.end()
  }
}

async function insertBare(sql: postgres.Sql, prefix: string) {
  const rows = await sql`
    select * from ads_conversions where conversion_id like ${`${prefix}%`} order by sequence`
  const names = Object.keys(rows[0]!)
  const tuples = Array.from({ length: rowsPerBatch }, (_, row) => {
    const places = names.map((_name, index) => `$${row * names.length + index + 1}`)
    return `(${places.join(', ')})`
  })
  const text = `insert into bare_conversions (${names.join(', ')}) values ${tuples.join(', ')}`
  const batches: (string | number | null)[][] = []
  for (let begin = 0; begin < rows.length; begin += rowsPerBatch) {
    const batch = rows.slice(begin, begin + rowsPerBatch)
    batches.push(batch.flatMap((row) => names.map((name) => row[name])))
  }
  const began = performance.now()
  await Promise.all(batches.map((values) => sql.unsafe(text, values, { prepare: true })))
  return { wallMs: performance.now() - began }
}
