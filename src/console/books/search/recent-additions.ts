import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { canAddTo } from '../shelves/shelves.ts'
import type { Shelf, Volume, Volumes } from '../wire.ts'

const shelvesMax = 4
const endMax = 40
const fields = 'items(id,volumeInfo(title,imageLinks),userInfo/updated)'

/** The volumes that the user added last, from the ends of the bookshelves that changed last. */
export function recentAdditions(shelves: readonly Shelf[], count: number) {
  const recent = shelves
    .filter((shelf) => canAddTo(shelf) && (shelf.volumeCount ?? 0) > 0)
    .toSorted((one, other) => lastChange(other).localeCompare(lastChange(one)))
    .slice(0, shelvesMax)
  return queryOptions({
    // Each addition changes the time, so that the key tells outdated volumes.
    queryKey: ['books', 'recent', recent.map((shelf) => [shelf.id, lastChange(shelf)])],
    queryFn: async ({ signal }) =>
      newestOf(await Promise.all(recent.map((shelf) => endOf(shelf, signal))), count),
    placeholderData: keepPreviousData,
  })
}

const lastChange = ({ volumesLastUpdated = '' }: Shelf): string => volumesLastUpdated

/** New volumes are added at the end. */
async function endOf(
  { id, volumeCount = 0 }: Shelf,
  signal: AbortSignal,
): Promise<readonly Volume[]> {
  const { items = [] } = await api.get<Volumes>(`/books/v1/mylibrary/bookshelves/${id}/volumes`, {
    query: { startIndex: Math.max(0, volumeCount - endMax), maxResults: endMax, fields },
    signal,
  })
  return items.toReversed()
}

/** The newest volumes of several lists, each of them once. */
export function newestOf(lists: readonly (readonly Volume[])[], count: number): readonly Volume[] {
  const volumes = new Map(lists.flat().map((volume) => [volume.id, volume]))
  return [...volumes.values()]
    .toSorted((one, other) => addedAt(other).localeCompare(addedAt(one)))
    .slice(0, count)
}

const addedAt = ({ userInfo }: Volume): string => userInfo?.updated ?? ''
