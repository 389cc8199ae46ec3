import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'
import type { ServerPlace } from './server.ts'

/** Ends all leases, as time would end those of a process that was killed. */
export async function expireLeases(place: ServerPlace): Promise<void> {
  for (const table of ['jobs', 'channels']) {
    await tamper(place, `update ${table} set leased_until = 0 where leased_until is not null`)
  }
  await tamper(place, 'update processes set alive_until = 0')
}

/** Opens the embedded database beside the server. A lock of the server is waited for, as by the server itself. */
export const openDatabaseFile = (dataDir: string): DatabaseSync =>
  new DatabaseSync(join(dataDir, 'almanac.sqlite'), { timeout: 30_000 })

/** Runs a statement on the database of a place, past the server. */
export async function tamper({ environment }: ServerPlace, statement: string): Promise<void> {
  const { ALMANAC_DATABASE_URL: url, ALMANAC_DATA_DIR: folder } = environment
  if (url === undefined) {
    using database = openDatabaseFile(folder!)
    database.exec(statement)
    return
  }
  const sql = postgres(url, { max: 1 })
  await sql.unsafe(statement)
  await sql.end()
}

/** The rows that a query gives on the database of a place, past the server. */
export async function rowsOf({ environment }: ServerPlace, query: string): Promise<object[]> {
  const { ALMANAC_DATABASE_URL: url, ALMANAC_DATA_DIR: folder } = environment
  if (url === undefined) {
    using database = openDatabaseFile(folder!)
    return database.prepare(query).all()
  }
  const sql = postgres(url, { max: 1 })
  const rows = [...(await sql.unsafe(query))]
  await sql.end()
  return rows
}

/** Locks the row of a calendar on a PostgreSQL database, until it is disposed of. */
export async function lockCalendar(
  { environment }: ServerPlace,
  id: string,
): Promise<AsyncDisposable> {
  const sql = postgres(environment.ALMANAC_DATABASE_URL!, { max: 1 })
  // In a cluster, the bucket says which server has the row.
  const [found] = await sql`select bucket from calendars where id = ${id}`
  await sql.unsafe('begin')
  await sql`select 1 from calendars where id = ${id} and bucket = ${found!.bucket} for update`
  return {
    [Symbol.asyncDispose]: async () => {
      await sql.unsafe('rollback')
      await sql.end()
    },
  }
}
