import type { UserRecord } from '#/auth/directory.ts'
import { type RelyingParty, relyingPartyAt } from '#/auth/second-factor/passkeys.ts'
import { invalidField, notFound } from '#/kernel/errors.ts'
import type { AccountGiven } from './operation.ts'

/** The user who calls. */
export async function callingUser({
  directory,
  caller,
}: Pick<AccountGiven, 'directory' | 'caller'>): Promise<UserRecord> {
  const user = await directory.findById(caller.userId)
  if (user === undefined) throw notFound()
  return user
}

/** The site that passkeys of the caller belong to. */
export function requireRelyingParty({
  publicUrl,
  origin,
}: Pick<AccountGiven, 'publicUrl' | 'origin'>): RelyingParty {
  const site = relyingPartyAt(publicUrl || origin())
  if (site !== undefined) return site
  throw invalidField(
    'Passkeys do not work at an IP address. Open the console by the name of its host, such as localhost.',
  )
}
