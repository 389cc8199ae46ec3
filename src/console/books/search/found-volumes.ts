import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import type { Volume, Volumes } from '../wire.ts'
import { paramsOf, type VolumeSearch } from './volume-search.ts'

const pageSize = 20

/** The paginated results of a search. Outdated searches are aborted. */
export const foundVolumes = (search: VolumeSearch) =>
  infiniteQueryOptions({
    queryKey: ['books', 'found', search],
    queryFn: ({ pageParam, signal }) =>
      api.get<Volumes>('/books/v1/volumes', {
        query: { ...paramsOf(search), startIndex: pageParam, maxResults: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    enabled: search.q !== undefined,
    placeholderData: keepPreviousData,
  })

/** The start of the next page; undefined after the last one. */
export function nextStart(last: Volumes, pages: readonly Volumes[]): number | undefined {
  const shown = pages.reduce((sum, { items = [] }) => sum + items.length, 0)
  return last.items !== undefined && shown < totalOf(pages) ? shown : undefined
}

/** The total of the first page, which stays the same on further pages. */
export const totalOf = ([first]: readonly Volumes[]): number => first?.totalItems ?? 0

export const allOf = (data: InfiniteData<Volumes> | undefined): readonly Volume[] =>
  data?.pages.flatMap(({ items = [] }) => items) ?? []
