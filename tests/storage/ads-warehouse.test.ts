import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rowsIn } from '#/services/ads/platform/sources/parquet-source.ts'
import { openDuckDb } from '#/services/ads/warehouse/duckdb.ts'
import { columnsOf, factNames, tableOf } from '#/services/ads/warehouse/facts.ts'
import { readTables } from '#/storage/schema/catalog.ts'
import { engines } from '../support/engines.ts'
import { freshFolder } from '../support/fresh.ts'

for (const engine of engines) {
  describe(`tables of statistics on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('have the columns that are declared for their facts', async () => {
      await using database = await engine.open()
      const tables = await readTables(database, database.engine)
      for (const fact of factNames) {
        const { columns } = tables.find(({ name }) => name === tableOf(fact))!
        expect(columns).toEqual(columnsOf(fact))
      }
    })
  })
}

describe('DuckDB', () => {
  const limits = { memoryMb: 128, threads: 1 }

  it('has the extensions for imports and reports built in, and loads none at run time', async () => {
    await using folder = await freshFolder()
    using duckDb = await openDuckDb({ ...limits, spillFolder: folder.path })
    const settings = await duckDb.all<{ value: string }>(
      "select value from duckdb_settings() where name like 'auto%known_extensions'",
    )
    expect(settings.map(({ value }) => value)).toEqual(['false', 'false'])
    const built = await duckDb.all<{ extension_name: string }>(
      "select extension_name from duckdb_extensions() where loaded and install_mode = 'STATICALLY_LINKED'",
    )
    const names = built.map(({ extension_name }) => extension_name)
    expect(names).toEqual(expect.arrayContaining(['json', 'parquet']))
  })

  it('reads records of a Parquet file as texts, ids whole and times as milliseconds', async () => {
    await using folder = await freshFolder()
    const path = join(folder.path, 'visits.parquet')
    {
      using duckDb = await openDuckDb({ ...limits, spillFolder: folder.path })
      await duckDb.run(
        `copy (select 21700000000012345 as "advertiserId", 'click' as "clickId",
            timestamp '2026-01-02 03:04:05' as time, null as device)
          to '${path}' (format parquet)`,
      )
    }
    const rows = []
    for await (const row of rowsIn(path, () => {})) rows.push(row)
    const values = {
      advertiserId: '21700000000012345',
      clickId: 'click',
      time: '1767323045000',
      device: '',
    }
    expect(rows).toEqual([{ values, line: 1 }])
  })
})
