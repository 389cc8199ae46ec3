import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { addNote, noteIds } from './notes.ts'

const engine = engines.find(({ kind }) => kind === 'postgres')!

const recreateIncarnations = adHocCommand<typeof none>(
  () => sql`do $$ begin
    create table dumped as table server_incarnation;
    drop table server_incarnation;
    alter table dumped rename to server_incarnation;
    alter table server_incarnation add primary key (id);
  end $$`,
)

/** Nobody is told anything during a test. */
const deaf = { postgres: { isPooled: true, preparesStatements: false, pollMs: 3_600_000 } }

describe('a process that hears no notifications', {
  skip: engine.unavailable !== undefined,
}, () => {
  it('writes under the incarnation of a restore that another one made', async () => {
    await using place = await engine.place()
    await using here = await place.open()
    await using there = await place.open(deaf)
    const before = there.incarnation
    await restoreFromBuffer(here, await archiveToBuffer(here))
    assert.equal(there.incarnation, before)
    const seen: string[] = []
    await there.transaction(async (tx) => {
      seen.push(there.incarnation)
      await tx.run(addNote, { id: 'a' })
    })
    assert.deepEqual(seen, [before, here.incarnation])
    assert.deepEqual(await noteIds(here), ['a'])
  })

  it('writes under an incarnation that another one began', async () => {
    await using place = await engine.place()
    await using here = await place.open()
    await using there = await place.open(deaf)
    const before = there.incarnation
    await here.beginIncarnation!()
    await there.transaction((tx) => tx.run(addNote, { id: 'a' }))
    assert.notEqual(there.incarnation, before)
    assert.equal(there.incarnation, here.incarnation)
  })

  it('starts a new incarnation when its table was restored from a dump', async () => {
    await using place = await engine.place()
    await using here = await place.open(deaf)
    const before = here.incarnation
    await here.transaction((tx) => tx.run(recreateIncarnations, none))
    await here.transaction((tx) => tx.run(addNote, { id: 'a' }))
    assert.notEqual(here.incarnation, before)
  })

  it('does so too when it writes for several at once', async () => {
    await using place = await engine.place()
    await using here = await place.open()
    await using there = await place.open(deaf)
    const before = there.incarnation
    await restoreFromBuffer(here, await archiveToBuffer(here))
    const write = (id: string) =>
      there.transaction(
        async (tx) => {
          await tx.run(addNote, { id })
          return there.incarnation
        },
        { locks: 'one row' },
      )
    const incarnations = await Promise.all(['a', 'b', 'c'].map(write))
    assert.notEqual(here.incarnation, before)
    assert.deepEqual(new Set(incarnations), new Set([here.incarnation]))
    assert.deepEqual((await noteIds(here)).toSorted(), ['a', 'b', 'c'])
  })

  it('commits before a restore that waits for it, or after it', async () => {
    await using place = await engine.place()
    await using here = await place.open()
    await using there = await place.open(deaf)
    const archive = await archiveToBuffer(here)
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const writing = there.transaction(async (tx) => {
      await tx.run(addNote, { id: 'a' })
      begun.resolve()
      await released.promise
      return there.incarnation
    })
    await begun.promise
    const restoring = restoreFromBuffer(here, archive)
    released.resolve()
    const [written] = await Promise.all([writing, restoring])
    // The restore came second: what was written under the old incarnation is gone.
    assert.notEqual(written, here.incarnation)
    assert.deepEqual(await noteIds(there), [])
  })
})
