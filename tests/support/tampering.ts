import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'
import type { ServerPlace } from './server.ts'

/** Ends all leases, as time would end those of a process that was killed. */
export async function expireLeases(place: ServerPlace): Promise<void> {
  for (const table of ['jobs', 'channels']) {
    await tamper(place, `update ${table} set leased_until = 0 where leased_until is not null`)
  }
}

/** Runs a statement on the database of a place, past the server. */
export async function tamper({ environment }: ServerPlace, statement: string): Promise<void> {
  const { ALMANAC_DATABASE_URL: url, ALMANAC_DATA_DIR: folder } = environment
  if (url === undefined) {
    const database = new DatabaseSync(join(folder!, 'almanac.sqlite'))
    database.exec(statement)
    database.close()
    return
  }
  const sql = postgres(url, { max: 1 })
  await sql.unsafe(statement)
  await sql.end()
}
