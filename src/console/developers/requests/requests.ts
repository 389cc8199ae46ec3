import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'

export interface RequestRecord {
  readonly id: string
  readonly time: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly reason?: string
  readonly durationMs: number
  readonly clientId?: string
}

export interface RecordedBody {
  readonly contentType: string
  readonly bytes: number
  /** Absent if the body is not text. */
  readonly text?: string
  readonly isTruncated?: boolean
}

export interface RecordedExchange {
  readonly url: string
  readonly request?: RecordedBody
  readonly response?: RecordedBody
}

export const requestsPath = '/almanac/v1/users/me/requests'

/** What was sent and received with a request. It is recorded only in dev mode. */
export const exchangeOf = (id: string) =>
  queryOptions({
    queryKey: ['account', 'requests', id],
    queryFn: ({ signal }) => api.get<RecordedExchange>(`${requestsPath}/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
