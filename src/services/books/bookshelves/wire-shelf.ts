import { wireMoment } from '#/contract/moment.ts'
import type { Shelf } from '../domain/shelf.ts'
import type { Bookshelf, Bookshelves } from '../schemas/bookshelf.ts'

/** The wire form of a shelf. */
export const wireShelf = (shelf: Shelf, api: string): Bookshelf => ({
  kind: 'books#bookshelf',
  id: shelf.id,
  selfLink: `${api}/users/${shelf.userId}/bookshelves/${shelf.id}`,
  title: shelf.title,
  description: shelf.description,
  access: shelf.access,
  updated: wireMoment(shelf.updatedAtMs),
  created: wireMoment(shelf.createdAtMs),
  volumeCount: shelf.volumeCount,
  volumesLastUpdated: wireMoment(shelf.volumesUpdatedAtMs),
})

export const wireShelves = (shelves: readonly Shelf[], api: string): Bookshelves => ({
  kind: 'books#bookshelves',
  ...(shelves.length > 0 && { items: shelves.map((shelf) => wireShelf(shelf, api)) }),
})
