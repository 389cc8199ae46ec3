import type { EventRow } from '../store/events.ts'

/** What an entry takes besides its bytes. */
const entryBytes = 150
/** An event with larger text would waste most of a block. */
const blockBytesMax = 64 * 1024
/** More pieces are copied into one, because sending each costs more than copying it. */
const piecesMax = 32
const viewsMax = 16

/** Rendered bytes of consecutive events, a comma after each. */
interface Block {
  readonly bytes: Buffer
  /** How many entries refer to it. */
  entries: number
}

interface Entry {
  readonly block: Block
  readonly from: number
  readonly to: number
}

/** An event of a list, or an instance of one, as it is rendered for a view. */
export interface RenderedItem {
  /** Undefined if the text isn't cached, for example because it depends on the user. */
  readonly row?: EventRow | undefined
  /** The original start of an instance. */
  readonly originalStart?: number | undefined
  readonly text: () => string
}

/** The events of one calendar as they were rendered for one view. */
class RenderedView {
  readonly #count: (bytes: number) => void
  readonly #events = new Map<EventRow, Entry>()
  readonly #instances = new Map<EventRow, Map<number, Entry>>()

  constructor(count: (bytes: number) => void) {
    this.#count = count
  }

  find({ row, originalStart }: RenderedItem): Entry | undefined {
    if (row === undefined) return undefined
    return originalStart === undefined
      ? this.#events.get(row)
      : this.#instances.get(row)?.get(originalStart)
  }

  set({ row, originalStart }: RenderedItem, entry: Entry): void {
    if (row === undefined) return
    if (originalStart === undefined) {
      this.#release(this.#events.get(row))
      this.#events.set(row, entry)
    } else {
      const instances = this.#instances.getOrInsertComputed(row, () => new Map<number, Entry>())
      this.#release(instances.get(originalStart))
      instances.set(originalStart, entry)
    }
    if (entry.block.entries++ === 0) this.#count(entry.block.bytes.length)
    this.#count(entryBytes)
  }

  forget(row: EventRow): void {
    this.#release(this.#events.get(row))
    this.#events.delete(row)
    for (const entry of this.#instances.get(row)?.values() ?? []) this.#release(entry)
    this.#instances.delete(row)
  }

  #release(entry: Entry | undefined): void {
    if (entry === undefined) return
    this.#count(-entryBytes)
    if (--entry.block.entries === 0) this.#count(-entry.block.bytes.length)
  }
}

/** The events of one calendar as they were rendered, by what a rendering depends on besides the row. */
export class RenderedEvents {
  readonly #views = new Map<string, RenderedView>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  forget(row: EventRow): void {
    for (const view of this.#views.values()) view.forget(row)
  }

  clear(): void {
    this.#views.clear()
    this.#bytes = 0
  }

  /** The bytes of items, separated by commas, in few pieces. Items that aren't cached are rendered. */
  piecesOf(items: readonly RenderedItem[], rendering: string): Buffer[] {
    if (items.length === 0) return []
    const view = this.#viewOf(rendering)
    const pieces = piecesIn(items, view)
    if (pieces.length <= piecesMax) return withoutLastComma(pieces)
    const whole = repack(items, view, pieces)
    return withoutLastComma([whole])
  }

  #viewOf(rendering: string): RenderedView {
    let view = this.#views.get(rendering)
    if (view === undefined) {
      if (this.#views.size >= viewsMax) this.clear()
      view = new RenderedView((bytes) => {
        this.#bytes += bytes
      })
      this.#views.set(rendering, view)
    }
    return view
  }
}

function piecesIn(items: readonly RenderedItem[], view: RenderedView): Buffer[] {
  const pieces: Buffer[] = []
  let open: Entry | undefined
  const close = () => {
    if (open !== undefined) pieces.push(open.block.bytes.subarray(open.from, open.to))
    open = undefined
  }
  for (let index = 0; index < items.length; ) {
    const entry = view.find(items[index]!)
    if (entry === undefined) {
      close()
      index += addBlock(items, index, view, pieces)
      continue
    }
    if (open?.block === entry.block && open.to === entry.from) open = { ...open, to: entry.to }
    else {
      close()
      open = entry
    }
    index++
  }
  close()
  return pieces
}

/** Renders items from an index on, up to one that is cached, into a block. Says how many these were. */
function addBlock(
  items: readonly RenderedItem[],
  first: number,
  view: RenderedView,
  pieces: Buffer[],
): number {
  const texts: string[] = []
  let size = 0
  for (let index = first; index < items.length && size < blockBytesMax; index++) {
    const item = items[index]!
    if (index > first && view.find(item) !== undefined) break
    const text = `${item.text()},`
    texts.push(text)
    size += Buffer.byteLength(text)
  }
  const bytes = Buffer.allocUnsafeSlow(size)
  const block = { bytes, entries: 0 }
  let from = 0
  for (const [offset, text] of texts.entries()) {
    const isAscii = Buffer.byteLength(text) === text.length
    const to = from + bytes.write(text, from, isAscii ? 'latin1' : 'utf8')
    view.set(items[first + offset]!, { block, from, to })
    from = to
  }
  pieces.push(bytes)
  return texts.length
}

/** Copies many pieces into one block, so that the next page with these items has few. */
function repack(
  items: readonly RenderedItem[],
  view: RenderedView,
  pieces: readonly Buffer[],
): Buffer {
  const lengths = items.map((item) => {
    const entry = view.find(item)
    return entry && entry.to - entry.from
  })
  const whole = Buffer.concat(pieces)
  if (lengths.includes(undefined)) return whole
  const block = { bytes: whole, entries: 0 }
  let from = 0
  for (const [index, item] of items.entries()) {
    const to = from + lengths[index]!
    view.set(item, { block, from, to })
    from = to
  }
  return whole
}

function withoutLastComma(pieces: Buffer[]): Buffer[] {
  const last = pieces.at(-1)!
  return [...pieces.slice(0, -1), last.subarray(0, -1)]
}
