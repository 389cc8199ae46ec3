import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import { PostgresAnalysis } from '#/storage/postgres/analysis.ts'
import { meta } from '#/storage/schema/tables.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { copyData } from '../support/base-backup.ts'
import { until } from '../support/calling.ts'
import { silentLog } from '../support/engines.ts'
import { postgresUnavailable } from '../support/postgres-databases.ts'
import { freePort, type PostgresServer, startPostgres } from '../support/postgres-server.ts'

const release = 18
const settings = ['wal_level=replica', 'max_wal_senders=4', 'full_page_writes=on']

const put = adHocCommand<{ value: string }>(
  ({ value }) => sql`insert into ${meta} (name, value) values ('replicated', ${value})
    on conflict (name) do update set value = excluded.value`,
)
/** What was written, and whether it was read on the replica. */
const read = adHocQuery<typeof none, { value: string; isReplica: 0 | 1 }>(
  () => sql`select value, pg_is_in_recovery()::int as "isReplica" from ${meta}
    where name = 'replicated'`,
)
const readText = `select value, pg_is_in_recovery()::int from meta where name = 'replicated'`

describe('long reads with a streaming replica', { skip: postgresUnavailable !== undefined }, () => {
  let primary: PostgresServer
  let replica: PostgresServer
  let onReplica: postgres.Sql
  let written = 0

  beforeAll(async () => {
    primary = await startPostgres(release, { settings })
    const port = await freePort()
    const databaseDir = `${primary.databaseDir}-replica`
    await copyData(primary, { to: databaseDir, signal: 'standby.signal' })
    const follow = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres password=password`
    replica = await startPostgres(release, {
      port,
      databaseDir,
      settings: [...settings, follow],
      isStandby: true,
    })
    onReplica = postgres(replica.url, { max: 1 })
  }, 120_000)

  beforeEach(async () => {
    await onReplica`select pg_wal_replay_resume()`
  })

  afterAll(async () => {
    await onReplica.end()
    await replica.stop()
    await primary.stop()
  })

  const open = (readUrl = replica.url) =>
    openDatabase({
      url: primary.url,
      dataDir: '',
      schema,
      log: silentLog,
      postgres: { readUrl, pollMs: 60_000 },
    })

  type Opened = Awaited<ReturnType<typeof open>>

  const write = async (database: Opened): Promise<string> => {
    const value = String(++written)
    await database.transaction((tx) => tx.run(put, { value }))
    return value
  }

  /** Reads until the replica is used again, which is avoided for a while after it was behind. */
  const untilReplica = (readOnce: () => Promise<0 | 1>) =>
    until(readOnce, (isReplica) => isReplica === 1)

  it('use the replica and see what anybody has written before', async () => {
    await using writer = await open('')
    await using reader = await open()
    await write(writer)
    await untilReplica(async () => (await reader.apart.first(read, none))!.isReplica)
    for (let round = 0; round < 30; round++) {
      const value = await write(writer)
      expect((await reader.apart.all(read, none)).map((row) => row.value)).toEqual([value])
      const snapshot = await reader.snapshot((one) => one.first(read, none))
      expect(snapshot!.value).toBe(value)
    }
    await untilReplica(
      async () => (await reader.snapshot((one) => one.first(read, none)))!.isReplica,
    )
  })

  it('use the primary while the replica is paused', async () => {
    await using database = await open()
    await write(database)
    await untilReplica(async () => (await database.apart.first(read, none))!.isReplica)
    await onReplica`select pg_wal_replay_pause()`
    await until(
      async () => (await onReplica`select pg_get_wal_replay_pause_state() as state`)[0]!.state,
      (state) => state === 'paused',
    )
    const value = await write(database)
    expect(await database.apart.first(read, none)).toEqual({ value, isReplica: 0 })
    const snapshot = await database.snapshot((one) => one.first(read, none))
    expect(snapshot).toEqual({ value, isReplica: 0 })
    await onReplica`select pg_wal_replay_resume()`
    await untilReplica(async () => (await database.apart.first(read, none))!.isReplica)
  })

  it('use the primary if the other server is no replica of it or is not there', async () => {
    await using database = await open('')
    const value = await write(database)
    const gone = `postgres://127.0.0.1:${await freePort()}/postgres`
    for (const url of [primary.url, gone]) {
      await using reader = await open(url)
      expect(await reader.apart.first(read, none)).toEqual({ value, isReplica: 0 })
    }
  })

  it('skip the replica in a URL with several hosts that asks for a server that takes writes', async () => {
    const hosts = `127.0.0.1:${replica.port},127.0.0.1:${primary.port}`
    const url = `postgres://postgres:password@${hosts}/postgres?target_session_attrs=read-write`
    await using database = await openDatabase({ url, dataDir: '', schema, log: silentLog })
    const values = await Promise.all(Array.from({ length: 20 }, () => write(database)))
    expect(values).toHaveLength(20)
  })

  it('are no reason to name the replica as the database', async () => {
    const opening = openDatabase({ url: replica.url, dataDir: '', schema, log: silentLog })
    await expect(opening).rejects.toThrow(/is a standby/)
  })

  it('include those of reports', async () => {
    await using database = await open('')
    const options = { connectionsMax: 1, statementTimeoutMs: 30_000, log: silentLog }
    const urls = { url: primary.url, readUrl: replica.url }
    await using analysis = new PostgresAnalysis({ ...options, ...urls })
    const value = await write(database)
    await untilReplica(async () => Number((await analysis.rows(readText))[0]![1]) as 0 | 1)
    const next = await write(database)
    expect(Number(next)).toBe(Number(value) + 1)
    const [row] = await analysis.atOneMoment((rows) => rows(readText))
    expect(row![0]).toBe(next)
    let text = ''
    for await (const bytes of analysis.copy(`copy (${readText}) to stdout`)) text += bytes
    expect(text.split('\t')[0]).toBe(next)
  })
})
