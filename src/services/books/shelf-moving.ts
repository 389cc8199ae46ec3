import { notFound } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { Shelf } from './domain/shelf.ts'
import { type Bounds, positionBetween, positionsBetween } from './domain/shelf-order.ts'
import type { Placed, ShelfContents } from './store/shelf-contents.ts'

/** A locked shelf and its volumes. */
interface OpenShelf {
  readonly contents: ShelfContents
  readonly tx: Transaction
  readonly shelf: Shelf
}

// How many neighbors on either side are moved first; then eight times as many, and so on.
const neighborsMoved = 32

/** Moves a volume to an index among the others, and returns whether its position changed. */
export async function moveOnShelf(
  open: OpenShelf,
  volumeId: string,
  requestedIndex: number,
): Promise<boolean> {
  const { contents, tx, shelf } = open
  const placed = await contents.find(tx, shelf, volumeId)
  if (placed === undefined) throw notFound('The volume is not on the bookshelf.')
  const index = Math.min(requestedIndex, shelf.volumeCount - 1)
  const { before, after } = await neighborsAt(open, volumeId, index)
  const isThere = isInFront(before, placed) && isInFront(placed, after)
  if (isThere) return false
  const position = positionBetween({ before: before?.position, after: after?.position })
  if (position === undefined) await makeRoom(open, volumeId, index)
  else await contents.place(tx, shelf, { volumeId, position })
  return true
}

/** Moves neighbors apart and inserts the volume at an index among the others. */
export async function makeRoom(
  { contents, tx, shelf }: OpenShelf,
  volumeId: string,
  index: number,
): Promise<void> {
  for (let reach = neighborsMoved; ; reach *= 8) {
    const first = Math.max(0, index - reach)
    const startIndex = Math.max(0, first - 1)
    const count = index + reach - startIndex + 1
    const found = await contents.others(tx, shelf, { volumeId, startIndex, count })
    const before = first === 0 ? undefined : found.shift()
    const after = found.length < count - (first === 0 ? 0 : 1) ? undefined : found.pop()
    const ids = found.map((other) => other.volumeId)
    ids.splice(index - first, 0, volumeId)
    const bounds = { before: before?.position, after: after?.position }
    const positions = positionsBetween(bounds, ids.length)
    if (positions !== undefined) {
      const apart = ids.map((id, at) => ({ volumeId: id, position: positions[at]! }))
      return contents.placeAll(tx, shelf, apart)
    }
    if (isEverything(bounds)) throw new Error('a shelf has more volumes than there are places')
  }
}

const isEverything = ({ before, after }: Bounds) => before === undefined && after === undefined

async function neighborsAt(
  { contents, tx, shelf }: OpenShelf,
  volumeId: string,
  index: number,
): Promise<{ before: Placed | undefined; after: Placed | undefined }> {
  const page = { volumeId, startIndex: Math.max(0, index - 1), count: 2 }
  const [first, second] = await contents.others(tx, shelf, page)
  return index === 0 ? { before: undefined, after: first } : { before: first, after: second }
}

function isInFront(one: Placed | undefined, other: Placed | undefined): boolean {
  if (one === undefined || other === undefined) return true
  if (one.position !== other.position) return one.position < other.position
  return one.volumeId < other.volumeId
}
