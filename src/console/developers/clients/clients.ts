import { queryOptions } from '@tanstack/react-query'
import { api, save } from '../../api/index.ts'

export interface OwnClient {
  readonly clientId: string
  readonly name: string
  readonly type: 'web' | 'installed'
  readonly isPublic?: boolean
  readonly redirectUris?: readonly string[]
  readonly created: string
}

export interface OwnKey {
  readonly id: string
  readonly name: string
  readonly created: string
}

const clients = '/almanac/v1/users/me/clients'
const keys = '/almanac/v1/users/me/keys'

export const ownClients = queryOptions({
  queryKey: ['account', 'clients'],
  queryFn: async ({ signal }) =>
    (await api.get<{ items?: readonly OwnClient[] }>(clients, { signal })).items ?? [],
})

export const ownKeys = queryOptions({
  queryKey: ['account', 'keys'],
  queryFn: async ({ signal }) =>
    (await api.get<{ items?: readonly OwnKey[] }>(keys, { signal })).items ?? [],
})

export type NewClient = Pick<OwnClient, 'name' | 'type' | 'isPublic' | 'redirectUris'>

export const makeClient = (body: NewClient) =>
  api.post<OwnClient & { readonly file: Record<string, { readonly client_secret?: string }> }>(
    clients,
    { body },
  )

export const endClient = (id: string) => api.del(`${clients}/${encodeURIComponent(id)}`)

export const makeKey = (name: string) =>
  api.post<OwnKey & { readonly key: string }>(keys, { body: { name } })

export const endKey = (id: string) => api.del(`${keys}/${encodeURIComponent(id)}`)

/** Saves a credential file for auth libraries. */
export const saveFile = ({ clientId, file }: { clientId: string; file: object }) =>
  save(
    new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }),
    `client_secret_${clientId}.json`,
  )
