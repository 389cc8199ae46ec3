import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { t } from '../../texts/books.ts'
import { nextStart } from '../search/found-volumes.ts'
import type { Shelf, Volumes } from '../wire.ts'

const own = '/books/v1/mylibrary/bookshelves'
const managed = '/almanac/v1/users/me/bookshelves'

const idsPageSize = 1000
const contentsPageSize = 100

/** The fields of volumes in a bookshelf, without long descriptions. */
const lineFields =
  'totalItems,items(id,volumeInfo(title,subtitle,authors,publisher,publishedDate,imageLinks,averageRating,ratingsCount))'

/** Bookshelves that the service fills: purchases, reviews, recently viewed. */
const filledByService = new Set([1, 5, 6, 8])
const recentlyViewed = 6
const ofEbooks = 7
const firstCustomId = 1001

export const canAddTo = ({ id }: Shelf): boolean => !filledByService.has(id)
export const canTakeFrom = (shelf: Shelf): boolean => canAddTo(shelf) || shelf.id === recentlyViewed
export const isForEbooks = ({ id }: Shelf): boolean => id === ofEbooks
export const isCustom = ({ id }: Shelf): boolean => id >= firstCustomId

/** A shelf, with the name of a default shelf in the language of the user. */
const named = (shelf: Shelf): Shelf => ({
  ...shelf,
  title: t.predefinedShelves[shelf.id] ?? shelf.title,
})

export const ownShelves = queryOptions({
  queryKey: ['books', 'shelves'],
  queryFn: async ({ signal }) => {
    const { items = [] } = await api.get<{ items?: readonly Shelf[] }>(own, { signal })
    return items.map(named)
  },
})

const getShelf = async (path: string, signal: AbortSignal) =>
  named(await api.get<Shelf>(path, { signal }))

export const ownShelf = (shelf: string) =>
  queryOptions({
    queryKey: ['books', 'shelf', shelf],
    queryFn: ({ signal }) => getShelf(`${own}/${encodeURIComponent(shelf)}`, signal),
  })

/** A shelf that its user shows everybody. */
export const publicShelf = (userId: string, shelf: string) =>
  queryOptions({
    queryKey: ['books', 'public', userId, shelf],
    queryFn: ({ signal }) => getShelf(publicPath(userId, shelf), signal),
  })

export const publicPath = (userId: string, shelf: string): string =>
  `/books/v1/users/${encodeURIComponent(userId)}/bookshelves/${encodeURIComponent(shelf)}`

const firstMax = 8

/** The first volumes of a bookshelf, for their covers. */
export const firstVolumes = ({ id, volumeCount = 0 }: Shelf) =>
  queryOptions({
    queryKey: ['books', 'shelf', String(id), 'first'],
    queryFn: ({ signal }) =>
      api.get<Volumes>(`${own}/${id}/volumes`, {
        query: { maxResults: firstMax, fields: 'items(id,volumeInfo(title,imageLinks))' },
        signal,
      }),
    enabled: volumeCount > 0,
  })

export const contentsKey = (shelf: string) => ['books', 'shelf', shelf, 'contents'] as const

export const shelfContents = (shelf: string) =>
  infiniteQueryOptions({
    queryKey: contentsKey(shelf),
    queryFn: ({ pageParam, signal }) =>
      api.get<Volumes>(`${own}/${encodeURIComponent(shelf)}/volumes`, {
        query: { startIndex: pageParam, maxResults: contentsPageSize, fields: lineFields },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
  })

export const idsKey = (shelf: number) => ['books', 'shelf', String(shelf), 'ids'] as const

/** The ids of all volumes on a bookshelf. */
export const idsOn = (shelf: number) =>
  queryOptions({ queryKey: idsKey(shelf), queryFn: ({ signal }) => allIds(shelf, signal) })

async function allIds(shelf: number, signal: AbortSignal): Promise<readonly string[]> {
  const ids: string[] = []
  for (;;) {
    const { items = [] } = await api.get<Volumes>(`${own}/${shelf}/volumes`, {
      query: { startIndex: ids.length, maxResults: idsPageSize, fields: 'items/id' },
      signal,
    })
    ids.push(...items.map(({ id }) => id))
    if (items.length < idsPageSize) return ids
  }
}

type ShelfFacts = Partial<Pick<Shelf, 'title' | 'description' | 'access'>>

export const shelving = {
  add: (shelf: number, volumeId: string) =>
    api.post(`${own}/${shelf}/addVolume`, { query: { volumeId } }),
  remove: (shelf: number, volumeId: string) =>
    api.post(`${own}/${shelf}/removeVolume`, { query: { volumeId } }),
  move: (shelf: number, volumeId: string, volumePosition: number) =>
    api.post(`${own}/${shelf}/moveVolume`, { query: { volumeId, volumePosition } }),
  clear: (shelf: number) => api.post(`${own}/${shelf}/clearVolumes`),
  create: (facts: ShelfFacts) => api.post<Shelf>(managed, { body: facts }),
  change: (shelf: number, facts: ShelfFacts) =>
    api.patch<Shelf>(`${managed}/${shelf}`, { body: facts }),
  delete: (shelf: number) => api.del(`${managed}/${shelf}`),
}

/** Reloads the content of a bookshelf and all counts. */
export async function refreshShelf(client: QueryClient, shelf: number): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ownShelves.queryKey }),
    client.invalidateQueries({ queryKey: ownShelf(String(shelf)).queryKey }),
  ])
}
