import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { bookshelfVolumes } from '#/services/books/store/tables.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { shelvesAt, volumeIds } from './shelves-fixture.ts'

const ids = volumeIds(30)

type Change = { kind: 'add' | 'remove' | 'move' | 'clear'; volume: number; index: number }

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom('add', 'move', 'move') },
    { weight: 10, arbitrary: fc.constant('remove') },
    { weight: 1, arbitrary: fc.constant('clear') },
  ) as fc.Arbitrary<Change['kind']>,
  volume: fc.nat(ids.length - 1),
  index: fc.nat(12),
})

/** What a list of ids becomes. */
function after(list: readonly string[], { kind, volume, index }: Change): readonly string[] {
  const id = ids[volume]!
  const others = list.filter((other) => other !== id)
  if (kind === 'clear') return []
  if (kind === 'remove') return others
  if (kind === 'add') return list.includes(id) ? list : [...list, id]
  return list.includes(id) ? others.toSpliced(index, 0, id) : list
}

// Neighbors that touch, as after thousands of moves to one place.
const squeeze = adHocCommand<{ userId: string }>(
  ({ userId }) => sql`update ${bookshelfVolumes} set position = numbered.place
     from (
       select shelf_key, volume_id,
         row_number() over (partition by shelf_key order by position, volume_id) - 1 as place
       from ${bookshelfVolumes}
       where user_id = ${userId}
     ) numbered
     where user_id = ${userId} and ${bookshelfVolumes}.shelf_key = numbered.shelf_key
       and ${bookshelfVolumes}.volume_id = numbered.volume_id`,
)

for (const engine of engines) {
  describe(`the order of a shelf on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('matches the same changes of a list, also if no room is left', async () => {
      await using place = await engine.place()
      await using at = await shelvesAt(place, { volumes: ids.length })
      let users = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 60 }),
          fc.nat(59),
          async (changes, squeezedAt) => {
            const userId = await at.newUser(`user${++users}`)
            const named = { userId, shelf: '0' }
            let list: readonly string[] = []
            for (const [step, each] of changes.entries()) {
              if (step === squeezedAt) {
                await at.database.transaction((tx) => tx.run(squeeze, { userId }))
              }
              const id = ids[each.volume]!
              if (each.kind === 'add') await at.add(named, id)
              if (each.kind === 'remove') await at.remove(named, id)
              if (each.kind === 'clear') await at.clear(named)
              if (each.kind === 'move' && list.includes(id)) await at.move(named, id, each.index)
              list = after(list, each)
            }
            assert.deepEqual(await at.shelf(named), { ids: list, count: list.length })
          },
        ),
        { numRuns: 40 },
      )
    })

    it('holds while hundreds are moved to the same position', async () => {
      await using place = await engine.place()
      await using at = await shelvesAt(place, { volumes: ids.length })
      const named = { userId: await at.newUser('ann'), shelf: '3' }
      for (const id of ids) await at.add(named, id)
      let list: readonly string[] = ids
      for (let round = 0; round < 150; round++) {
        const id = list[list.length - 1 - (round % 7)]!
        await at.move(named, id, 1)
        list = after(list, { kind: 'move', volume: ids.indexOf(id), index: 1 })
      }
      assert.deepEqual(await at.shelf(named), { ids: list, count: ids.length })
    })
  })
}
