import { forbidden, limitExceeded, notFound } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { allows, myEbooks, type ShelfChange, shelfIdIn } from './domain/predefined-shelves.ts'
import { changedShelf, nextKey, type Shelf, shelfWithCount } from './domain/shelf.ts'
import { isInReach } from './domain/shelf-order.ts'
import { volumeNotFound } from './errors.ts'
import type { BooksDependencies } from './operation.ts'
import { makeRoom, moveOnShelf } from './shelf-moving.ts'
import { sweepJob } from './shelf-sweep.ts'

/** The dependencies of shelf changes. */
export type ShelvingContext = Pick<
  BooksDependencies,
  'shelves' | 'contents' | 'clock' | 'enqueue' | 'shelfVolumesMax'
>

/** A shelf of a user. */
export interface NamedShelf {
  readonly userId: string
  readonly shelf: string
}

/** Appends a volume to a shelf, unless it contains the volume, with the given time of addition. */
export async function addToShelf(
  context: ShelvingContext,
  tx: Transaction,
  {
    volumeId,
    addedAtMs,
    ...named
  }: NamedShelf & { volumeId: string; addedAtMs?: number | undefined },
): Promise<void> {
  const { shelves, contents, shelfVolumesMax } = context
  const shelf = await lockForChange(context, tx, named, 'add')
  const kind = await contents.kindOf(tx, volumeId)
  if (kind === undefined) throw volumeNotFound()
  if (shelf.id === myEbooks && kind !== 'ebook') {
    throw forbidden('Only e-books can be put on this bookshelf.')
  }
  const nowMs = context.clock.nowMs()
  const position = await contents.append(tx, shelf, { volumeId, addedAtMs: addedAtMs ?? nowMs })
  if (position === undefined) return
  if (shelf.volumeCount >= shelfVolumesMax) {
    throw limitExceeded(`A bookshelf has at most ${shelfVolumesMax} volumes.`)
  }
  if (!isInReach(position)) await makeRoom({ contents, tx, shelf }, volumeId, shelf.volumeCount)
  await shelves.recount(tx, shelfWithCount(shelf, nowMs, shelf.volumeCount + 1))
}

/** Removes a volume from a shelf. A volume that is not on it only has to exist. */
export async function removeFromShelf(
  context: ShelvingContext,
  tx: Transaction,
  { volumeId, ...named }: NamedShelf & { volumeId: string },
): Promise<void> {
  const { shelves, contents, clock } = context
  const shelf = await lockForChange(context, tx, named, 'remove')
  const removed = await contents.remove(tx, shelf, volumeId)
  if (removed === 'present') {
    await shelves.recount(tx, shelfWithCount(shelf, clock.nowMs(), shelf.volumeCount - 1))
  } else if (removed === undefined && (await contents.kindOf(tx, volumeId)) === undefined) {
    throw volumeNotFound()
  }
}

/** Moves a volume to an index among the others on its shelf. */
export async function moveWithinShelf(
  context: ShelvingContext,
  tx: Transaction,
  { volumeId, index, ...named }: NamedShelf & { volumeId: string; index: number },
): Promise<void> {
  const { shelves, contents, clock } = context
  const shelf = await lockForChange(context, tx, named, 'move')
  const isMoved = await moveOnShelf({ contents, tx, shelf }, volumeId, index)
  if (isMoved) await shelves.recount(tx, changedShelf(shelf, clock.nowMs()))
}

/** Removes all volumes from a shelf. */
export async function clearShelf(
  context: ShelvingContext,
  tx: Transaction,
  named: NamedShelf,
): Promise<void> {
  const { shelves, clock } = context
  const shelf = await lockForChange(context, tx, named, 'clear')
  const key = await leaveBehind(context, tx, shelf)
  if (key !== shelf.key) await shelves.rekey(tx, { ...shelf, key })
  if (shelf.volumeCount > 0) await shelves.recount(tx, shelfWithCount(shelf, clock.nowMs(), 0))
}

// The number of rows deleted at once; more would block other writers.
const removedAtOnceMax = 200

/** Clears a shelf and returns its new key. Its rows are deleted at once, or later in batches. */
export async function leaveBehind(
  { contents, enqueue }: Pick<ShelvingContext, 'contents' | 'enqueue'>,
  tx: Transaction,
  shelf: Shelf,
): Promise<number> {
  const { userId, key, volumeCount } = shelf
  const swept =
    volumeCount < removedAtOnceMax
      ? await contents.sweep(tx, { userId, key }, removedAtOnceMax)
      : removedAtOnceMax
  if (swept < removedAtOnceMax) return key
  await enqueue(tx, sweepJob({ userId, keys: [key] }))
  return nextKey(shelf)
}

/** Finds and locks the shelf, if its user can change it this way. */
async function lockForChange(
  { shelves }: ShelvingContext,
  tx: Transaction,
  { userId, shelf }: NamedShelf,
  change: ShelfChange,
): Promise<Shelf> {
  const id = shelfIdIn(shelf)
  if (id === undefined) throw shelfNotFound()
  if (!allows(id, change)) throw forbidden('The service manages this bookshelf.')
  const found = await shelves.lock(tx, { userId, id })
  if (found === undefined) throw shelfNotFound()
  return found
}

export const shelfNotFound = () => notFound('The bookshelf could not be found.')
