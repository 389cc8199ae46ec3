import type { Leaf } from './leaves.ts'

/** Consecutive items of a leaf that are part of a page. */
export interface Run<T> {
  readonly leaf: Leaf<T>
  readonly from: number
  readonly to: number
}

/** The rendered bytes of all items of a leaf, a comma after each. */
export interface RenderedBlock<T> {
  readonly items: readonly T[]
  readonly bytes: Buffer
  /** Where each item ends. */
  readonly ends: Uint32Array
  /** When it was last part of a page, counted in pages. */
  readAt: number
  /** The map in which it is cached. */
  readonly home: Map<string, RenderedBlock<T>>
  readonly key: string
}

/** How items are rendered for one caller. */
export interface Rendering<T> {
  /** Identifies everything that texts depend on. It is the same for all users with the same rights. */
  readonly key: string
  /** Renders items as all these users see them. Undefined if an item has changed in the database. */
  readonly texts: (items: readonly T[]) => Promise<ReadonlyMap<T, string> | undefined>
  /** Whether the database can read the rows of a page in their order. */
  readonly isStoredInOrder: boolean
  /** Whether the caller sees an item differently from others. */
  readonly isPersonal: (item: T) => boolean
  /** Derives the caller's text from the shared one. */
  readonly personalText: (item: T, text: string) => string
}

/** The estimated memory of a block besides its bytes. */
const blockBytes = 1_000
/** Above this number, small pieces are copied into one, because sending each costs more than copying it. */
const piecesMax = 32
const smallPieceBytes = 8 * 1024
/** After an eviction, new blocks are cached freely again once blocks take no more than this share of their memory. */
const roomShare = 0.5

/** When memory is full, a leaf evicts a block only if that was read this many times longer ago. */
const admissionFactor = 4

type AnyBlock = Pick<RenderedBlock<unknown>, 'bytes' | 'key' | 'readAt'> & {
  readonly home: { delete(key: string): boolean }
}

interface Planned<T> extends Run<T> {
  /** A block of the leaf, or of its previous version. */
  readonly block: RenderedBlock<T> | undefined
  /** Whether a new block of the leaf is cached. */
  readonly isAdmitted: boolean
}

/**
 * Rendered events of all calendars, in blocks: a page is a few slices of them. Blocks of rarely read leaves
 * are not cached, so that calendars in rotation don't evict each other.
 */
export class RenderedBlocks {
  /** Least recently read first. */
  readonly #blocks = new Set<AnyBlock>()
  #bytesMax = 0
  #bytes = 0
  #pages = 0
  /** While memory is available, every block of a leaf that is read a second time is cached. */
  #hasRoom = true

  get bytes(): number {
    return this.#bytes
  }

  /** Sets the memory limit of all blocks. */
  limitTo(bytesMax: number): void {
    this.#bytesMax = bytesMax
    for (const block of this.#blocks) {
      if (this.#bytes <= this.#bytesMax) return
      this.#remove(block)
      this.#hasRoom = false
    }
  }

  /** Removes the blocks of a leaf that is no longer read. */
  forget<T>({ blocks }: Leaf<T>): void {
    for (const block of blocks.values()) this.#remove(block)
  }

  /**
   * The bytes of runs, separated by commas. Undefined if an event has changed in the database, or if nothing
   * is cached and a statement reads the same rows faster than one by one.
   */
  piecesOf<T>(
    runs: readonly Run<T>[],
    rendering: Rendering<T>,
  ): Buffer[] | undefined | Promise<Buffer[] | undefined> {
    const page = ++this.#pages
    const planned = runs.map((run) => this.#plan(run, rendering.key))
    for (const { leaf } of runs) leaf.readAt = page
    const isWorthIt = this.#hasRoom || planned.length === 0 || planned.some(isCached)
    if (rendering.isStoredInOrder && !isWorthIt) return undefined
    const missing = planned.flatMap(missingItems)
    if (missing.length === 0) return this.#pieces(planned, rendering, new Map())
    return rendering
      .texts(missing)
      .then((texts) => texts && this.#pieces(planned, rendering, texts))
  }

  #plan<T>(run: Run<T>, key: string): Planned<T> {
    const { leaf, from, to } = run
    const block = leaf.blocks.get(key)
    return { leaf, from, to, block, isAdmitted: block !== undefined || this.#admits(leaf) }
  }

  /** Whether a leaf is read more often than the one whose block it would evict. */
  #admits({ readAt }: { readonly readAt: number }): boolean {
    if (readAt === 0) return false
    this.#hasRoom ||= this.#bytes < this.#bytesMax * roomShare
    if (this.#hasRoom) return true
    const [oldest] = this.#blocks
    if (oldest === undefined) return true
    return admissionFactor * (this.#pages - readAt) < this.#pages - oldest.readAt
  }

  #pieces<T>(
    planned: readonly Planned<T>[],
    rendering: Rendering<T>,
    texts: ReadonlyMap<T, string>,
  ): Buffer[] {
    const pieces: Buffer[] = []
    for (const plan of planned) {
      const block = this.#currentBlock(plan, rendering.key, texts)
      if (block === undefined) pieces.push(uncachedPiece(plan, rendering, texts))
      else addSlices(pieces, plan, { block, rendering })
    }
    return withoutLastComma(areTooSmall(pieces) ? [Buffer.concat(pieces)] : pieces)
  }

  #currentBlock<T>(
    { leaf, block: former, isAdmitted }: Planned<T>,
    key: string,
    texts: ReadonlyMap<T, string>,
  ): RenderedBlock<T> | undefined {
    const cached = leaf.blocks.get(key)
    for (const block of [former, cached]) {
      if (block?.items !== leaf.items) continue
      this.#touch(block)
      return block
    }
    if (!isAdmitted) return undefined
    const { items, home } = leaf
    const block = { ...filledBytes(items, former, texts), items, home, key, readAt: this.#pages }
    if (cached !== undefined) this.#remove(cached)
    home.set(key, block)
    this.#blocks.add(block)
    this.#bytes += sizeOf(block)
    this.limitTo(this.#bytesMax)
    return block
  }

  /** Notes that a block is part of a page; it may have been evicted since the page was planned. */
  #touch(block: AnyBlock): void {
    block.readAt = this.#pages
    if (this.#blocks.delete(block)) this.#blocks.add(block)
  }

  #remove(block: AnyBlock): void {
    block.home.delete(block.key)
    if (this.#blocks.delete(block)) this.#bytes -= sizeOf(block)
  }
}

const sizeOf = ({ bytes }: AnyBlock): number => blockBytes + bytes.length

const isCached = <T>({ block, isAdmitted }: Planned<T>): boolean =>
  block !== undefined || isAdmitted

/** The items whose texts are needed for a run. */
function missingItems<T>(plan: Planned<T>): readonly T[] {
  const { leaf, block, isAdmitted, from, to } = plan
  if (block?.items === leaf.items) return []
  if (!isAdmitted) return leaf.items.slice(from, to)
  const rendered = new Set(block?.items)
  return leaf.items.filter((item) => !rendered.has(item))
}

/** The bytes of items, copied from the previous block or encoded. */
function filledBytes<T>(
  items: readonly T[],
  former: RenderedBlock<T> | undefined,
  texts: ReadonlyMap<T, string>,
): Pick<RenderedBlock<T>, 'bytes' | 'ends'> {
  const rendered = new Map(former?.items.map((item, index) => [item, index]))
  const parts = items.map((item) => {
    const index = rendered.get(item)
    return index === undefined ? texts.get(item)! : sliceOf(former!, index, index + 1)
  })
  return encodedParts(parts)
}

/** Joins texts and rendered bytes with a comma after each. Rendered bytes already end with one. */
function encodedParts(parts: readonly (string | Buffer)[]): { bytes: Buffer; ends: Uint32Array } {
  let size = 0
  for (const part of parts) {
    size += typeof part === 'string' ? Buffer.byteLength(part) + 1 : part.length
  }
  const bytes = Buffer.allocUnsafeSlow(size)
  const ends = new Uint32Array(parts.length)
  let at = 0
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      // Most texts are ASCII, which needs no encoding.
      const isAscii = Buffer.byteLength(part) === part.length
      at += bytes.write(part, at, isAscii ? 'latin1' : 'utf8')
      bytes[at++] = comma
    } else at += part.copy(bytes, at)
    ends[index] = at
  }
  return { bytes, ends }
}

const comma = 0x2c

const sliceOf = <T>({ bytes, ends }: RenderedBlock<T>, from: number, to: number): Buffer =>
  bytes.subarray(from === 0 ? 0 : ends[from - 1]!, ends[to - 1]!)

/** Adds the slices of a run, with the caller's own texts of personal items in between. */
function addSlices<T>(
  pieces: Buffer[],
  { leaf: { items, isPersonal }, from, to }: Run<T>,
  { block, rendering }: { readonly block: RenderedBlock<T>; readonly rendering: Rendering<T> },
): void {
  let first = from
  for (let index = from; isPersonal && index < to; index++) {
    const item = items[index]!
    if (!rendering.isPersonal(item)) continue
    if (first < index) pieces.push(sliceOf(block, first, index))
    const shared = sliceOf(block, index, index + 1).toString()
    pieces.push(Buffer.from(`${rendering.personalText(item, shared.slice(0, -1))},`))
    first = index + 1
  }
  if (first < to) pieces.push(sliceOf(block, first, to))
}

function uncachedPiece<T>(
  { leaf: { items }, from, to }: Run<T>,
  rendering: Rendering<T>,
  texts: ReadonlyMap<T, string>,
): Buffer {
  const shown = items.slice(from, to).map((item) => {
    const text = texts.get(item)!
    return rendering.isPersonal(item) ? rendering.personalText(item, text) : text
  })
  return encodedParts(shown).bytes
}

function areTooSmall(pieces: readonly Buffer[]): boolean {
  if (pieces.length <= piecesMax) return false
  return pieces.reduce((sum, { length }) => sum + length, 0) < pieces.length * smallPieceBytes
}

function withoutLastComma(pieces: Buffer[]): Buffer[] {
  const last = pieces.pop()
  if (last !== undefined) pieces.push(last.subarray(0, -1))
  return pieces
}

/** Texts as bytes, separated by commas. */
export const joinedBytes = (texts: readonly string[]): Buffer =>
  encodedParts(texts).bytes.subarray(0, -1)
