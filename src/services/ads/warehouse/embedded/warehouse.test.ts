import { expect, it } from 'vitest'
import { silentLog } from '#/kernel/log.ts'
import { EmbeddedWarehouse } from './warehouse.ts'

const context = {
  log: silentLog,
  databasePath: '/nowhere/almanac.sqlite',
  folder: '/nowhere/warehouse',
  filesFolder: '/nowhere/reports',
  memoryMb: 100,
  threads: 1,
  epoch: () => 1,
  queryTimeoutMs: 5000,
  idleMs: 5000,
}
const query = {
  sql: 'select 1',
  columns: [],
  unconvertible: [],
  page: { firstRow: 0, rowCount: 1, countSql: '' },
}

/** What a query answers whose process is another program. */
async function rowsFrom(warehouse: EmbeddedWarehouse, program: string) {
  const { execPath } = process
  process.execPath = program
  const rows = warehouse.rows(query)
  process.execPath = execPath
  return rows
}

it('queries fail if the process cannot be started, and the next one starts it again', async () => {
  await using warehouse = new EmbeddedWarehouse(context)
  for (const program of ['/nowhere/first', '/nowhere/second']) {
    await expect(rowsFrom(warehouse, program)).rejects.toThrow(`spawn ${program} ENOENT`)
  }
})

it('a query is refused for the moment if its process ends', async () => {
  await using warehouse = new EmbeddedWarehouse(context)
  await expect(rowsFrom(warehouse, 'true')).rejects.toMatchObject({ status: 503 })
})
