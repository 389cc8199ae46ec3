import { shelfIdIn } from '../../domain/predefined-shelves.ts'
import type { BooksDependencies } from '../../operation.ts'
import { type NamedShelf, shelfNotFound } from '../../shelving.ts'
import type { ShelfPage } from '../../store/shelf-contents.ts'

/** Part of a shelf that its user names by id or, in upper or lower case, by title. */
export async function ownShelfPage(
  { database, shelves, contents }: Pick<BooksDependencies, 'database' | 'shelves' | 'contents'>,
  { userId, shelf }: NamedShelf,
  range: { startIndex: number; count: number },
): Promise<ShelfPage> {
  const id = shelfIdIn(shelf)
  const byId = id === undefined ? undefined : await contents.page(database, { userId, id }, range)
  if (byId !== undefined) return byId
  const wanted = folded(shelf)
  const all = (await shelves.list(database, userId)) ?? []
  const titled = all.find(({ title }) => folded(title) === wanted)
  const byTitle = titled && (await contents.page(database, { userId, id: titled.id }, range))
  if (byTitle === undefined) throw shelfNotFound()
  return byTitle
}

const folded = (title: string) => title.trim().normalize('NFKC').toLowerCase()
