import { queryOptions } from '@tanstack/react-query'
import { api, everyPage } from '../../api/index.ts'

export interface OwnToken {
  readonly id: string
  readonly type: 'accessToken' | 'refreshToken' | 'session'
  readonly name?: string
  readonly clientId?: string
  readonly scopes?: readonly string[]
  readonly created?: string
  readonly expires?: string
  readonly lastUsed?: string
  readonly isCurrent?: boolean
}

const path = '/almanac/v1/users/me/tokens'

export const ownTokens = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }) => everyPage<OwnToken>(path, { signal }),
})

interface NewToken {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresInDays: number
}

export const makeToken = (body: NewToken) =>
  api.post<OwnToken & { readonly token: string }>(path, { body })

export const endToken = (id: string) => api.del(`${path}/${encodeURIComponent(id)}`)
