import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import type { PostgresOptions } from '#/storage/postgres/options.ts'
import { meta } from '#/storage/schema/tables.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { until } from '../support/calling.ts'
import { patience, silentLog } from '../support/engines.ts'
import {
  asAdministrator,
  freshPostgresUrl,
  isOnCluster,
  postgresUnavailable,
} from '../support/postgres-databases.ts'
import {
  addCounter,
  addNamed,
  addNote,
  addUnlessThere,
  namedRows,
  noteIds,
  setNote,
  valueOfNote,
} from './notes.ts'

const seeCounter = adHocQuery<typeof none, { value: string }>(
  () => sql`select value from ${meta} where name = 'counter'`,
)

const advance = adHocCommand<{ before: string; after: string }>(
  ({ before, after }) =>
    sql`update ${meta} set value = ${after} where name = 'counter' and value = ${before}`,
)

const lockCounter = adHocQuery<typeof none, { value: string }>(
  (_, { forUpdate }) => sql`select value from ${meta} where name = 'counter' ${forUpdate}`,
)

const options = { locks: 'counter', canConfirm: true }

// In a cluster, the counter is on the coordinator, where all writes use locks.
const onOneServer = { skip: isOnCluster }

const lockWaits = adHocQuery<typeof none, { count: number }>(
  () => sql`select count(*) as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`,
)

async function opened(tuning: Partial<PostgresOptions> = {}) {
  const fresh = await freshPostgresUrl()
  const postgres = { ...patience, optimisticLockTimeoutMs: 60_000, ...tuning }
  const open = () => openDatabase({ schema, url: fresh.url, dataDir: '', log: silentLog, postgres })
  const database = await open()
  await database.transaction((tx) => tx.run(addCounter, none))
  return {
    database,
    open,
    url: fresh.url,
    counter: async () => (await database.first(seeCounter, none))!.value,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await fresh[Symbol.asyncDispose]()
    },
  }
}

/** Reads the counter, does something in between, and advances it. Counts the runs with and without locks. */
function counting(
  between: (tx: Transaction, value: string) => Promise<unknown>,
  runs = { withLocks: 0, without: 0 },
) {
  const body = async (tx: Transaction): Promise<string> => {
    const isOptimistic = tx.optimistic !== undefined
    runs[isOptimistic ? 'without' : 'withLocks']++
    const read = isOptimistic ? seeCounter : lockCounter
    const { value: before } = (await tx.first(read, none))!
    const after = String(Number(before) + 1)
    await between(tx, after)
    if (tx.optimistic === undefined) await tx.run(advance, { before, after })
    else tx.optimistic.confirm(advance, { before, after })
    return after
  }
  return { body, runs }
}

const perform = (database: Database, body: (tx: Transaction) => Promise<string>) =>
  database.transaction(body, options)

describe('a transaction that confirms what it has read', {
  skip: postgresUnavailable !== undefined,
}, () => {
  it('writes everything without locks, and runs its effects once', onOneServer, async () => {
    await using place = await opened()
    const effects: string[] = []
    const { body, runs } = counting(async (tx, value) => {
      await tx.run(addNote, { id: value })
      await tx.notify('news', value)
      tx.afterCommit(() => effects.push(value))
    })
    const heard = Promise.withResolvers<string>()
    await place.database.listen('news', heard.resolve)
    assert.equal(await perform(place.database, body), '1')
    assert.equal(await place.counter(), '1')
    assert.deepEqual(await noteIds(place.database), ['1'])
    assert.deepEqual(effects, ['1'])
    assert.equal(await heard.promise, '1')
    assert.deepEqual(runs, { withLocks: 0, without: 1 })
  })

  it('runs again with locks after a conflicting write', async () => {
    await using place = await opened()
    await using other = await place.open()
    const { body, runs } = counting(async (tx, value) => {
      if (tx.optimistic !== undefined) {
        await other.transaction((foreign) => foreign.run(advance, { before: '0', after: '7' }))
      }
      await tx.run(addNote, { id: value })
    })
    assert.equal(await perform(place.database, body), '8')
    assert.deepEqual(await noteIds(place.database), ['8'])
    assert.deepEqual(runs, { withLocks: 1, without: 1 })
  })

  it.for<[why: string, between: (tx: Transaction) => Promise<unknown>]>([
    ['a row exists already', (tx) => tx.run(addNote, { id: 'there' }).catch(() => {})],
    ['an update finds no row', (tx) => tx.run(setNote, { id: 'missing', value: 'x' })],
    ['it writes one row twice', (tx) => writeTwice(tx)],
    ['it reads what it has written', (tx) => readBack(tx)],
    ['it locks rows', (tx) => tx.first(lockCounter, none)],
    ['it writes many rows', (tx) => tx.runEach(addNote, manyNotes)],
  ])('runs again with locks when %s', async ([, between]) => {
    await using place = await opened()
    await place.database.transaction((tx) => tx.run(addNote, { id: 'there' }))
    const { body, runs } = counting(async (tx) => {
      await tx.run(addNote, { id: tx.optimistic === undefined ? 'second' : 'first' })
      if (tx.optimistic !== undefined) await between(tx)
    })
    assert.equal(await perform(place.database, body), '1')
    assert.deepEqual(await noteIds(place.database), ['second', 'there'])
    assert.deepEqual(runs, { withLocks: 1, without: 1 })
  })

  it('inserts beside others that end at the same time, of which one finds its row there', async () => {
    await using place = await opened()
    const { database } = place
    const ids = Array.from({ length: 8 }, (_, index) => String(index))
    await database.transaction((tx) =>
      tx.runEach(
        addNote,
        ids.map((id) => ({ id })),
      ),
    )
    await database.transaction((tx) => tx.run(addNamed, { name: 'named-3', value: 'there' }))
    const withLocks: string[] = []
    const body = (id: string) => async (tx: Transaction) => {
      if (tx.optimistic === undefined) withLocks.push(id)
      else tx.optimistic.confirm(setNote, { id, value: 'set' })
      return tx.run(addUnlessThere, { name: `named-${id}`, value: id })
    }
    const added = await Promise.all(
      ids.map((id) => database.transaction(body(id), { locks: id, canConfirm: true })),
    )
    assert.deepEqual(
      added,
      ids.map((id) => (id === '3' ? 0 : 1)),
    )
    if (!isOnCluster) assert.deepEqual(withLocks, ['3'])
    assert.deepEqual(
      (await namedRows(database)).map(({ value }) => value),
      ids.map((id) => (id === '3' ? 'there' : id)),
    )
  })

  it('reports the error of the run with locks', async () => {
    await using place = await opened()
    const { body } = counting(async (tx) => {
      throw new Error(tx.optimistic === undefined ? 'with locks' : 'without')
    })
    await assert.rejects(perform(place.database, body), /with locks/)
    assert.equal(await place.counter(), '0')
  })

  it('writes nothing into another incarnation than its own', async () => {
    await using place = await opened()
    await using other = await place.open()
    const before = place.database.incarnation
    const { body, runs } = counting(async (tx) => {
      if (tx.optimistic !== undefined) await other.beginIncarnation!()
    })
    assert.equal(await perform(place.database, body), '1')
    assert.notEqual(place.database.incarnation, before)
    assert.deepEqual(runs.without, 1)
  })

  it('is not repeated if it is unknown whether it was executed', onOneServer, async () => {
    await using place = await opened()
    await using other = await place.open()
    const { body, runs } = counting((tx) => tx.run(addNote, { id: 'a' }))
    await other.transaction(async (tx) => {
      await tx.first(lockCounter, none)
      let isCut = false
      const cut = perform(place.database, body).finally(() => {
        isCut = true
      })
      const refused = assert.rejects(cut, { name: 'ApiError', status: 503 })
      while (!isCut) await asAdministrator(terminateWaiting(place.url))
      await refused
    })
    assert.deepEqual(runs, { withLocks: 0, without: 1 })
    assert.deepEqual(await noteIds(other), [])
  })

  it('runs with locks after a while if others hold one, and delays no other writes', async () => {
    await using place = await opened({ optimisticLockTimeoutMs: 20 })
    await using other = await place.open()
    const names = Array.from({ length: 8 }, (_, index) => `${index}`)
    const ids = names.map((id) => ({ id }))
    await other.transaction((tx) => tx.runEach(addNote, ids))
    const write = (id: string) =>
      place.database.transaction(
        async (tx) => {
          const args = { id, value: 'written' }
          if (tx.optimistic === undefined) await tx.run(setNote, args)
          else tx.optimistic.confirm(setNote, args)
        },
        { locks: id, canConfirm: true },
      )
    const held = names.slice(0, 3)
    const { writes } = await other.transaction(async (foreign) => {
      for (const id of held) await foreign.run(setNote, { id, value: 'held' })
      const writes = names.map(write)
      await Promise.all(writes.slice(held.length))
      return { writes }
    })
    await Promise.all(writes)
    for (const id of names) assert.equal(await valueOfNote(other, id), 'written')
  })

  it('leaves connections to reads while others wait for locks', async () => {
    // In a cluster, its coordinator and each of two workers have a part of them.
    const connectionsMax = isOnCluster ? 8 : 4
    await using place = await opened({ connectionsMax, optimisticLockTimeoutMs: 20 })
    await using other = await place.open()
    const ids = ['0', '1', '2', '3', '4', '5']
    await other.transaction((tx) =>
      tx.runEach(
        addNote,
        ids.map((id) => ({ id })),
      ),
    )
    const { writes } = await other.transaction(async (foreign) => {
      for (const id of ids) await foreign.run(setNote, { id, value: 'held' })
      const writes = ids.map((id) =>
        place.database.transaction((tx) => tx.run(setNote, { id, value: 'written' })),
      )
      await until(
        // Outside of the transaction, in which PostgreSQL would repeat its first answer.
        () => other.first(lockWaits, none),
        (found) => found!.count >= 2,
      )
      assert.equal(await valueOfNote(place.database, '0'), '')
      return { writes }
    })
    await Promise.all(writes)
    for (const id of ids) assert.equal(await valueOfNote(other, id), 'written')
  })

  it('loses no number to others that write at the same time', async () => {
    await using place = await opened()
    await using other = await place.open()
    const { body } = counting((tx, value) => tx.run(addNote, { id: value.padStart(3, '0') }))
    const databases = [place.database, other]
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, index) => perform(databases[index % 2]!, body)),
    )
    assert.equal(new Set(taken).size, 60)
    assert.equal(await place.counter(), '60')
    assert.equal((await noteIds(other)).length, 60)
  })
})

/** Terminates connections that wait for a row. */
const terminateWaiting = (url: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity
   where wait_event_type = 'Lock' and datname = '${new URL(url).pathname.slice(1)}'`

async function writeTwice(tx: Transaction): Promise<void> {
  await tx.run(setNote, { id: 'there', value: 'one' })
  await tx.run(setNote, { id: 'there', value: 'two' })
}

async function readBack(tx: Transaction): Promise<void> {
  await tx.all(seeCounter, none)
}

const manyNotes = Array.from({ length: 20 }, (_, index) => ({ id: `many-${index}` }))
