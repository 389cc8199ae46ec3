import type { RenderedBlock } from './rendered-blocks.ts'

/** Few enough to be copied with every change, and enough for a page to consist of few leaves. */
export const leafSizeMax = 64

/** What an order needs to know of an item. */
export interface LeafItem {
  readonly startMs: number
  readonly endMs: number
  /** Every list has it whose window it overlaps: it is timed, not cancelled and no series. */
  readonly isPlain: boolean
  /** Some users see it otherwise than others. */
  readonly isPersonal: boolean
}

/**
 * Consecutive items of an order. A change replaces the leaf, so that a page that is being rendered keeps
 * the items that it found.
 */
export class Leaf<T extends LeafItem> {
  readonly items: readonly T[]
  readonly earliestEndMs: number
  readonly latestEndMs: number
  /** What applies to all of its items, and what to some. */
  readonly isPlain: boolean
  readonly isPersonal: boolean
  /** The rendered items by view, if these or former ones were read several times. */
  readonly blocks: Map<string, RenderedBlock<T>>
  /** When it was last part of a page, in pages. */
  readAt: number

  constructor(
    items: readonly T[],
    former: { readonly blocks: Map<string, RenderedBlock<T>>; readonly readAt: number },
  ) {
    this.items = items
    this.blocks = former.blocks
    this.readAt = former.readAt
    let isPlain = true
    let isPersonal = false
    let earliestEndMs = Number.POSITIVE_INFINITY
    let latestEndMs = Number.NEGATIVE_INFINITY
    for (const item of items) {
      isPlain &&= item.isPlain
      isPersonal ||= item.isPersonal
      earliestEndMs = Math.min(earliestEndMs, item.endMs)
      latestEndMs = Math.max(latestEndMs, item.endMs)
    }
    this.isPlain = isPlain
    this.isPersonal = isPersonal
    this.earliestEndMs = earliestEndMs
    this.latestEndMs = latestEndMs
  }

  get lastStartMs(): number {
    return this.items.at(-1)!.startMs
  }
}

const unread = () => ({ blocks: new Map(), readAt: 0 })

/** The position of an item. */
export interface Spot {
  /** Which leaf, and which of its items. */
  readonly leaf: number
  readonly item: number
}

interface Visitor<T extends LeafItem> {
  /** Says whether to go on. */
  readonly visitItem: (item: T, leaf: Leaf<T>, index: number) => boolean
  /** Says whether it needs none of the items one by one. */
  readonly takeLeaf?: (leaf: Leaf<T>) => boolean
}

/** Items in a total order, in leaves of at most `leafSizeMax`. */
export class Leaves<T extends LeafItem> {
  readonly #compare: (one: T, other: T) => number
  readonly #drop: (leaf: Leaf<T>) => void
  readonly #leaves: Leaf<T>[]

  /** `drop` is told which leaves are no longer part of the order. */
  constructor(
    compare: (one: T, other: T) => number,
    drop: (leaf: Leaf<T>) => void,
    items: readonly T[] = [],
  ) {
    this.#compare = compare
    this.#drop = drop
    const sorted = items.toSorted(compare)
    this.#leaves = Array.from(
      { length: Math.ceil(sorted.length / leafSizeMax) },
      (_, index) =>
        new Leaf(sorted.slice(index * leafSizeMax, (index + 1) * leafSizeMax), unread()),
    )
  }

  get all(): readonly Leaf<T>[] {
    return this.#leaves
  }

  insert(item: T): void {
    const spot = this.#spotOf(item)
    const last = this.#leaves.at(-1)
    const isLast = spot.leaf === this.#leaves.length
    if (isLast && (last === undefined || last.items.length === leafSizeMax)) {
      this.#leaves.push(new Leaf([item], unread()))
      return
    }
    const found = isLast ? { leaf: spot.leaf - 1, item: last!.items.length } : spot
    const leaf = this.#leaves[found.leaf]!
    const items = leaf.items.toSpliced(found.item, 0, item)
    if (items.length <= leafSizeMax) this.#leaves[found.leaf] = new Leaf(items, leaf)
    else this.#split(found.leaf, items)
  }

  #split(index: number, items: readonly T[]): void {
    this.#drop(this.#leaves[index]!)
    const half = items.length >>> 1
    this.#leaves.splice(
      index,
      1,
      new Leaf(items.slice(0, half), unread()),
      new Leaf(items.slice(half), unread()),
    )
  }

  /** Says whether the item was part of the order. */
  delete(item: T): boolean {
    const found = this.find(item)
    if (found === undefined) return false
    const leaf = this.#leaves[found.leaf]!
    if (leaf.items.length > 1) {
      this.#leaves[found.leaf] = new Leaf(leaf.items.toSpliced(found.item, 1), leaf)
    } else {
      this.#drop(leaf)
      this.#leaves.splice(found.leaf, 1)
    }
    return true
  }

  /** Where an item is, if it is part of the order. */
  find(item: T): Spot | undefined {
    const spot = this.#spotOf(item)
    return this.#leaves[spot.leaf]?.items[spot.item] === item ? spot : undefined
  }

  #spotOf(item: T): Spot {
    return this.seek((other) => this.#compare(other, item) < 0)
  }

  /** Visits items from a spot on until told to stop, without leaves whose items have all ended before. */
  visit(from: Spot, endsAfterMs: number, visitor: Visitor<T>): void {
    let first = from.item
    for (let number = from.leaf; number < this.#leaves.length; number++) {
      const leaf = this.#leaves[number]!
      const { items } = leaf
      if (leaf.latestEndMs > endsAfterMs && !(first === 0 && visitor.takeLeaf?.(leaf))) {
        for (let index = first; index < items.length; index++) {
          if (!visitor.visitItem(items[index]!, leaf, index)) return
        }
      }
      first = 0
    }
  }

  /** The first item to which a condition doesn't apply that applies to all items before it. */
  seek(isBefore: (item: T) => boolean): Spot {
    const leaf = firstIndex(this.#leaves, ({ items }) => isBefore(items.at(-1)!))
    const items = this.#leaves[leaf]?.items
    return { leaf, item: items === undefined ? 0 : firstIndex(items, isBefore) }
  }
}

/** The index of the first element to which a condition doesn't apply that applies to all before it. */
function firstIndex<E>(elements: readonly E[], isBefore: (element: E) => boolean): number {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(elements[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
