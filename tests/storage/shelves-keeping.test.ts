import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { booksProblems } from '#/services/books/check.ts'
import { shelfSweep } from '#/services/books/shelf-sweep.ts'
import { bookshelfVolumes, bookshelves } from '#/services/books/store/tables.ts'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { workerFor } from './jobs-fixture.ts'
import { shelvesAt, volumeIds } from './shelves-fixture.ts'

const many = volumeIds(260)
const kept = adHocQuery<typeof none, { found: number }>(
  () => sql`select count(*) as found from ${bookshelfVolumes}`,
)
const miscount = adHocCommand(() => sql`update ${bookshelves} set volume_count = 7 where id = 0`)

for (const engine of engines) {
  describe(`shelves as they are stored on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('are as they were after a restore, on either engine', async () => {
      await using place = await engine.place()
      await using at = await shelvesAt(place, { volumes: 3 })
      const named = { userId: await at.newUser('ann'), shelf: '0' }
      for (const id of volumeIds(3)) await at.add(named, id)
      await at.move(named, volumeIds(3)[2]!, 0)
      const archive = await archiveToBuffer(at.database)
      for (const target of engines.filter(({ unavailable }) => unavailable === undefined)) {
        await using other = await target.place()
        await using restored = await shelvesAt(other)
        await restoreFromBuffer(restored.database, archive)
        assert.deepEqual(await restored.allShelves(named.userId), await at.allShelves(named.userId))
        assert.deepEqual(await restored.shelf(named), await at.shelf(named))
        assert.deepEqual(await booksProblems(restored.database), [])
      }
    })

    it('leave nothing behind when they are cleared, deleted, or removed with their user', async () => {
      await using place = await engine.place()
      await using at = await shelvesAt(place, { volumes: many.length })
      const { database, clock, books } = at
      const userId = await at.newUser('ann')
      const fill = async (shelf: string) => {
        for (const id of many) await at.add({ userId, shelf }, id)
      }
      await Promise.all(['0', '2', '4'].map(fill))
      await at.clear({ userId, shelf: '0' })
      await at.add({ userId, shelf: '0' }, many[1]!)
      assert.deepEqual(await at.shelf({ userId, shelf: '0' }), { ids: [many[1]], count: 1 })
      assert.deepEqual(await booksProblems(database), [])
      await using worker = workerFor({ database, clock, kinds: [shelfSweep(books)] })
      await worker.runDue()
      assert.equal((await database.first(kept, none))?.found, 2 * many.length + 1)
      assert.deepEqual(await booksProblems(database), [])
      await at.directory.remove('ann@example.com')
      await worker.runDue()
      assert.equal((await database.first(kept, none))?.found, 0)
      assert.deepEqual(await booksProblems(database), [])
    })

    it('are found wanting by a check when a count is not what it should be', async () => {
      await using place = await engine.place()
      await using at = await shelvesAt(place)
      const userId = await at.newUser('ann')
      await at.database.transaction((tx) => tx.run(miscount, none))
      assert.deepEqual(await booksProblems(at.database), [
        `The bookshelf 0 of ${userId} counts 7 volumes and holds 0.`,
      ])
    })

    it('accept many concurrent additions, each once', async () => {
      await using place = await engine.place()
      await using at = await shelvesAt(place, { volumes: 20 })
      const named = { userId: await at.newUser('ann'), shelf: '0' }
      const ids = volumeIds(20)
      await Promise.all([...ids, ...ids].map((id) => at.add(named, id)))
      const { ids: found, count } = await at.shelf(named)
      assert.deepEqual(found?.toSorted(), ids)
      assert.equal(count, 20)
    })
  })
}
