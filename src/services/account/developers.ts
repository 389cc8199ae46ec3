import { managesUsers } from '#/auth/admin-roles.ts'
import type { UserRecord } from '#/auth/directory.ts'
import { forbidden } from '#/kernel/errors.ts'
import type { AccountGiven } from './operation.ts'

/** Clients show their names to others, so that not everywhere everybody may make them. */
export async function requireDeveloper({
  developers,
  directory,
  caller,
}: Pick<AccountGiven, 'developers' | 'directory' | 'caller'>): Promise<void> {
  if (developers === 'users') return
  if (!isDeveloper(await directory.findById(caller.userId), developers)) {
    throw forbidden('On this server only administrators make clients and keys.')
  }
}

/** Whether a user may make clients and keys. */
export const isDeveloper = (
  user: UserRecord | undefined,
  developers: AccountGiven['developers'],
): boolean => developers === 'users' || managesUsers(user?.adminRole)
