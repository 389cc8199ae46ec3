import { openCore } from '#/core.ts'
import { silentLog } from '#/kernel/log.ts'
import { writeVolumes } from '#/services/books/catalog/writing.ts'
import type { Shelf } from '#/services/books/domain/shelf.ts'
import {
  addToShelf,
  clearShelf,
  moveWithinShelf,
  type NamedShelf,
  removeFromShelf,
} from '#/services/books/shelving.ts'
import { readSettings } from '#/settings.ts'
import type { Place } from '../support/engines.ts'

/** Ids of volumes that `shelvesAt` can put into the catalog. */
export const volumeIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `volume${String(index).padStart(6, '0')}`)

/** The program's parts on one database, with a clock that stands still, and a catalog. */
export async function shelvesAt(
  { url, dataDir }: Place,
  { volumes = 0, settings = {} }: { volumes?: number; settings?: Record<string, string> } = {},
) {
  const flags = { dataDir, databaseUrl: url, ...settings }
  const core = await openCore(readSettings({ flags }), silentLog)
  core.clock.set({ mode: 'frozen', atMs: core.clock.nowMs() })
  const { database, directory, books } = core
  const write = (ids: readonly string[]) =>
    database.transaction((tx) =>
      writeVolumes(
        tx,
        ids.map((id) => ({ source: 'test', sourceKey: id, id, title: `Book ${id}` })),
      ),
    )
  await write(volumeIds(volumes))
  return {
    ...core,
    write,
    async newUser(name: string): Promise<string> {
      return (await directory.create({ email: `${name}@example.com` })).user.id
    },
    add: (named: NamedShelf, volumeId: string) =>
      database.transaction((tx) => addToShelf(books, tx, { ...named, volumeId })),
    remove: (named: NamedShelf, volumeId: string) =>
      database.transaction((tx) => removeFromShelf(books, tx, { ...named, volumeId })),
    move: (named: NamedShelf, volumeId: string, index: number) =>
      database.transaction((tx) => moveWithinShelf(books, tx, { ...named, volumeId, index })),
    clear: (named: NamedShelf) => database.transaction((tx) => clearShelf(books, tx, named)),
    async allShelves(userId: string): Promise<Shelf[]> {
      return ((await books.shelves.list(database, userId)) ?? []).map((shelf) => ({ ...shelf }))
    },
    /** What stands on a shelf, and how many it says there are. */
    async shelf({ userId, shelf }: NamedShelf) {
      const name = { userId, id: Number(shelf) }
      const page = await books.contents.page(database, name, { startIndex: 0, count: 20_000 })
      return { ids: page?.volumeIds, count: page?.shelf.volumeCount }
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
