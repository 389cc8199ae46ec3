import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { insertPrompt, removePrompt } from '#/jobs/prompt-store.ts'
import { promptJobs } from '#/jobs/tables.ts'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import type { ArchivedRow, Database } from '#/storage/port.ts'
import { owner, sql } from '#/storage/sql/sql.ts'
import { adHocQuery, declaredStatements } from '#/storage/sql/statement.ts'
import { reserveDatabase } from '../support/cluster-databases.ts'
import { silentLog } from '../support/engines.ts'
import { sourcesMatching } from '../support/sources.ts'

const root = resolve(import.meta.dirname, '../..')

/** A database of a cluster that exists and that is used for nothing else. */
const url = process.env.ALMANAC_TEST_CITUS_URL ?? ''

const open = (layout: 'auto' | 'single' | 'citus') =>
  openDatabase({ url, dataDir: '', schema, log: silentLog, postgres: { layout } })

describe.skipIf(url === '')('on Citus (set ALMANAC_TEST_CITUS_URL to a database for tests)', () => {
  const reserved = new AsyncDisposableStack()
  afterAll(() => reserved.disposeAsync())

  beforeAll(async () => {
    reserved.use(await reserveDatabase(url))
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

  it('a write that is sent to a worker is made again after a restore in between', async () => {
    await using database = await open('citus')
    await using other = await open('citus')
    const rows = await allRows(other)
    const runs = await insertJob(database, () => other.replaceAll(rows()))
    assert.deepEqual(runs, ['without locks', 'with locks'])
    assert.equal(database.incarnation, other.incarnation)
    assert.deepEqual(await other.first(findPrompt, job), { payload: job.payload })
    await database.transaction((tx) => tx.run(removePrompt, job))
  })

  it('rows are found after their shard has moved to another worker', async () => {
    await using database = await open('citus')
    await database.transaction((tx) => tx.run(insertPrompt, job))
    assert.deepEqual(await database.first(findPrompt, job), { payload: job.payload })
    await moveShardOf(job.bucket)
    // On the coordinator, so that the process is not told of the move.
    await query(`update prompt_jobs set payload = 'changed' where bucket = ${job.bucket}`)
    assert.deepEqual(await database.first(findPrompt, job), { payload: 'changed' })
    await database.transaction((tx) => tx.run(removePrompt, job))
  })

  it('rows that are read together are found after their shard has moved', async () => {
    await using database = await open('citus')
    const jobs = ['a', 'b'].map((id) => ({ ...job, id, payload: `of ${id}` }))
    for (const one of jobs) await database.transaction((tx) => tx.run(insertPrompt, one))
    const readAll = () =>
      Promise.all([...jobs, { ...job, id: 'none' }].map((one) => database.first(findPrompt, one)))
    const found = [{ payload: 'of a' }, { payload: 'of b' }, undefined]
    assert.deepEqual(await readAll(), found)
    await moveShardOf(job.bucket)
    assert.deepEqual(await readAll(), found)
    for (const one of jobs) await database.transaction((tx) => tx.run(removePrompt, one))
  })

  it('a read that fails fails no other one that it is read with', async () => {
    await using database = await open('citus')
    const jobs = ['1', 'text'].map((payload) => ({ ...job, id: payload, payload }))
    for (const one of jobs) await database.transaction((tx) => tx.run(insertPrompt, one))
    const reads = await Promise.allSettled(jobs.map((one) => database.first(findNumber, one)))
    assert.deepEqual(reads[0], { status: 'fulfilled', value: { payload: 1 } })
    assert.equal(reads[1]!.status, 'rejected')
    for (const one of jobs) await database.transaction((tx) => tx.run(removePrompt, one))
  })

  it('a write to a worker is made again after its shard has moved to another one', async () => {
    await using database = await open('citus')
    const runs = await insertJob(database, () => moveShardOf(job.bucket))
    assert.deepEqual(runs, ['without locks', 'with locks'])
    assert.deepEqual(await database.first(findPrompt, job), { payload: job.payload })
    await database.transaction((tx) => tx.run(removePrompt, job))
  })

  it('a write to a worker is not made there while its shard is being moved', async () => {
    await using database = await open('citus')
    const move = postgres(await workerOf(job.bucket), { max: 1, onnotice: () => {} })
    try {
      await move.begin(async (tx) => {
        // As a move does; the number is that of an exclusive lock.
        await tx.unsafe(`select lock_shard_metadata(7, array_agg(shardid)) from pg_dist_shard
          where shardminvalue = (${shardOf(job.bucket, 'shardminvalue')})`)
        assert.deepEqual(await insertJob(database), ['without locks', 'with locks'])
      })
    } finally {
      await move.end()
    }
    await database.transaction((tx) => tx.run(removePrompt, job))
  })

  it('statements need one server, except for those that are listed with a reason', async () => {
    const connection = postgres(url, { max: 1, onnotice: () => {} })
    const wrong: string[] = []
    const unused = new Set(exceptions.flatMap(({ parts }) => parts))
    try {
      for (const statement of declaredStatements) {
        const { sql: text } = statement.for('citus')
        const tasks = await taskCountsOf(connection, text).catch((error: unknown) => String(error))
        if (Array.isArray(tasks) && tasks.every((count) => count === 1)) continue
        const part = exceptionFor(text, tasks)
        if (part === undefined) wrong.push(`${tasks}: ${text}`)
        else unused.delete(part)
      }
    } finally {
      await connection.end()
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual([...unused], [])
  })
})

const job = {
  id: 'a',
  bucket: 7,
  kind: 'test',
  payload: 'first',
  createdAt: 0,
  worker: 'nobody',
  leaseMs: 3_600_000,
}

const findPrompt = adHocQuery<{ id: string; bucket: number }, { payload: string }>(
  ({ id, bucket }) =>
    sql`select payload from ${promptJobs} where id = ${id} and bucket = ${owner(bucket)}`,
)

const findNumber = adHocQuery<{ id: string; bucket: number }, { payload: number }>(
  ({ id, bucket }) => sql`select payload::bigint as payload from ${promptJobs}
     where id = ${id} and bucket = ${owner(bucket)}`,
)

/** All rows as an archive has them. */
async function allRows(database: Database): Promise<() => AsyncIterable<ArchivedRow>> {
  const found: ArchivedRow[] = []
  await database.snapshot(async (snapshot) => {
    for (const { name } of schema.tables) {
      for await (const row of snapshot.rows(name)) found.push({ table: name, row })
    }
  })
  return async function* () {
    yield* found
  }
}

/** Inserts the job after what happens in between, and tells how. */
async function insertJob(
  database: Database,
  between: () => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const runs: string[] = []
  await database.transaction(
    async (tx) => {
      if (tx.optimistic === undefined) {
        runs.push('with locks')
        await tx.run(insertPrompt, job)
        return
      }
      runs.push('without locks')
      await between()
      tx.optimistic.confirm(insertPrompt, job)
    },
    { locks: 'job', canConfirm: true },
  )
  return runs
}

/** A query for a column of the shard with a bucket. */
const shardOf = (bucket: number, column: string): string =>
  `select ${column} from pg_dist_shard
     where shardid = get_shard_id_for_distribution_column('prompt_jobs', ${bucket})`

/** The address of the worker with a bucket. */
async function workerOf(bucket: number): Promise<string> {
  const [worker] = await query(`select nodename || ':' || nodeport as host
    from pg_dist_shard_placement where shardid = (${shardOf(bucket, 'shardid')})`)
  const address = new URL(url)
  address.host = String(worker!.host)
  return address.href
}

/** Moves the shards with a bucket to another worker than theirs. */
async function moveShardOf(bucket: number): Promise<void> {
  const [move] = await query(`
    select citus_move_shard_placement(p.shardid, p.nodename, p.nodeport, n.nodename, n.nodeport,
      'block_writes') from pg_dist_shard_placement p, pg_dist_node n
    where p.shardid = (${shardOf(bucket, 'shardid')}) and n.groupid > 0 and n.nodeport <> p.nodeport limit 1`)
  assert.ok(move !== undefined, 'The cluster has one worker.')
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const connection = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await connection.unsafe(text)
  } finally {
    await connection.end()
  }
}

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
async function taskCountsOf(connection: postgres.Sql, text: string): Promise<number[]> {
  try {
    await connection.unsafe(`prepare one as ${text}`).simple()
    const [prepared] = await connection`
      select parameter_types::text[] as types from pg_prepared_statements where name = 'one'`
    const values = (prepared!.types as string[]).map((type) => samples[type] ?? "'[1]'")
    const list = values.length === 0 ? '' : `(${values.join(', ')})`
    const lines = await connection.unsafe(`explain execute one${list}`)
    const plan = lines.map((line) => String(line['QUERY PLAN'])).join('\n')
    return [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  } finally {
    await connection.unsafe('deallocate all').simple()
  }
}

const samples: Readonly<Record<string, string>> = {
  bigint: '1',
  integer: '1',
  'bigint[]': "'{1}'",
  date: "'2030-01-01'",
}
