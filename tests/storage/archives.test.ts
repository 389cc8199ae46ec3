import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { lstat, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, it } from 'vitest'
import { accessTokens, users } from '#/auth/tables.ts'
import { snapshots } from '#/services/workbench/tables.ts'
import {
  archiveToBuffer,
  backupTo,
  restoreFrom,
  restoreFromBuffer,
} from '#/storage/archive/archive.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { freshFolder } from '../support/fresh.ts'
import { addNote, noteIds } from './notes.ts'

const addUser = adHocCommand<{ id: string; email: string; name: string }>(({ id, email, name }) =>
  insertInto(users, { id, email, name, created_at: sql`1767225600000` }),
)
const addToken = adHocCommand<{ hash: string; userId: string; expiresAt: number | null }>(
  ({ hash, userId, expiresAt }) =>
    insertInto(accessTokens, {
      hash,
      user_id: userId,
      client_id: sql`'client'`,
      scopes: sql`'a b'`,
      origin: sql`'test'`,
      created_at: sql`1`,
      expires_at: expiresAt,
    }),
)
const addSnapshot = adHocCommand<{ name: string }>(({ name }) =>
  insertInto(snapshots, { name, created_at: sql`1`, archive: sql`''` }),
)
const snapshotNames = adHocQuery<typeof none, { name: string }>(
  () => sql`select name from ${snapshots}`,
)

const texts = ['', 'Zoë 日本 🎈', 'a "quoted" \\ line\nbreak', "it's :not a $1 parameter"]

/** Rows whose tables depend on each other, with texts that are easy to spoil. */
const fill = (database: Database) =>
  database.transaction(async (tx) => {
    for (const [index, name] of texts.entries()) {
      await tx.run(addUser, { id: `u${index}`, email: `u${index}@example.com`, name })
      const expiresAt = index % 2 === 0 ? null : 9_007_199_254_740_991
      await tx.run(addToken, { hash: `h${index}`, userId: `u${index}`, expiresAt })
    }
  })

/** Everything that an archive holds, except the line that carries the epoch and the seal. */
async function contents(database: Database): Promise<string[]> {
  const lines = gunzipSync(await archiveToBuffer(database))
    .toString()
    .trimEnd()
    .split('\n')
  return lines
    .slice(1, -1)
    .filter((line) => !line.includes('"epoch"'))
    .toSorted()
}

const spoilers: Record<string, (archive: Buffer) => Buffer> = {
  'cut off in the middle': (archive) => archive.subarray(0, archive.length >> 1),
  'without its last byte': (archive) => archive.subarray(0, -1),
  'with one byte changed': (archive) => {
    const altered = Buffer.from(archive)
    altered[altered.length >> 1]! ^= 1
    return altered
  },
  'with a row changed': (archive) =>
    gzipSync(gunzipSync(archive).toString().replace('u1@example.com', 'u9@example.com')),
  'with a row left out': (archive) =>
    gzipSync(
      gunzipSync(archive)
        .toString()
        .replace(/\n\["users".*\n/, '\n'),
    ),
  'without its trailer': (archive) =>
    gzipSync(
      gunzipSync(archive)
        .toString()
        .replace(/\{"rows".*\n$/, ''),
    ),
  'followed by more': (archive) => gzipSync(`${gunzipSync(archive)}["users",{}]\n`),
  'of another layout': (archive) =>
    gzipSync(gunzipSync(archive).toString().replace('"version":2', '"version":3')),
  'of version 0.1': (archive) =>
    gzipSync(gunzipSync(archive).toString().replace('"version":2', '"version":1')),
  'that is no archive': () => gzipSync('{"hello":"world"}\n'),
  'that is not even compressed': () => Buffer.from('hello'),
  'that is empty': () => Buffer.alloc(0),
}

for (const source of engines) {
  for (const target of engines) {
    const skip = (source.unavailable ?? target.unavailable) !== undefined
    describe(`archives from ${source.name} to ${target.name}`, { skip }, () => {
      it('restore every row exactly', async () => {
        await using from = await source.open()
        await using to = await target.open()
        await fill(from)
        await to.transaction((tx) => tx.run(addNote, { id: 'replaced' }))
        await restoreFromBuffer(to, await archiveToBuffer(from))
        assert.deepEqual(await contents(to), await contents(from))
        assert.deepEqual(await noteIds(to), [])
        assert.deepEqual(await to.problems(), [])
      })

      it('start an epoch that neither database has had', async () => {
        await using from = await source.open()
        await using to = await target.open()
        const archive = await archiveToBuffer(from)
        for (const expected of [2, 3]) {
          await restoreFromBuffer(to, archive)
          assert.equal(to.epoch, expected)
        }
        await restoreFromBuffer(from, await archiveToBuffer(to))
        assert.equal(from.epoch, 4)
      })
    })
  }
}

for (const engine of engines) {
  const skip = engine.unavailable !== undefined
  describe(`archives on ${engine.name}`, { skip }, () => {
    for (const [fault, spoil] of Object.entries(spoilers)) {
      it(`an archive ${fault} is refused and changes nothing`, async () => {
        await using database = await engine.open()
        await using folder = await freshFolder()
        await fill(database)
        const before = await contents(database)
        const path = join(folder.path, 'spoilt')
        await writeFile(path, spoil(await archiveToBuffer(database)))
        await assert.rejects(restoreFrom(database, path), /archive/)
        assert.deepEqual(await contents(database), before)
        assert.equal(database.epoch, 1)
      })
    }

    it('a backup appears whole, under its name only, and restores, even if two are written at once', async () => {
      await using database = await engine.open()
      await using folder = await freshFolder()
      await fill(database)
      const path = join(folder.path, 'backup')
      await Promise.all([backupTo(database, path), backupTo(database, path)])
      assert.deepEqual(await readdir(folder.path), ['backup'])
      assert.ok((await readFile(path)).length > 0)
      await database.transaction((tx) => tx.run(addNote, { id: 'later' }))
      await restoreFrom(database, path)
      assert.deepEqual(await noteIds(database), [])
    })

    it('a backup that cannot be written leaves no file', async () => {
      await using database = await engine.open()
      await using folder = await freshFolder()
      const path = join(folder.path, 'missing', 'backup')
      await assert.rejects(backupTo(database, path), { message: `Cannot write ${path}.` })
      assert.deepEqual(await readdir(folder.path), [])
    })

    it('a backup replaces the file that a link names, and nothing that is not a file', async () => {
      await using database = await engine.open()
      await using folder = await freshFolder()
      const file = join(folder.path, 'monday.gz')
      const link = join(folder.path, 'latest.gz')
      const pipe = join(folder.path, 'pipe')
      await writeFile(file, 'older')
      await symlink(file, link)
      await backupTo(database, link)
      assert.equal(await readlink(link), file)
      await restoreFrom(database, file)
      execFileSync('mkfifo', [pipe])
      for (const path of [pipe, folder.path]) {
        await assert.rejects(backupTo(database, path), /is not a regular file/)
      }
      assert.ok((await lstat(pipe)).isFIFO())
      assert.deepEqual((await readdir(folder.path)).toSorted(), ['latest.gz', 'monday.gz', 'pipe'])
    })

    it('named snapshots are neither archived nor lost', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addSnapshot, { name: 'kept' }))
      const archive = await archiveToBuffer(database)
      assert.doesNotMatch(gunzipSync(archive).toString(), /"snapshots"/)
      await restoreFromBuffer(database, archive)
      assert.deepEqual(
        (await database.all(snapshotNames, none)).map(({ name }) => name),
        ['kept'],
      )
    })

    it('a backup shows one moment while others write', async () => {
      await using database = await engine.open()
      await fill(database)
      const before = await contents(database)
      const seen: string[] = []
      await database.snapshot(async (snapshot) => {
        await snapshot.first(snapshotNames, none)
        await database.transaction((tx) => tx.run(addNote, { id: 'meanwhile' }))
        for await (const { name } of snapshot.rows('meta')) seen.push(String(name))
      })
      assert.deepEqual(seen, ['epoch'])
      assert.equal((await contents(database)).length, before.length + 1)
    })

    it('writers wait for a restore and readers see the old rows until it commits', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addNote, { id: 'old' }))
      const order: string[] = []
      let write: Promise<unknown> = Promise.resolve()
      async function* rows() {
        yield { table: 'meta', row: { name: 'note-new', value: '' } }
        write = database
          .transaction((tx) => tx.run(addNote, { id: 'waiting' }))
          .then(() => order.push('written'))
        order.push(...(await noteIds(database)))
      }
      await database.replaceAll(rows())
      await write
      assert.deepEqual(order, ['old', 'written'])
      assert.deepEqual(await noteIds(database), ['new', 'waiting'])
    })
  })
}
