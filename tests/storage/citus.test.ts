import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { beforeAll, describe, it } from 'vitest'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import { declaredStatements } from '#/storage/sql/statement.ts'
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

  it('statements need one server, except for those that are listed with a reason', async () => {
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    const wrong: string[] = []
    const unused = new Set(exceptions.flatMap(({ parts }) => parts))
    try {
      for (const statement of declaredStatements) {
        const { sql: text } = statement.for('citus')
        const tasks = await taskCountsOf(sql, text).catch((error: unknown) => String(error))
        if (Array.isArray(tasks) && tasks.every((count) => count === 1)) continue
        const part = exceptionFor(text, tasks)
        if (part === undefined) wrong.push(`${tasks}: ${text}`)
        else unused.delete(part)
      }
    } finally {
      await sql.end()
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual([...unused], [])
  })
})

interface Exception {
  readonly reason: string
  /** Parts of the texts of statements, with single spaces. */
  readonly parts: readonly string[]
}

/** Statements that need several servers. */
const exceptions: readonly Exception[] = [
  {
    reason:
      'Finds the calendars of an owner, or those shared with somebody, which are in any bucket.',
    parts: [
      'count(*) as count from calendars where owner_id =',
      'sum(counted_events)',
      'select id as "calendarId" from calendars where owner_id =',
      'join calendar_subscriptions s',
      'from calendar_acl where rule_id = any',
      'from calendar_acl where rule_id = $',
    ],
  },
  {
    reason:
      'Administration: lists, or deletes, what belongs to all calendars or to a removed user.',
    parts: [
      'from calendars where is_resource = 1',
      'users.email as "ownerEmail" from calendars join users',
      'delete from calendars where owner_id =',
      'from sign_in_failures where subject = $1 or substr',
      'today.subject,',
      'from quota_usage where (subject, span, started_at) in',
    ],
  },
  {
    reason: 'Background work: finds due or outdated rows of all calendars and users.',
    parts: [
      'from calendars where is_counted = 0',
      "from calendars where reminders = 'due'",
      'from calendar_events where remind_at <=',
      'from calendar_list where remind_at <=',
      'from calendar_list where calendar_id = $1 and remind_at is not null',
      'from calendar_subscriptions where refresh_at <=',
      'from calendar_list l join channels c',
      'from calendar_users where user_id = any',
      'update calendar_events set remind_at =',
      'update calendar_list set remind_at =',
      'from prompt_jobs where kind = any',
    ],
  },
  {
    reason: 'Sweep: deletes expired rows, or those of deleted calendars and volumes.',
    parts: [
      'delete from sign_in_failures where last_at <',
      'delete from calendar_list where is_deleted = 1',
      "delete from calendar_acl where role = 'none'",
      'delete from calendar_copies where not exists',
      'from calendar_events e where e.presence',
      'from calendar_copies h join calendar_events e',
      "from calendar_events where presence = 'tombstone'",
      'delete from calendar_objects where not exists',
      'delete from calendar_inbox where changed_at',
      'from calendar_events where copy_of =',
      'from bookshelf_volumes where is_withdrawn = 1',
      'update bookshelf_volumes set is_withdrawn =',
      'update bookshelves set volume_count = volume_count + given.change',
    ],
  },
  {
    reason: 'Part of `almanac check`, which reads everything.',
    parts: [
      'from users where id not in',
      'select payload from prompt_jobs',
      'from bookshelves s left join',
      'from (select distinct user_id, shelf_key from bookshelf_volumes)',
      'select distinct volume_id as "volumeId"',
      'from calendar_events c join calendars k',
      'from calendars where is_counted = 1',
      'from calendars c join users u',
      'select id from calendars where (owner_id, id) not in',
      'from calendar_events e join calendars c',
    ],
  },
  {
    reason: 'Resets the workbench.',
    parts: ['delete from quota_usage'],
  },
]

/** Statements that only databases on one server use. */
const forOneServer: Exception = {
  reason: 'Joins calendars that can be on different servers.',
  parts: ['"hasHolderAbsences"', 'where c.copy_of = e.calendar_key'],
}

/** The listed part of a statement that needs several servers, or that a cluster cannot plan. */
function exceptionFor(text: string, tasks: readonly number[] | string): string | undefined {
  const allowed = Array.isArray(tasks) ? exceptions : [forOneServer]
  const spaced = text.replace(/\s+/g, ' ')
  return allowed.flatMap(({ parts }) => parts).find((part) => spaced.includes(part))
}

/** How many tasks each part of a statement is planned as. */
async function taskCountsOf(sql: postgres.Sql, text: string): Promise<number[]> {
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
