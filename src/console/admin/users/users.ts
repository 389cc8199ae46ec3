import { api } from '../../api/index.ts'
import { textLanguage } from '../../locale/index.ts'
import type { t } from '../../texts/admin.ts'

export type AdminRole = keyof typeof t.roles

export interface User {
  readonly id: string
  readonly email: string
  readonly name?: string
  readonly adminRole?: AdminRole
  readonly isDisabled?: boolean
  readonly hasPassword?: boolean
  readonly created: string
}

const at = ({ id }: User) => `/admin/v1/users/${encodeURIComponent(id)}`

/** The server decides about absent properties. */
export interface NewUser {
  readonly email: string
  readonly name?: string
  readonly password?: string
  readonly adminRole?: AdminRole
}

export const userChanges = {
  create: (body: NewUser) => api.post<User>('/admin/v1/users', { body }),
  invite: (user: User) =>
    api.post<void>(`${at(user)}/invite`, { query: { language: textLanguage } }),
  disable: (user: User) => api.post(`${at(user)}/disable`),
  enable: (user: User) => api.post(`${at(user)}/enable`),
  delete: (user: User) => api.del(at(user)),
  /** A role of null removes the role; an absent one leaves it unchanged. */
  update: (user: User, body: { name?: string; adminRole?: AdminRole | null }) =>
    api.patch(at(user), { body }),
  setPassword: (user: User, password: string) =>
    api.post(`${at(user)}/setPassword`, { body: { password } }),
  resetSecondFactor: (user: User) => api.del(`${at(user)}/secondFactors`),
  endTokens: (user: User) => api.post(`${at(user)}/revokeAll`),
  endToken: (user: User, tokenId: string) =>
    api.del(`${at(user)}/tokens/${encodeURIComponent(tokenId)}`),
}
