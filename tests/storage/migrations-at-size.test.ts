import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { schema } from '#/schema.ts'
import type { Database } from '#/storage/port.ts'
import type { Migration } from '#/storage/schema/schema.ts'
import { meta } from '#/storage/schema/tables.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines, silentLog } from '../support/engines.ts'
import { addNote, noteIds } from './notes.ts'

const rowCount = 60_000
const statementTimeoutMs = 1_000

/** A statement that takes long, as on a large table. */
const slow: Migration = {
  number: 9_001,
  name: 'slow',
  worksWith: 1,
  statements: () => [`select pg_sleep(${(1.5 * statementTimeoutMs) / 1000})`],
}
const tags: Migration = {
  number: 9_002,
  name: 'tags',
  worksWith: 1,
  statements: ({ text }) => [`alter table meta add column tag ${text}`],
  changes: [
    {
      table: meta,
      command: (range) => sql`update ${meta} set tag = md5(name) where tag is null and ${range}`,
    },
  ],
}
const upgraded = { ...schema, migrations: [...schema.migrations, slow, tags] }

const addRows = adHocCommand(
  () => sql`insert into ${meta} (name, value)
    select 'row-' || i, repeat('x', 100) from generate_series(1, ${rowCount}) i`,
)
const untagged = adHocQuery<typeof none, { total: number }>(
  () => sql`select count(*) as total from ${meta} where tag is null and name like 'row-%'`,
)

const postgres = engines.filter(({ kind }) => kind === 'postgres')

for (const engine of postgres) {
  const skip = engine.unavailable !== undefined

  describe(`a large database on ${engine.name}`, { skip }, () => {
    it('is upgraded by two processes beside an older version that serves, within its time limits', async () => {
      await using place = await engine.place({ isEmpty: true })
      {
        await using prepared = await place.open({ postgres: { statementTimeoutMs: 120_000 } })
        await prepared.transaction((tx) => tx.run(addRows, none))
      }
      const limits = { statementTimeoutMs, lockTimeoutMs: 100 }
      await using old = await place.open()
      const isDone = new AbortController()
      const serving = serve(old, isDone.signal)
      const open = () => place.open({ schema: upgraded, postgres: limits })
      const [first, second] = await Promise.all([open(), open()])
      isDone.abort()
      await using _first = first
      await using _second = second
      const written = await serving
      expect(written).toBeGreaterThan(0)
      expect(await noteIds(old)).toHaveLength(written)
      await using patient = await place.open({ schema: upgraded })
      expect(await patient.first(untagged, none)).toEqual({ total: 0 })
    }, 120_000)

    it('waits for a lock without blocking others', async () => {
      await using place = await engine.place({ isEmpty: true })
      await using old = await place.open()
      const warnings: string[] = []
      const log = { ...silentLog, warn: (message: string) => void warnings.push(message) }
      const release = Promise.withResolvers<void>()
      const reading = old.transaction(async (tx) => {
        await tx.run(addNote, { id: 'uncommitted' })
        await release.promise
      })
      const opening = place.open({ schema: upgraded, log, postgres: { lockTimeoutMs: 50 } })
      while (warnings.length === 0) await delay(10)
      await old.transaction((tx) => tx.run(addNote, { id: 'meanwhile' }))
      release.resolve()
      await reading
      await using database = await opening
      expect(warnings[0]).toBe('a migration waits for a lock')
      expect(await noteIds(database)).toEqual(['meanwhile', 'uncommitted'])
    }, 60_000)
  })
}

/** Writes until it is told to stop, and returns how often. */
async function serve(database: Database, signal: AbortSignal): Promise<number> {
  let written = 0
  while (!signal.aborted) {
    await database.transaction((tx) => tx.run(addNote, { id: String(written) }))
    written++
  }
  return written
}
