import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { describe, it, vi } from 'vitest'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import type { Database } from '#/storage/port.ts'
import { meta, serverIncarnation } from '#/storage/schema/tables.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { patience, silentLog } from '../support/engines.ts'
import {
  asAdministrator,
  freshPostgresUrl,
  isOnCluster,
  postgresUnavailable,
} from '../support/postgres-databases.ts'
import { addCounter, addNote, noteIds, readCounter } from './notes.ts'

const isUnavailable = { name: 'ApiError', status: 503 }

const open = (url: string, tuning = {}) =>
  openDatabase({ schema, url, dataDir: '', log: silentLog, postgres: { ...patience, ...tuning } })

const terminateAll = (url: string) =>
  asAdministrator(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = '${new URL(url).pathname.slice(1)}'`,
  )

const ownPid = adHocQuery<typeof none, { pid: number }>(() => sql`select pg_backend_pid() as pid`)

const countConnections = adHocQuery<typeof none, { count: number }>(
  () => sql`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'almanac'`,
)

/** Writes a note after connections were cut: each of the pool is found to be lost when it is used next. */
const written = (database: Database, id: string) =>
  vi.waitFor(() => database.transaction((tx) => tx.run(addNote, { id })), { timeout: 60_000 })

/** Stands between Almanac and the server, and can be taken away or made to fall silent. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server: Server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    if (isSilent) return
    const upstream = connect(Number(port), hostname)
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  const listen = async (wanted: number) => {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as { port: number }).port
  }
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  const ownPort = await listen(0)
  const url = new URL(target)
  url.port = String(ownPort)
  return {
    url: url.href,
    stop,
    start: () => listen(ownPort),
    fallSilent: () => {
      isSilent = true
    },
    [Symbol.asyncDispose]: stop,
  }
}

describe('PostgreSQL', { skip: postgresUnavailable !== undefined }, () => {
  it('gives a statement all of its rows after another one has failed', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url)
    const failing = adHocQuery<typeof none>(
      () => sql`select 1 / (3 - n) from generate_series(1, 3) n`,
    )
    await assert.rejects(database.all(failing, none), /division by zero/)
    const reads = Array.from({ length: 20 }, () => database.first(ownPid, none))
    const rows = await Promise.all(reads)
    assert.equal(rows.indexOf(undefined), -1)
  })

  it('reports how many transactions wait for locks', async () => {
    await using fresh = await freshPostgresUrl()
    await using here = await open(fresh.url)
    await here.transaction((tx) => tx.run(addCounter, none))
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = here.transaction(async (tx) => {
      await tx.first(readCounter, none)
      held.resolve()
      await release.promise
    })
    await held.promise
    const waiting = here.transaction((tx) => tx.first(readCounter, none))
    await vi.waitFor(async () => {
      const { lockWaits, walBytes = 0 } = await here.vitals()
      assert.equal(lockWaits?.count, 1)
      assert.ok(lockWaits.longestMs >= 0 && walBytes > 0)
    }, 20_000)
    release.resolve()
    await Promise.all([holding, waiting])
    assert.deepEqual((await here.vitals()).lockWaits, { count: 0, longestMs: 0 })
  })

  it('answers 503 with Retry-After to a transaction whose connection is lost, and continues', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url)
    const cut = database.transaction(async (tx) => {
      await tx.run(addNote, { id: 'cut' })
      await terminateAll(fresh.url)
      await tx.run(addNote, { id: 'off' })
    })
    await assert.rejects(cut, { ...isUnavailable, headers: { 'Retry-After': '1' } })
    await written(database, 'next')
    assert.deepEqual(await noteIds(database), ['next'])
  })

  // The servers of a cluster share the limit of connections, and a cluster copies no databases.
  const onOneServer = { skip: isOnCluster }

  it(
    'has no more connections than allowed after one was lost and others are in use',
    onOneServer,
    async () => {
      await using fresh = await freshPostgresUrl()
      await using database = await open(fresh.url, { connectionsMax: 6 })
      const release = Promise.withResolvers<void>()
      const held = Array.from({ length: 4 }, () => Promise.withResolvers<number>())
      const holding = held.map(({ resolve }, index) =>
        database.transaction(async (tx) => {
          resolve((await tx.first(ownPid, none))!.pid)
          // The last one ends with the others, and its connection is idle then.
          await (index < 3 ? release.promise : Promise.all(held.map(({ promise }) => promise)))
          await tx.run(addNote, { id: `held ${index}` })
        }),
      )
      await holding[3]
      // Returns when the connection is gone, so that it is not counted below.
      await asAdministrator(`select pg_terminate_backend(${await held[3]!.promise}, 60000)`)
      const counts = await Promise.all(
        Array.from(
          { length: 8 },
          async () => (await database.first(countConnections, none))!.count,
        ),
      )
      // Six for requests, and one that listens.
      assert.ok(Math.max(...counts) <= 7, `${counts}`)
      release.resolve()
      await Promise.all(holding)
      assert.equal((await noteIds(database)).length, 4)
    },
  )

  it('keeps every acknowledged row while connections are lost again and again', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url, { connectionsMax: 4 })
    const acknowledged: string[] = []
    const refused: unknown[] = []
    let isOver = false
    const writeUntilOver = async (writer: number) => {
      for (let count = 0; !isOver; count++) {
        const id = `${writer}-${count}`
        const write = database.transaction(async (tx) => {
          await tx.first(readCounter, none)
          await tx.run(addNote, { id })
        })
        await write.then(
          () => acknowledged.push(id),
          (error) => refused.push(error.status ?? error),
        )
        await database.ready().catch((error) => refused.push(error.status ?? error))
      }
    }
    const writers = Array.from({ length: 8 }, (_, writer) => writeUntilOver(writer))
    for (let cut = 0; cut < 15; cut++) await terminateAll(fresh.url)
    isOver = true
    await Promise.all(writers)
    const found = new Set(await noteIds(database))
    assert.deepEqual(
      acknowledged.filter((id) => !found.has(id)),
      [],
    )
    assert.deepEqual([...new Set(refused)], [503])
  })

  it('receives notifications again after its connection was lost, and reports the gap', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url)
    const heard: string[] = []
    let wake = () => {}
    await database.listen('news', (payload) => {
      heard.push(payload)
      wake()
    })
    const back = new Promise<void>((resolve) => {
      wake = resolve
    })
    await terminateAll(fresh.url)
    await back
    assert.deepEqual(heard, [''])
    const told = new Promise<void>((resolve) => {
      wake = resolve
    })
    await database.transaction((tx) => tx.notify('news', 'again'))
    await told
    assert.deepEqual(heard, ['', 'again'])
  })

  it('warns if the server returns with an earlier state', async () => {
    await using fresh = await freshPostgresUrl()
    const warnings: string[] = []
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) }
    await using database = await openDatabase({ schema, url: fresh.url, dataDir: '', log })
    const { incarnation } = database
    const goBack = adHocCommand(
      () => sql`update ${serverIncarnation} set incarnation = 'earlier', server = 'another start'`,
    )
    await database.transaction((tx) => tx.run(goBack, none))
    await terminateAll(fresh.url)
    await written(database, 'after')
    assert.notEqual(database.incarnation, incarnation)
    assert.notEqual(database.incarnation, 'earlier')
    assert.equal(warnings.filter((text) => text.includes('an earlier state')).length, 1)
  })

  it(
    'keeps its incarnation when connections are lost, and not in a copy of the database',
    onOneServer,
    async () => {
      await using database = await freshPostgresUrl()
      const name = new URL(database.url).pathname.slice(1)
      const before = await (async () => {
        await using opened = await open(database.url)
        const { incarnation } = opened
        await terminateAll(database.url)
        await written(opened, 'a')
        assert.equal(opened.incarnation, incarnation)
        return incarnation
      })()
      await asAdministrator(`create database ${name}_copy template ${name}`)
      try {
        await using copy = await open(database.url.replace(name, `${name}_copy`))
        assert.notEqual(copy.incarnation, before)
      } finally {
        await asAdministrator(`drop database ${name}_copy with (force)`)
      }
      await using again = await open(database.url)
      assert.equal(again.incarnation, before)
    },
  )

  it('answers 503 while the server is down, and recovers', async () => {
    await using fresh = await freshPostgresUrl()
    await using proxy = await startProxy(fresh.url)
    await using database = await open(proxy.url)
    await proxy.stop()
    const write = () => database.transaction((tx) => tx.run(addNote, { id: 'a' }))
    for (let attempt = 0; attempt < 3; attempt++) {
      await assert.rejects(write(), isUnavailable)
      await assert.rejects(noteIds(database), isUnavailable)
      await assert.rejects(database.ready(), isUnavailable)
    }
    await proxy.start()
    await write()
    await database.ready()
    assert.deepEqual(await noteIds(database), ['a'])
  })

  it('times out on a server that accepts connections and sends nothing', async () => {
    await using fresh = await freshPostgresUrl()
    await using proxy = await startProxy(fresh.url)
    proxy.fallSilent()
    const url = new URL(proxy.url)
    url.searchParams.set('connect_timeout', '0.2')
    await assert.rejects(open(url.href), /Cannot connect to PostgreSQL/)
  })

  it('does not wait forever for a free connection', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url, { connectionsMax: 1, acquireTimeoutMs: 50 })
    await database.transaction(async (tx) => {
      await tx.run(addNote, { id: 'holder' })
      const waiting = database.transaction((other) => other.run(addNote, { id: 'waiting' }))
      await assert.rejects(waiting, isUnavailable)
    })
    assert.deepEqual(await noteIds(database), ['holder'])
  })

  it('names the address, but not the password, when the server cannot be reached', async () => {
    await assert.rejects(open('postgres://almanac:secret@127.0.0.1:1/almanac'), (error: Error) => {
      assert.match(error.message, /127\.0\.0\.1:1\/almanac.*ALMANAC_DATABASE_URL/)
      assert.doesNotMatch(error.message, /secret/)
      return true
    })
  })

  it('runs a transaction again after a deadlock, and its effects once', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url)
    const touch = adHocCommand<{ name: string }>(
      ({ name }) => sql`update ${meta} set value = value || '.' where name = ${name}`,
    )
    await database.transaction(async (tx) => {
      await tx.run(addNote, { id: 'x' })
      await tx.run(addNote, { id: 'y' })
    })
    let bodies = 0
    let effects = 0
    let bothHoldOne = () => {}
    const rendezvous = new Promise<void>((resolve) => {
      bothHoldOne = resolve
    })
    const touchBoth = (first: string, second: string) =>
      database.transaction(async (tx) => {
        tx.afterCommit(() => effects++)
        await tx.run(touch, { name: first })
        if (++bodies === 2) bothHoldOne()
        await rendezvous
        await tx.run(touch, { name: second })
      })
    await Promise.all([touchBoth('note-x', 'note-y'), touchBoth('note-y', 'note-x')])
    // The one that is run again may be the first to lock its row once more, and lose once more.
    assert.ok(bodies >= 3, `${bodies} bodies`)
    assert.equal(effects, 2)
  })

  it('answers 503 when a transaction loses every time', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url, { transactionAttemptsMax: 3, jitter: () => 0 })
    const lose = adHocCommand(
      () => sql`do $$ begin raise exception 'lost' using errcode = 'serialization_failure'; end $$`,
    )
    let bodies = 0
    const losing = database.transaction((tx) => {
      bodies++
      return tx.run(lose, none)
    })
    await assert.rejects(losing, isUnavailable)
    assert.equal(bodies, 3)
  })

  it('survives text that it cannot store', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url)
    const nul = database.transaction((tx) => tx.run(addNote, { id: 'a\0b' }))
    await assert.rejects(nul)
    await database.transaction((tx) => tx.run(addNote, { id: 'c' }))
    assert.deepEqual(await noteIds(database), ['c'])
  })

  it('returns counts, sums and truth as numbers, like SQLite', async () => {
    await using fresh = await freshPostgresUrl()
    await using database = await open(fresh.url)
    await database.transaction((tx) => tx.run(addCounter, none))
    const mixed = adHocQuery<typeof none, Record<string, unknown>>(
      () => sql`select count(*) as count, sum(length(value)) as sum, count(*) > 0 as truth,
         coalesce(max(null::text), 'none') as text from ${meta}`,
    )
    const row = await database.first(mixed, none)
    assert.deepEqual({ ...row }, { count: 2, sum: 2, truth: 1, text: 'none' })
    assert.equal((await database.transaction((tx) => tx.first(readCounter, none)))?.value, '0')
  })
})
