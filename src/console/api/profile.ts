import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

interface Profile {
  readonly id: string
  readonly email: string
  readonly isAdmin: boolean
  readonly adminRole?: string
  readonly isDeveloper: boolean
  readonly scopes: readonly string[]
  readonly mode: 'dev' | 'production'
}

/** The workbench exists in dev mode, and only administrators may use it from a page. */
export const hasWorkbench = ({ mode, isAdmin }: Profile): boolean => mode === 'dev' && isAdmin

/** Owners and auditors read the audit log. */
export const readsAudit = ({ adminRole }: Profile): boolean =>
  adminRole === 'owner' || adminRole === 'auditor'

/** The signed-in user, and what the user may do. */
export const profile = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => api.get<Profile>('/almanac/v1/users/me', { signal }),
})
