import type { RenderedBlock } from './rendered-blocks.ts'

/** Small enough to copy with every change, and large enough for a page to consist of few leaves. */
export const leafSizeMax = 32
/** For timelines, which are read in long pages. */
export const longLeafSizeMax = 64

/** The properties of an item that an order uses. */
interface LeafItem {
  readonly startMs: number
  readonly endMs: number
  /** Whether every list with an overlapping window includes it: it is timed, not cancelled and no series. */
  readonly isPlain: boolean
  /** Whether some users see it differently. */
  readonly isPersonal: boolean
}

/** A total order of items, with accessors of their properties. */
export type Order<T> = {
  readonly [Name in keyof LeafItem]: (item: T) => LeafItem[Name]
} & {
  readonly compare: (one: T, other: T) => number
  /** The maximum number of items in a leaf. */
  readonly sizeMax: number
}

/** An order of items that have these properties themselves. */
export const orderBy = <T extends LeafItem>(
  compare: Order<T>['compare'],
  sizeMax = leafSizeMax,
): Order<T> => ({
  compare,
  sizeMax,
  startMs: ({ startMs }) => startMs,
  endMs: ({ endMs }) => endMs,
  isPlain: ({ isPlain }) => isPlain,
  isPersonal: ({ isPersonal }) => isPersonal,
})

/**
 * Consecutive items of an order. A change replaces the leaf, so that a page that is being rendered keeps
 * the items that it found.
 */
export class Leaf<T> {
  readonly items: readonly T[]
  readonly earliestEndMs: number
  readonly latestEndMs: number
  readonly lastStartMs: number
  /** Whether all of its items are plain, and whether any is personal. */
  readonly isPlain: boolean
  readonly isPersonal: boolean
  /** The rendered items by view, if this leaf or its previous version was read repeatedly. */
  #blocks: Map<string, RenderedBlock<T>> | undefined
  /** When it was last part of a page, counted in pages. */
  readAt: number

  constructor(items: readonly T[], order: Order<T>, former?: Leaf<T>) {
    this.items = items
    this.#blocks = former === undefined ? undefined : former.#blocks
    this.readAt = former?.readAt ?? 0
    this.lastStartMs = order.startMs(items.at(-1)!)
    let isPlain = true
    let isPersonal = false
    let earliestEndMs = Number.POSITIVE_INFINITY
    let latestEndMs = Number.NEGATIVE_INFINITY
    for (const item of items) {
      const endMs = order.endMs(item)
      isPlain &&= order.isPlain(item)
      isPersonal ||= order.isPersonal(item)
      earliestEndMs = Math.min(earliestEndMs, endMs)
      latestEndMs = Math.max(latestEndMs, endMs)
    }
    this.isPlain = isPlain
    this.isPersonal = isPersonal
    this.earliestEndMs = earliestEndMs
    this.latestEndMs = latestEndMs
  }

  get blocks(): ReadonlyMap<string, RenderedBlock<T>> {
    return this.#blocks ?? noBlocks
  }

  /** The map of its cached blocks, created on demand because most leaves have none. */
  get home(): Map<string, RenderedBlock<T>> {
    this.#blocks ??= new Map()
    return this.#blocks
  }
}

const noBlocks: ReadonlyMap<string, never> = new Map<string, never>()

/** The position of an item. */
export interface Spot {
  /** The index of the leaf, and that of the item in it. */
  readonly leaf: number
  readonly item: number
}

interface Visitor<T> {
  /** Returns whether to continue. */
  readonly visitItem: (item: T, leaf: Leaf<T>, index: number) => boolean
  /** Returns whether the whole leaf was handled, so that its items are not visited. */
  readonly takeLeaf?: (leaf: Leaf<T>) => boolean
}

/** Items in a total order, in leaves. */
export class Leaves<T> {
  readonly #order: Order<T>
  readonly #drop: (leaf: Leaf<T>) => void
  readonly #leaves: Leaf<T>[]

  /** `items` must be sorted. `drop` is called with each leaf that is removed from the order. */
  constructor(order: Order<T>, drop: (leaf: Leaf<T>) => void, items: readonly T[] = []) {
    this.#order = order
    this.#drop = drop
    const { sizeMax } = order
    this.#leaves = Array.from({ length: Math.ceil(items.length / sizeMax) }, (_, index) => {
      const ofLeaf = items.slice(index * sizeMax, (index + 1) * sizeMax)
      return new Leaf(ofLeaf, order)
    })
  }

  get all(): readonly Leaf<T>[] {
    return this.#leaves
  }

  insert(item: T): void {
    const spot = this.#spotOf(item)
    const last = this.#leaves.at(-1)
    const isLast = spot.leaf === this.#leaves.length
    if (isLast && (last === undefined || last.items.length === this.#order.sizeMax)) {
      this.#leaves.push(new Leaf([item], this.#order))
      return
    }
    const found = isLast ? { leaf: spot.leaf - 1, item: last!.items.length } : spot
    const leaf = this.#leaves[found.leaf]!
    const items = leaf.items.toSpliced(found.item, 0, item)
    if (items.length <= this.#order.sizeMax)
      this.#leaves[found.leaf] = new Leaf(items, this.#order, leaf)
    else this.#split(found.leaf, items)
  }

  #split(index: number, items: readonly T[]): void {
    this.#drop(this.#leaves[index]!)
    const half = items.length >>> 1
    this.#leaves.splice(
      index,
      1,
      new Leaf(items.slice(0, half), this.#order),
      new Leaf(items.slice(half), this.#order),
    )
  }

  /** Returns whether the item was part of the order. */
  delete(item: T): boolean {
    const found = this.find(item)
    if (found === undefined) return false
    const leaf = this.#leaves[found.leaf]!
    if (leaf.items.length > 1) {
      const items = leaf.items.toSpliced(found.item, 1)
      this.#leaves[found.leaf] = new Leaf(items, this.#order, leaf)
    } else {
      this.#drop(leaf)
      this.#leaves.splice(found.leaf, 1)
    }
    return true
  }

  /** Replaces an item. */
  replace(former: T, item: T): void {
    const found = this.find(former)
    if (found === undefined || this.#order.compare(former, item) !== 0) {
      this.delete(former)
      this.insert(item)
      return
    }
    const leaf = this.#leaves[found.leaf]!
    const items = leaf.items.with(found.item, item)
    this.#leaves[found.leaf] = new Leaf(items, this.#order, leaf)
  }

  /** The position of an item that compares equal; undefined if there is none. */
  find(item: T): Spot | undefined {
    const spot = this.#spotOf(item)
    const found = this.#leaves[spot.leaf]?.items[spot.item]
    return found !== undefined && this.#order.compare(found, item) === 0 ? spot : undefined
  }

  #spotOf(item: T): Spot {
    return this.seek((other) => this.#order.compare(other, item) < 0)
  }

  /** Visits items from a position on until the visitor stops. Skips leaves whose items have all ended before. */
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

  /** Binary search: the position of the first item that is not before the target. */
  seek(isBefore: (item: T) => boolean): Spot {
    const leaf = firstIndex(this.#leaves, ({ items }) => isBefore(items[items.length - 1]!))
    const items = this.#leaves[leaf]?.items
    return { leaf, item: items === undefined ? 0 : firstIndex(items, isBefore) }
  }
}

/** Binary search: the index of the first element for which `isBefore` is false. */
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

/** Sorts items that arrive in parts, in short steps instead of one long sort at the end. */
export class SortedParts<T> {
  readonly #compare: (one: T, other: T) => number
  readonly #parts: (readonly T[])[] = []

  constructor(compare: (one: T, other: T) => number) {
    this.#compare = compare
  }

  add(items: readonly T[]): void {
    const parts = this.#parts
    parts.push(items.toSorted(this.#compare))
    while (parts.length > 1 && parts.at(-2)!.length < 2 * parts.at(-1)!.length) this.#mergeLast()
  }

  /** All items, sorted. */
  take(): readonly T[] {
    while (this.#parts.length > 1) this.#mergeLast()
    return this.#parts.pop() ?? []
  }

  #mergeLast(): void {
    const [one, other] = this.#parts.splice(-2) as [readonly T[], readonly T[]]
    const merged: T[] = []
    let at = 0
    for (const item of one) {
      while (at < other.length && this.#compare(other[at]!, item) < 0) merged.push(other[at++]!)
      merged.push(item)
    }
    while (at < other.length) merged.push(other[at++]!)
    this.#parts.push(merged)
  }
}
