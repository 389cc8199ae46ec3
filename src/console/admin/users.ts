import { api } from '../api/index.ts'

export interface User {
  readonly id: string
  readonly email: string
  readonly name?: string
  readonly isAdmin?: boolean
  readonly isDisabled?: boolean
  readonly hasPassword?: boolean
  readonly created: string
}

const at = ({ id }: User) => `/admin/v1/users/${encodeURIComponent(id)}`

/** What is left out is decided by the server. */
export interface NewUser {
  readonly email: string
  readonly name?: string
  readonly password?: string
  readonly isAdmin?: boolean
}

export const userChanges = {
  create: (body: NewUser) => api.post<User>('/admin/v1/users', { body }),
  disable: (user: User) => api.post(`${at(user)}/disable`),
  enable: (user: User) => api.post(`${at(user)}/enable`),
  delete: (user: User) => api.del(at(user)),
  setAdmin: (user: User, isAdmin: boolean) => api.patch(at(user), { body: { isAdmin } }),
  setPassword: (user: User, password: string) =>
    api.post(`${at(user)}/setPassword`, { body: { password } }),
  endTokens: (user: User) => api.post(`${at(user)}/revokeAll`),
  endToken: (user: User, tokenId: string) =>
    api.del(`${at(user)}/tokens/${encodeURIComponent(tokenId)}`),
}
