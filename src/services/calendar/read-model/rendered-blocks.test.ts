import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Leaves, leafSizeMax, orderBy } from './leaves.ts'
import { RenderedBlocks, type Rendering, type Run } from './rendered-blocks.ts'

interface Item {
  readonly number: number
  readonly version: number
  readonly startMs: number
  readonly endMs: number
  readonly isPlain: boolean
  readonly isPersonal: boolean
}

const itemOf = (number: number, version: number): Item => ({
  number,
  version,
  startMs: number,
  endMs: number + 1,
  isPlain: true,
  isPersonal: number % 11 === 0,
})

const textOf = ({ number, version }: Item, key: string) =>
  `{"${key}":${number},"text":"${(number % 3 === 0 ? 'ä' : 'a').repeat(version)}"}`

const personal = (text: string, user: string) => text.replace('}', `,"for":"${user}"}`)

/** Renders as one user, and counts how many texts were made. */
class TestRendering implements Rendering<Item> {
  isStoredInOrder = false
  readonly key: string
  readonly #user: string
  readonly #whileRendering: () => void
  count = 0

  constructor(key: string, user: string, whileRendering = () => {}) {
    this.key = key
    this.#user = user
    this.#whileRendering = whileRendering
  }

  readonly texts = async (items: readonly Item[]) => {
    await Promise.resolve()
    this.#whileRendering()
    this.count += items.length
    return new Map(items.map((item) => [item, textOf(item, this.key)]))
  }

  readonly isPersonal = ({ number }: Item) => number % (this.#user === 'ann' ? 11 : 22) === 0

  readonly personalText = (_: Item, text: string) => personal(text, this.#user)

  expected(items: readonly Item[]): string {
    return items
      .map((item) => {
        const text = textOf(item, this.key)
        return this.isPersonal(item) ? personal(text, this.#user) : text
      })
      .join()
  }
}

const compare = (one: Item, other: Item) => one.number - other.number

/** Consecutive items of an order as runs. */
function runsIn(leaves: Leaves<Item>, from: number, to: number): Run<Item>[] {
  return leaves.all.flatMap((leaf) => {
    const inside = leaf.items.filter(({ number }) => number >= from && number < to)
    if (inside.length === 0) return []
    const first = leaf.items.indexOf(inside[0]!)
    return [{ leaf, from: first, to: first + inside.length }]
  })
}

const itemsOf = (runs: readonly Run<Item>[]) =>
  runs.flatMap(({ leaf, from, to }) => leaf.items.slice(from, to))

const step = fc.record({
  changed: fc.option(fc.nat(299), { nil: undefined }),
  changedMeanwhile: fc.option(fc.nat(299), { nil: undefined }),
  from: fc.nat(290),
  length: fc.integer({ min: 1, max: 200 }),
  key: fc.constantFrom('owner', 'reader'),
  user: fc.constantFrom('ann', 'bob'),
})

describe('rendered blocks', () => {
  it('give the texts of every page, whatever was read, changed and evicted before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(0, 5_000, 20_000, 1_000_000),
        async (steps, bytesMax) => {
          const blocks = new RenderedBlocks()
          blocks.limitTo(bytesMax)
          const items = Array.from({ length: 300 }, (_, number) => itemOf(number, 0))
          const leaves = new Leaves<Item>(orderBy(compare), (leaf) => blocks.forget(leaf), items)
          const change = (number: number | undefined, version: number) => {
            if (number === undefined) return
            leaves.delete(items[number]!)
            items[number] = itemOf(number, version)
            leaves.insert(items[number]!)
          }
          for (const [
            version,
            { changed, changedMeanwhile, from, length, ...who },
          ] of steps.entries()) {
            change(changed, version + 1)
            const runs = runsIn(leaves, from, from + length)
            const rendering = new TestRendering(who.key, who.user, () =>
              change(changedMeanwhile, version + 1.5),
            )
            const pieces = await blocks.piecesOf(runs, rendering)
            expect(String(Buffer.concat(pieces!))).toBe(rendering.expected(itemsOf(runs)))
            expect(blocks.bytes).toBeLessThanOrEqual(bytesMax)
          }
        },
      ),
    )
  })

  it('render an item once for all pages, and after a change only what has changed', async () => {
    const blocks = new RenderedBlocks()
    blocks.limitTo(1_000_000)
    const items = Array.from({ length: leafSizeMax }, (_, number) => itemOf(number, 0))
    const leaves = new Leaves<Item>(orderBy(compare), (leaf) => blocks.forget(leaf), items)
    const renderedBy = async (user: string) => {
      const rendering = new TestRendering('reader', user)
      await blocks.piecesOf(runsIn(leaves, 10, 20), rendering)
      return rendering.count
    }
    // The first page renders its own items only, because the leaf may never be read again.
    expect(await renderedBy('ann')).toBe(10)
    expect(await renderedBy('ann')).toBe(leafSizeMax)
    expect(await renderedBy('bob')).toBe(0)
    leaves.delete(items[3]!)
    leaves.insert(itemOf(3, 7))
    expect(await renderedBy('ann')).toBe(1)
    blocks.forget(leaves.all[0]!)
    expect(blocks.bytes).toBe(0)
  })

  it('of orders in rotation do not displace each other', async () => {
    const blocks = new RenderedBlocks()
    blocks.limitTo(10_000)
    const orders = Array.from({ length: 20 }, () => {
      const items = Array.from({ length: 64 }, (_, number) => itemOf(number, 0))
      return new Leaves<Item>(orderBy(compare), (leaf) => blocks.forget(leaf), items)
    })
    const counts: number[] = []
    for (let round = 0; round < 5; round++) {
      let count = 0
      for (const leaves of orders) {
        const rendering = new TestRendering('reader', 'bob')
        await blocks.piecesOf(runsIn(leaves, 0, 64), rendering)
        count += rendering.count
      }
      counts.push(count)
    }
    expect(counts.at(-1)).toBeLessThan(counts[0]!)
    expect(counts.at(-1)).toBe(counts.at(-2))
  })

  it('leave pages to the database if nothing of them is cached and there is no room', async () => {
    const blocks = new RenderedBlocks()
    blocks.limitTo(10_000)
    const orderOf = () => {
      const items = Array.from({ length: leafSizeMax }, (_, number) => itemOf(number, 0))
      return new Leaves<Item>(orderBy(compare), (leaf) => blocks.forget(leaf), items)
    }
    const rendering = new TestRendering('reader', 'ann')
    rendering.isStoredInOrder = true
    const pageOf = (leaves: Leaves<Item>) => blocks.piecesOf(runsIn(leaves, 0, 20), rendering)
    const orders = Array.from({ length: 20 }, orderOf)
    for (const leaves of [...orders, ...orders]) await pageOf(leaves)
    expect(await pageOf(orderOf())).toBeUndefined()
    const cached = orders.find((leaves) => leaves.all[0]!.blocks.size > 0)!
    expect(await pageOf(cached)).toBeDefined()
    expect(await blocks.piecesOf([], rendering)).toEqual([])
  })
})
