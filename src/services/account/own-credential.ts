import { limitExceeded, notFound, requiredField } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { AccountContext } from './operation.ts'

/** The name that a user gives to a credential, without surrounding space. */
export function requireName({ name }: { readonly name?: string | null | undefined }): string {
  const trimmed = (name ?? '').trim()
  if (trimmed === '') throw requiredField('Missing name.')
  return trimmed
}

/** The requested scopes, each once. */
export function requireScopes(scopes: readonly string[] = []): string[] {
  if (scopes.length === 0) throw requiredField('Missing scopes.')
  return [...new Set(scopes)]
}

/** Refuses another credential if the user has as many as allowed. */
export function requireRoom(
  count: number,
  { max, things }: { readonly max: number; readonly things: string },
): void {
  if (count >= max) throw limitExceeded(`A user has at most ${max} ${things}.`)
}

/** Removes a credential, which this process then no longer accepts. */
export const endCredential = (
  { database, onEnded }: Pick<AccountContext, 'database' | 'onEnded'>,
  remove: (tx: Transaction) => Promise<boolean>,
): Promise<void> =>
  database.transaction(async (tx) => {
    tx.afterCommit(onEnded)
    if (!(await remove(tx))) throw notFound()
  })
