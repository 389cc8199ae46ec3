import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { removeVolumes } from '#/services/books/catalog/writing.ts'
import { booksProblems } from '#/services/books/check.ts'
import { engines } from '../support/engines.ts'
import { shelvesAt, volumeIds } from './shelves-fixture.ts'

const [a, b, c, d] = volumeIds(4) as [string, string, string, string]

for (const engine of engines) {
  describe(`a volume that leaves the catalog on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    async function scene() {
      const place = await engine.place()
      const at = await shelvesAt(place, { volumes: 4 })
      const userId = await at.newUser('ann')
      const favorites = { userId, shelf: '0' }
      const toRead = { userId, shelf: '2' }
      for (const id of [a, b, c]) await at.add(favorites, id)
      await at.add(toRead, b)
      const leave = (id: string) => at.database.transaction((tx) => removeVolumes(tx, [id]))
      return {
        ...at,
        userId,
        favorites,
        toRead,
        leave,
        [Symbol.asyncDispose]: async () => {
          await at[Symbol.asyncDispose]()
          await place[Symbol.asyncDispose]()
        },
      }
    }

    it('leaves the lists and counts of all shelves', async () => {
      await using at = await scene()
      await at.leave(b)
      assert.deepEqual(await at.shelf(at.favorites), { ids: [a, c], count: 2 })
      assert.deepEqual(await at.shelf(at.toRead), { ids: [], count: 0 })
      assert.deepEqual(await booksProblems(at.database), [])
    })

    it('returns to its position when it is restored, whatever has moved meanwhile', async () => {
      await using at = await scene()
      await at.leave(b)
      await at.add(at.favorites, d)
      await at.write([b])
      assert.deepEqual(await at.shelf(at.favorites), { ids: [a, b, c, d], count: 4 })
      assert.deepEqual(await at.shelf(at.toRead), { ids: [b], count: 1 })
      assert.deepEqual(await booksProblems(at.database), [])
    })

    it('keeps its place when its record changes', async () => {
      await using at = await scene()
      await at.write([a, b, c])
      assert.deepEqual(await at.shelf(at.favorites), { ids: [a, b, c], count: 3 })
    })

    it('is on no shelf afterwards, even after concurrent additions', async () => {
      await using at = await scene()
      const users = await Promise.all(
        Array.from({ length: 12 }, (_, index) => at.newUser(`user${index}`)),
      )
      const outcomes = await Promise.allSettled([
        ...users.map((userId) => at.add({ userId, shelf: '0' }, d)),
        at.leave(d),
        ...users.map((userId) => at.add({ userId, shelf: '4' }, d)),
      ])
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') assert.equal(outcome.reason.status, 404)
      }
      assert.deepEqual(await booksProblems(at.database), [])
      for (const userId of users) {
        assert.deepEqual(await at.shelf({ userId, shelf: '0' }), { ids: [], count: 0 })
        assert.deepEqual(await at.shelf({ userId, shelf: '4' }), { ids: [], count: 0 })
      }
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('can be removed, does not return then, and is not found after that', async () => {
      await using at = await scene()
      await at.leave(b)
      await at.remove(at.favorites, b)
      await assert.rejects(at.remove(at.favorites, b), { status: 404 })
      await at.write([b])
      assert.deepEqual(await at.shelf(at.favorites), { ids: [a, c], count: 2 })
    })

    it('can be neither added nor moved', async () => {
      await using at = await scene()
      await at.leave(b)
      await assert.rejects(at.add(at.favorites, b), { status: 404 })
      await assert.rejects(at.move(at.favorites, b, 0), { status: 404 })
      assert.deepEqual(await at.shelf(at.favorites), { ids: [a, c], count: 2 })
    })

    it('is cleared away with the others', async () => {
      await using at = await scene()
      await at.leave(b)
      await at.clear(at.favorites)
      await at.write([b])
      assert.deepEqual(await at.shelf(at.favorites), { ids: [], count: 0 })
    })
  })
}
