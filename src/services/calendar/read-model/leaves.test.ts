import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Leaf, Leaves, leafSizeMax, orderBy, SortedParts } from './leaves.ts'

interface Item {
  readonly startMs: number
  readonly endMs: number
  readonly isPlain: boolean
  readonly isPersonal: boolean
}

const compare = (one: Item, other: Item) => one.startMs - other.startMs

const order = orderBy<Item>(compare)

const itemAt = (startMs: number): Item => ({
  startMs,
  endMs: startMs + ((startMs * 7919) % 50),
  isPlain: startMs % 31 !== 0,
  isPersonal: startMs % 17 === 0,
})

const items = Array.from({ length: 600 }, (_, startMs) => itemAt(startMs))

const action = fc.record({
  isInsert: fc.constantFrom(true, true, false),
  first: fc.nat(items.length - 1),
  count: fc.integer({ min: 1, max: 80 }),
  step: fc.constantFrom(1, 1, 7),
})

describe('leaves', () => {
  it('are the sorted items, in leaves that say what applies to theirs', () => {
    fc.assert(
      fc.property(fc.array(action), fc.nat(620), fc.nat(620), (actions, from, endsAfterMs) => {
        const dropped = new Set<Leaf<Item>>()
        const leaves = new Leaves<Item>(order, (leaf) => dropped.add(leaf))
        const here = new Set<Item>()
        for (const { isInsert, first, count, step } of actions) {
          for (let index = first; index < first + count * step; index += step) {
            const item = items[index % items.length]!
            expect(leaves.find(item) !== undefined).toBe(here.has(item))
            if (isInsert && !here.has(item)) {
              leaves.insert(item)
              here.add(item)
            } else if (!isInsert) expect(leaves.delete(item)).toBe(here.delete(item))
          }
        }
        const sorted = [...here].sort(compare)
        expect(leaves.all.flatMap((leaf) => leaf.items)).toEqual(sorted)
        for (const leaf of leaves.all) {
          const ends = leaf.items.map(({ endMs }) => endMs)
          expect(leaf.items.length).toBeLessThanOrEqual(leafSizeMax)
          expect(leaf).toMatchObject({
            earliestEndMs: Math.min(...ends),
            latestEndMs: Math.max(...ends),
            isPlain: leaf.items.every(({ isPlain }) => isPlain),
            isPersonal: leaf.items.some(({ isPersonal }) => isPersonal),
          })
          expect(dropped.has(leaf)).toBe(false)
        }
        const visited: Item[] = []
        leaves.visit(
          leaves.seek(({ startMs }) => startMs < from),
          endsAfterMs,
          { visitItem: (item) => visited.push(item) > 0 },
        )
        const isWanted = ({ startMs, endMs }: Item) => startMs >= from && endMs > endsAfterMs
        expect(visited.filter(isWanted)).toEqual(sorted.filter(isWanted))
        expect(visited.every(({ startMs }) => startMs >= from)).toBe(true)
      }),
    )
  })

  it('can be made from items at once', () => {
    const leaves = new Leaves<Item>(order, () => {}, items)
    expect(leaves.all.flatMap((leaf) => leaf.items)).toEqual(items)
    expect(leaves.all.length).toBe(Math.ceil(items.length / leafSizeMax))
  })

  it('replace a leaf that changes, with what was rendered of it', () => {
    const leaves = new Leaves<Item>(order, () => {}, items.slice(0, 10))
    const [before] = leaves.all
    const { home } = before!
    leaves.delete(items[3]!)
    const [after] = leaves.all
    expect(before!.items.length).toBe(10)
    expect(after!.items.length).toBe(9)
    expect(after!.blocks).toBe(home)
  })

  it('put an item into the place of another one, wherever that is', () => {
    const leaves = new Leaves<Item>(order, () => {}, items.slice(0, 200))
    const later = { ...items[3]!, isPersonal: true }
    leaves.replace(items[3]!, later)
    leaves.replace(items[100]!, items[300]!)
    const expected = [...items.slice(0, 100).with(3, later), ...items.slice(101, 200), items[300]]
    expect(leaves.all.flatMap((leaf) => leaf.items)).toEqual(expected)
    expect(leaves.all[0]!.isPersonal).toBe(true)
  })
})

describe('sorted parts', () => {
  it('are all items in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer(), { maxLength: 20 })), (parts) => {
        const compareNumbers = (one: number, other: number) => one - other
        const sorted = new SortedParts<number>(compareNumbers)
        for (const part of parts) sorted.add(part)
        expect(sorted.take()).toEqual(parts.flat().sort(compareNumbers))
      }),
    )
  })
})
