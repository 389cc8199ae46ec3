import type { ShelfAccess } from './predefined-shelves.ts'

/** A shelf of a user, with the number of its volumes. */
export interface Shelf {
  readonly userId: string
  readonly id: number
  /** The key of the volumes on the shelf. */
  readonly key: number
  readonly title: string
  readonly description: string
  readonly access: ShelfAccess
  readonly volumeCount: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** When a volume was last added or removed. */
  readonly volumesUpdatedAtMs: number
}

/** An empty shelf. */
export const newShelf = (
  facts: Pick<Shelf, 'userId' | 'id' | 'title' | 'access'> & { readonly description?: string },
  nowMs: number,
): Shelf => ({
  description: '',
  ...facts,
  key: facts.id,
  volumeCount: 0,
  createdAtMs: nowMs,
  updatedAtMs: nowMs,
  volumesUpdatedAtMs: nowMs,
})

/** The shelf after a change. Its times never go back, whatever the clock does. */
export const changedShelf = (shelf: Shelf, nowMs: number, changes: Partial<Shelf> = {}): Shelf => ({
  ...shelf,
  ...changes,
  updatedAtMs: Math.max(shelf.updatedAtMs, nowMs),
})

/** The shelf after a volume was added or removed. */
export const shelfWithCount = (shelf: Shelf, nowMs: number, volumeCount: number): Shelf =>
  changedShelf(shelf, nowMs, {
    volumeCount,
    volumesUpdatedAtMs: Math.max(shelf.volumesUpdatedAtMs, nowMs),
  })

// Larger than all ids, so that the keys of a user's shelves never collide.
const keyStep = 2 ** 31

/** The key of a shelf after it is cleared. */
export const nextKey = ({ key }: Shelf): number => key + keyStep

export const shelfTitleLengthMax = 200
export const shelfDescriptionLengthMax = 5000
