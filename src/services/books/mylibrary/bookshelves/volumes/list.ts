import { optional, string } from '#/contract/schema.ts'
import { pageParams, sourceParam, volumesPerPage } from '../../../bookshelves/params.ts'
import { shelfIdIn } from '../../../domain/predefined-shelves.ts'
import { type BooksDependencies, operation } from '../../../operation.ts'
import { projectionParam } from '../../../projection.ts'
import { Volumes } from '../../../schemas/volumes.ts'
import { shelfVolumes } from '../../../shelf-volumes.ts'
import { type NamedShelf, shelfNotFound } from '../../../shelving.ts'
import type { ShelfPage } from '../../../store/shelf-contents.ts'

const volumesPerPageMax = 1000

export const list = operation(
  {
    id: 'books.mylibrary.bookshelves.volumes.list',
    http: 'GET /mylibrary/bookshelves/{shelf}/volumes',
    summary: 'Lists the volumes on a shelf of the caller.',
    params: {
      shelf: string({ about: 'The id of the shelf, or its title.' }),
      ...pageParams(volumesPerPageMax),
      country: optional(string({ about: 'The country that the answer is for, ISO 3166-1.' })),
      projection: projectionParam,
      q: optional(
        string({
          about: 'A search query that filters the volumes.',
          lengthMax: 100_000,
          mayHoldNul: true,
        }),
      ),
      source: sourceParam,
    },
    reply: Volumes,
  },
  async ({ params, caller, ...context }) => {
    const { startIndex = 0, maxResults: count = volumesPerPage, q = '' } = params
    const { userId } = caller
    const named = { userId, shelf: params.shelf }
    await context.recentViews.whenWritten(userId)
    if (q.trim() === '') {
      const { volumeIds, shelf } = await ownShelfPage(context, named, { startIndex, count })
      return shelfVolumes(context, { volumeIds, totalItems: shelf.volumeCount }, params)
    }
    const everything = { startIndex: 0, count: context.shelfVolumesMax }
    const { volumeIds } = await ownShelfPage(context, named, everything)
    const found = await context.searcher.matching(q, volumeIds)
    const matching = volumeIds.filter((id) => found.has(id))
    const page = matching.slice(startIndex, startIndex + count)
    return shelfVolumes(context, { volumeIds: page, totalItems: matching.length }, params)
  },
)

/** A page of the caller's shelf with this id or, ignoring case, this title. */
async function ownShelfPage(
  { database, shelves, contents }: Pick<BooksDependencies, 'database' | 'shelves' | 'contents'>,
  { userId, shelf }: NamedShelf,
  range: { startIndex: number; count: number },
): Promise<ShelfPage> {
  const id = shelfIdIn(shelf)
  const byId = id === undefined ? undefined : await contents.page(database, { userId, id }, range)
  if (byId !== undefined) return byId
  const shelfTitle = foldedTitle(shelf)
  const all = (await shelves.list(database, userId)) ?? []
  const titled = all.find(({ title }) => foldedTitle(title) === shelfTitle)
  const byTitle = titled && (await contents.page(database, { userId, id: titled.id }, range))
  if (byTitle === undefined) throw shelfNotFound()
  return byTitle
}

const foldedTitle = (title: string) => title.trim().normalize('NFKC').toLowerCase()
