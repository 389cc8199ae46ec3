import { forbidden } from '#/kernel/errors.ts'
import type { AccountGiven } from './operation.ts'

/** Clients show their names to others, so that not everywhere everybody may make them. */
export async function requireDeveloper({
  developers,
  directory,
  caller,
}: Pick<AccountGiven, 'developers' | 'directory' | 'caller'>): Promise<void> {
  if (developers === 'users') return
  const user = await directory.findById(caller.userId)
  if (user?.isAdmin !== true) {
    throw forbidden('On this server only administrators make clients and keys.')
  }
}
