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

it('queries fail if the process cannot be started, and the next one starts it again', async () => {
  await using warehouse = new EmbeddedWarehouse(context)
  const { execPath } = process
  for (const path of ['/nowhere/first', '/nowhere/second']) {
    process.execPath = path
    const rows = warehouse.rows(query)
    process.execPath = execPath
    await expect(rows).rejects.toThrow(`spawn ${path} ENOENT`)
  }
})
