import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'vitest'
import { PostgresAnalysis } from '#/storage/postgres/analysis.ts'
import { silentLog } from '../support/engines.ts'
import { freshPostgresUrl, postgresUnavailable } from '../support/postgres-databases.ts'

const lines = (count: number) =>
  `copy (select repeat('x', 99) from generate_series(1, ${count})) to stdout`

describe('long questions to PostgreSQL', { skip: postgresUnavailable !== undefined }, () => {
  it('release their connection, however slowly and whether or not everything is read', async () => {
    await using database = await freshPostgresUrl({ isEmpty: true })
    const options = {
      url: database.url,
      connectionsMax: 1,
      statementTimeoutMs: 30_000,
      log: silentLog,
    }
    await using analysis = new PostgresAnalysis(options)
    for (let count = 100; count <= 6_000; count += 100) {
      let bytes = 0
      for await (const part of analysis.copy(lines(count))) {
        bytes += part.length
        if (bytes % 50_000 === 0) await pause(1)
      }
      assert.equal(bytes, 100 * count)
    }
    for await (const _ of analysis.copy(lines(100_000))) break
    const [row] = await analysis.rows("select 'x'")
    assert.deepEqual([...row!], ['x'])
  })

  it('are not compiled, which would take longer than most of them do', async () => {
    await using database = await freshPostgresUrl({ isEmpty: true })
    const options = {
      url: database.url,
      connectionsMax: 1,
      statementTimeoutMs: 30_000,
      log: silentLog,
    }
    await using analysis = new PostgresAnalysis(options)
    const [row] = await analysis.rows("select current_setting('jit')")
    assert.deepEqual([...row!], ['off'])
  })

  it('fail alone when their connection is lost, and the next one gets another', async () => {
    await using database = await freshPostgresUrl({ isEmpty: true })
    const options = {
      url: database.url,
      connectionsMax: 1,
      statementTimeoutMs: 30_000,
      log: silentLog,
    }
    await using analysis = new PostgresAnalysis(options)
    await using other = new PostgresAnalysis(options)
    const endOthers = () =>
      other.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
    // The driver may give the connection away once more before it hears of its end.
    const asksAgain = async () => {
      while (!(await analysis.rows("select 'x'").then(Boolean, () => false))) await pause(10)
    }

    const broken = analysis.copy(lines(1_000_000))
    await broken.next()
    await endOthers()
    await assert.rejects(Array.fromAsync(broken))
    await asksAgain()

    const unwanted = analysis.copy(lines(1_000_000))
    await unwanted.next()
    await endOthers()
    await unwanted.return(undefined)
    await asksAgain()

    for (const waitMs of [0, 100]) {
      const endInside = analysis.atOneMoment(async (rows) => {
        await rows("select 'x'")
        await endOthers()
        await pause(waitMs)
        await rows("select 'x'")
      })
      await assert.rejects(endInside)
      await asksAgain()
    }
    await pause(200)
  })
})
