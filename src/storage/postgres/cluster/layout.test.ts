import { expect, it } from 'vitest'
import type { Reader } from '../../port.ts'
import type { Statement } from '../../sql/statement.ts'
import { findLayout } from './layout.ts'

/** What a database says about itself. */
interface Described {
  /** Of the extension. */
  readonly version?: string
  readonly coordinators?: number
  readonly workers?: number
  readonly hasDistributedTables?: boolean
}

function layoutOf(
  { version, coordinators = 1, workers = 1, hasDistributedTables = false }: Described,
  expected: 'auto' | 'single' | 'citus' = 'auto',
) {
  const rowsOf = (text: string): object[] => {
    if (text.includes('pg_extension')) return version === undefined ? [] : [{ version }]
    if (text.includes('citus_tables')) return hasDistributedTables ? [{ name: 'users' }] : []
    return [{ coordinators, workers }]
  }
  const rows = async (statement: Statement) => rowsOf(statement.for('postgres').sql)
  const reader = {
    first: async (statement: Statement) => (await rows(statement))[0],
    all: rows,
  } as unknown as Reader
  return findLayout(reader, expected)
}

it('is that of a cluster if the database has the extension, unless the setting says otherwise', async () => {
  expect(await layoutOf({})).toBe('single')
  expect(await layoutOf({ version: '13.2-1' })).toBe('citus')
  expect(await layoutOf({ version: '13.2-1' }, 'citus')).toBe('citus')
  expect(await layoutOf({ version: '13.2-1' }, 'single')).toBe('single')
})

it.each([
  ['no extension', {}, 'citus', 'create extension citus'],
  ['an old version', { version: '12.1-1' }, 'auto', 'needs Citus 13 or newer'],
  ['no coordinator', { version: '13.2-1', coordinators: 0 }, 'auto', 'citus_set_coordinator_host'],
  ['no workers', { version: '13.2-1', workers: 0 }, 'auto', 'citus_add_node'],
  [
    'distributed tables',
    { version: '13.2-1', hasDistributedTables: true },
    'single',
    'ALMANAC_DATABASE_LAYOUT=citus',
  ],
] as const)('refuses %s, and says what to do', async (_, described, expected, advice) => {
  await expect(layoutOf(described, expected)).rejects.toThrow(advice)
})
