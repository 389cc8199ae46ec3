import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { beforeAll, describe, it } from 'vitest'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import { type Compiled, declaredStatements } from '#/storage/sql/statement.ts'
import { silentLog } from '../support/engines.ts'
import { sourcesMatching } from '../support/sources.ts'

const root = resolve(import.meta.dirname, '../..')

/** A database of a cluster that exists and that is used for nothing else. */
const url = process.env.ALMANAC_TEST_CITUS_URL ?? ''

const open = (layout: 'auto' | 'single' | 'citus') =>
  openDatabase({ url, dataDir: '', schema, log: silentLog, postgres: { layout } })

describe.skipIf(url === '')('on Citus (set ALMANAC_TEST_CITUS_URL to a database for tests)', () => {
  beforeAll(async () => {
    const declaring = sourcesMatching('src/**/*.ts').filter(
      ({ path, text }) => !path.endsWith('.test.ts') && /\b(query|command)[<(]/.test(text),
    )
    for (const { path } of declaring) await import(join(root, path))
    await using _ = await open('citus')
  })

  it('tables are distributed as they declare', async () => {
    await using database = await open('auto')
    assert.equal(database.isDistributed, true)
    assert.deepEqual(await database.problems(), [])
  })

  it('a server for one database server refuses distributed tables', async () => {
    await assert.rejects(open('single'), /ALMANAC_DATABASE_LAYOUT=citus/)
  })

  it('statements can be planned, and need one server if they name a calendar or user', async () => {
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    const wrong: string[] = []
    try {
      for (const statement of declaredStatements) {
        const compiled = statement.for('citus')
        const tasks = await taskCountsOf(sql, compiled).catch((error: unknown) => String(error))
        if (Array.isArray(tasks) ? isAsWanted(compiled, tasks) : isForOneServer(compiled)) continue
        wrong.push(`${tasks}: ${compiled.sql}`)
      }
    } finally {
      await sql.end()
    }
    assert.deepEqual(wrong, [])
  })
})

/** Statements that only databases on one server use, by a part of their text. */
const forOneServer = ['"hasHolderAbsences"', 'where c.copy_of = e.calendar_key']

const isForOneServer = ({ sql }: Compiled) => forOneServer.some((part) => sql.includes(part))

const isAsWanted = ({ sql }: Compiled, tasks: readonly number[]): boolean =>
  !/\b(bucket|user_id) = \$/.test(sql) || isSearch(sql) || tasks.every((count) => count === 1)

/** Whether it reads tables that are not distributed by user. */
const isSearch = (sql: string) => /from (access_tokens|channels)\b/.test(sql)

/** How many tasks each part of a statement is planned as. */
async function taskCountsOf(sql: postgres.Sql, { sql: text }: Compiled): Promise<number[]> {
  try {
    await sql.unsafe(`prepare one as ${text}`).simple()
    const [prepared] = await sql`
      select parameter_types::text[] as types from pg_prepared_statements where name = 'one'`
    const values = (prepared!.types as string[]).map((type) => samples[type] ?? "'[1]'")
    const list = values.length === 0 ? '' : `(${values.join(', ')})`
    const lines = await sql.unsafe(`explain execute one${list}`)
    const plan = lines.map((line) => String(line['QUERY PLAN'])).join('\n')
    return [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  } finally {
    await sql.unsafe('deallocate all').simple()
  }
}

const samples: Readonly<Record<string, string>> = {
  bigint: '1',
  integer: '1',
  'bigint[]': "'{1}'",
  date: "'2030-01-01'",
}
