import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type CallOptions } from '../api/index.ts'

interface Paged<T> {
  readonly items?: readonly T[]
  readonly nextPageToken?: string
}

/** A paginated list of the administration API. */
export const adminList = <T>(path: string, query: CallOptions['query'] = {}) =>
  infiniteQueryOptions({
    queryKey: ['admin', path, query],
    queryFn: ({ pageParam, signal }) =>
      api.get<Paged<T>>(`/admin/v1/${path}`, { query: { ...query, pageToken: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextPageToken }) => nextPageToken,
    select: ({ pages }) => pages.flatMap(({ items = [] }) => items),
  })
