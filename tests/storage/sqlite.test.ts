import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, it, vi } from 'vitest'
import { schema } from '#/schema.ts'
import { openDatabase, sqlitePath } from '#/storage/open.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, none } from '#/storage/sql/statement.ts'
import { integer, onEveryServer, table, text } from '#/storage/sql/table.ts'
import { Connection } from '#/storage/sqlite/connection.ts'
import { lockDataDir } from '#/storage/sqlite/lock.ts'
import { silentLog } from '../support/engines.ts'
import { freshFolder } from '../support/fresh.ts'
import { addNote, noteIds } from './notes.ts'

const child = (name: string) => join(import.meta.dirname, `${name}.ts`)

const pagesMax = (count: number) => adHocCommand(() => sql`pragma max_page_count = ${count}`)

const fillUp = adHocCommand<{ text: string }>(({ text }) =>
  insertInto(meta, { name: sql`'filling'`, value: text }),
)

const kinds = table('kinds', {
  columns: { a: integer, b: text, c: text, d: text, e: integer },
  distribution: onEveryServer,
  key: ['a'],
})

type Kinds = Record<'a' | 'b' | 'c' | 'd' | 'e', string | number | null>

const addKinds = adHocCommand<Kinds>((args) => insertInto(kinds, rowOf(kinds, args))).for('sqlite')

const addMore = adHocCommand<Pick<Kinds, 'a' | 'e'>>(({ a, e }) =>
  insertInto(kinds, { a, e }, sql`on conflict (a) do update set e = ${kinds}.e + excluded.e`),
).for('sqlite')

const isUnavailable = { name: 'ApiError', status: 503 }

/** Starts a program of this folder and kills it, as a power cut would, after some lines of output. */
async function killAfter(lines: number, name: string, args: string[]): Promise<string[]> {
  const running = spawn(process.execPath, [child(name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of running.stdout) {
    output += chunk
    if (output.split('\n').length > lines) running.kill('SIGKILL')
  }
  // What comes after the last line feed may be half a line.
  return output.split('\n').slice(0, -1)
}

describe('a SQLite file', () => {
  it('contains every acknowledged row after the process is killed', async () => {
    await using folder = await freshFolder()
    const acknowledged: string[] = []
    for (const round of ['1', '2', '3']) {
      acknowledged.push(...(await killAfter(200, 'crashing-writer', [folder.path, round])))
    }
    await using database = await openDatabase({ schema, dataDir: folder.path, log: silentLog })
    const found = new Set(await noteIds(database))
    assert.ok(acknowledged.length >= 600)
    assert.deepEqual(
      acknowledged.filter((id) => !found.has(id)),
      [],
    )
    assert.deepEqual(await database.problems(), [])
  })

  it.each([
    ['one by one', (connection: Connection, args: object) => connection.run(addKinds, args)],
    [
      'many at once',
      (connection: Connection, args: object) => connection.runEach(addKinds, [args]),
    ],
  ])('keeps whole numbers whole in every kind of column, %s', async (_, add) => {
    await using folder = await freshFolder()
    const connection = new Connection(join(folder.path, 'kinds.sqlite'))
    connection.exec('create table kinds (a INTEGER UNIQUE, b TEXT, c, d REAL, e INTEGER)')
    add(connection, { a: 5, b: 5, c: 5, d: 0.5, e: Number.MAX_SAFE_INTEGER })
    add(connection, { a: 0.5, b: '5', c: null, d: 5, e: null })
    connection.runEach(addMore, [
      { a: 7, e: '9007199254740993' },
      { a: 7, e: 2 },
    ])
    const kinds = connection.rows(
      'select quote(a) a, quote(b) b, quote(c) c, quote(d) d, quote(e) e from kinds',
      [],
    )
    connection.close()
    assert.deepEqual(kinds, [
      { a: '5', b: "'5'", c: '5', d: '0.5', e: '9007199254740991' },
      { a: '0.5', b: "'5'", c: 'NULL', d: '5.0', e: 'NULL' },
      { a: '7', b: 'NULL', c: 'NULL', d: 'NULL', e: '9007199254740995' },
    ])
  })

  it('is for its owner only, as is its folder', async () => {
    await using folder = await freshFolder()
    const dataDir = join(folder.path, 'data')
    await using _database = await openDatabase({ schema, dataDir, log: silentLog })
    assert.equal(statSync(dataDir).mode & 0o777, 0o700)
  })

  it('shows changes by another process within 10 ms, and to a transaction at once', async () => {
    await using folder = await freshFolder()
    const open = () => openDatabase({ schema, log: silentLog, dataDir: folder.path })
    await using database = await open()
    await using other = await open()
    let nowMs = performance.now()
    using _ = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    nowMs += 11
    const before = database.foreignChanges()
    await other.transaction((tx) => tx.run(addNote, { id: 'a' }))
    nowMs += 11
    assert.equal(database.foreignChanges(), before! + 1)
    await other.transaction((tx) => tx.run(addNote, { id: 'b' }))
    const seen = await database.transaction(async () => database.foreignChanges())
    assert.equal(seen, before! + 2)
    // Its own changes are not those of others.
    await database.transaction((tx) => tx.run(addNote, { id: 'c' }))
    nowMs += 11
    assert.equal(database.foreignChanges(), before! + 2)
  })

  it('is copied without what is not committed yet', async () => {
    await using folder = await freshFolder()
    await using database = await openDatabase({ schema, dataDir: folder.path, log: silentLog })
    const copy = await database.transaction(async (tx) => {
      await tx.run(addNote, { id: 'uncommitted' })
      return database.fileBytes()!
    })
    await using place = await freshFolder()
    writeFileSync(sqlitePath(place.path), copy)
    await using copied = await openDatabase({ schema, dataDir: place.path, log: silentLog })
    assert.deepEqual(await noteIds(copied), [])
    assert.deepEqual(await noteIds(database), ['uncommitted'])
  })

  it('leaves no log behind when it is closed', async () => {
    await using folder = await freshFolder()
    const database = await openDatabase({ schema, dataDir: folder.path, log: silentLog })
    await database.transaction((tx) => tx.run(addNote, { id: 'a' }))
    await database[Symbol.asyncDispose]()
    assert.equal(statSync(`${sqlitePath(folder.path)}-wal`, { throwIfNoEntry: false }), undefined)
    await assert.rejects(
      database.transaction(async () => {}),
      isUnavailable,
    )
  })

  it('answers 503 while another process locks it, keeps the event loop free, and recovers', async () => {
    await using folder = await freshFolder()
    const logged: string[] = []
    const log = { ...silentLog, error: (message: string) => logged.push(message) }
    const sqlite = { busyTimeoutMs: 60 }
    await using database = await openDatabase({ schema, dataDir: folder.path, log, sqlite })
    const other = new Connection(sqlitePath(folder.path))
    other.exec('begin immediate')
    let turns = 0
    const counting = setInterval(() => turns++, 5)
    const writes = ['a', 'b'].map((id) => database.transaction((tx) => tx.run(addNote, { id })))
    for (const write of writes) await assert.rejects(write, isUnavailable)
    clearInterval(counting)
    assert.ok(turns > 2)
    assert.deepEqual(await noteIds(database), [])
    assert.match(logged.join(), /another process locks the database/)
    other.exec('rollback')
    other.close()
    await database.transaction((tx) => tx.run(addNote, { id: 'c' }))
    assert.deepEqual(await noteIds(database), ['c'])
  })

  it('waits for a short lock of another process', async () => {
    await using folder = await freshFolder()
    await using database = await openDatabase({ schema, dataDir: folder.path, log: silentLog })
    const other = new Connection(sqlitePath(folder.path))
    other.exec('begin immediate')
    const write = database.transaction((tx) => tx.run(addNote, { id: 'a' }))
    setTimeout(() => {
      other.exec('rollback')
      other.close()
    }, 20)
    await write
    assert.deepEqual(await noteIds(database), ['a'])
  })

  it('answers 503 when the disk is full, stores nothing of that group, and continues when there is room', async () => {
    await using folder = await freshFolder()
    await using database = await openDatabase({ schema, dataDir: folder.path, log: silentLog })
    await database.transaction((tx) => tx.run(pagesMax(1), none))
    const outcomes = await Promise.allSettled([
      database.transaction((tx) => tx.run(addNote, { id: 'before' })),
      database.transaction((tx) => tx.run(fillUp, { text: 'x'.repeat(1_000_000) })),
      database.transaction((tx) => tx.run(addNote, { id: 'after' })),
    ])
    // SQLite gives up the whole transaction, and who had not begun yet gets another one.
    const statuses = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.status : 'kept',
    )
    assert.deepEqual(statuses, [503, 503, 'kept'])
    assert.deepEqual(await noteIds(database), ['after'])
    await database.transaction((tx) => tx.run(pagesMax(1_000_000), none))
    await database.transaction((tx) => tx.run(fillUp, { text: 'x'.repeat(1_000_000) }))
    assert.deepEqual(await database.problems(), [])
  })

  it('answers every member of a failed commit with 503 and stores nothing of it', async () => {
    await using folder = await freshFolder()
    await (await openDatabase({ schema, dataDir: folder.path, log: silentLog }))[
      Symbol.asyncDispose
    ]()
    // The shell counts blocks of 512 or 1024 bytes; both stop the log long before the last group.
    const limited = 'ulimit -f 600; exec "$0" "$@"'
    const args = ['-c', limited, process.execPath, child('limited-writer'), folder.path]
    const { stdout } = await promisify(execFile)('sh', args)
    const { groups, readable, logged } = JSON.parse(stdout) as {
      groups: { id: string; outcome: unknown }[][]
      readable: number
      logged: string[]
    }
    for (const group of groups) {
      assert.equal(new Set(group.map(({ outcome }) => outcome)).size, 1, JSON.stringify(group))
    }
    const outcomes = new Set(groups.flat().map(({ outcome }) => outcome))
    assert.deepEqual([...outcomes], ['kept', 503])
    assert.match(logged.join(), /disk is full or failing/)
    const kept = groups.flat().filter(({ outcome }) => outcome === 'kept')
    assert.equal(readable, kept.length)
    await using database = await openDatabase({ schema, dataDir: folder.path, log: silentLog })
    assert.deepEqual(
      await noteIds(database),
      kept.map(({ id }) => id),
    )
    assert.deepEqual(await database.problems(), [])
  })
})

describe('the lock of a data folder', () => {
  it('is refused to a second process, and is free again when the first is killed', async () => {
    await using folder = await freshFolder()
    const holder = spawn(process.execPath, [child('lock-holder'), folder.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(holder.stdout, 'data')
    assert.throws(() => lockDataDir(folder.path), /in use by another Almanac process/)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    using _lock = lockDataDir(folder.path)
  })

  it('does not keep others from reading and writing the database', async () => {
    await using folder = await freshFolder()
    using _lock = lockDataDir(folder.path)
    await using database = await openDatabase({ schema, dataDir: folder.path, log: silentLog })
    await database.transaction((tx) => tx.run(addNote, { id: 'a' }))
    assert.deepEqual(await noteIds(database), ['a'])
  })
})
