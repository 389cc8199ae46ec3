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
  /** When something was last put on it or taken off. */
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

/** The shelf after a change; its times never run backwards, whatever the clock does. */
export const changed = (shelf: Shelf, nowMs: number, changes: Partial<Shelf> = {}): Shelf => ({
  ...shelf,
  ...changes,
  updatedAtMs: Math.max(shelf.updatedAtMs, nowMs),
})

/** The shelf after something was put on it or taken off. */
export const recounted = (shelf: Shelf, nowMs: number, volumeCount: number): Shelf =>
  changed(shelf, nowMs, {
    volumeCount,
    volumesUpdatedAtMs: Math.max(shelf.volumesUpdatedAtMs, nowMs),
  })

// Ids are below it, so that keys of different shelves of a user never meet.
const keyStep = 2 ** 31

/** The key of a shelf after it is cleared. */
export const nextKey = ({ key }: Shelf): number => key + keyStep

export const shelfTitleLengthMax = 200
export const shelfDescriptionLengthMax = 5000
