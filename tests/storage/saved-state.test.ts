import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schema } from '#/schema.ts'
import { archiveToBuffer } from '#/storage/archive/archive.ts'
import { saveState, unpackState } from '#/storage/archive/saved-state.ts'
import { openDatabase } from '#/storage/open.ts'
import type { Database } from '#/storage/port.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { engines, silentLog } from '../support/engines.ts'
import { freshFolder } from '../support/fresh.ts'

const put = command<{ name: string }>(({ name }) => insertInto(meta, { name, value: sql`'kept'` }))
const find = query<{ name: string }, { value: string }>(
  ({ name }) => sql`select value from ${meta} where name = ${name}`,
)

const write = (database: Database, name: string) =>
  database.transaction((tx) => tx.run(put, { name }))

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'a saved state on %s',
  (_, engine) => {
    const test = it.skipIf(engine.unavailable !== undefined)

    test.each([
      ['a state', saveState],
      ['an archive', (database: Database) => archiveToBuffer(database)],
    ])(
      '%s is unpacked with what was committed before it, and nothing later',
      async (_kind, save) => {
        await using database = await engine.open()
        await using folder = await freshFolder()
        await write(database, 'before')
        const state = await save(database)
        await write(database, 'after')
        const dataDir = join(folder.path, 'unpacked')
        await mkdir(dataDir)
        await unpackState(state, { dataDir, log: silentLog, schema })
        await using unpacked = await openDatabase({ schema, dataDir, log: silentLog })
        expect(unpacked.engine).toBe('sqlite')
        expect(await unpacked.first(find, { name: 'before' })).toEqual({ value: 'kept' })
        expect(await unpacked.first(find, { name: 'after' })).toBeUndefined()
      },
    )

    test('is refused when it is cut off', async () => {
      await using database = await engine.open()
      await using folder = await freshFolder()
      const state = await saveState(database)
      const cut = state.subarray(0, state.length / 2)
      await expect(
        unpackState(cut, { dataDir: folder.path, log: silentLog, schema }),
      ).rejects.toThrow()
    })
  },
)
