import type { Caller } from '#/contract/operation.ts'
import { ownTokenClientIds } from './credentials/tokens.ts'
import { networkOf } from './network.ts'

/** The subjects that a request is charged to. The limits of both apply. */
export interface QuotaSubjects {
  readonly userSubject: `user:${string}`
  readonly clientSubject: `client:${string}`
}

interface Circumstances {
  /** The `quotaUser` parameter of the client. */
  readonly quotaUser?: string | undefined
  /** The address of the client. */
  readonly address?: string
}

const quotaUserCharsMax = 40

/**
 * Calls of a user are charged to the user, with any client. `quotaUser` divides the quota of API keys and
 * service accounts only. Calls without a credential are charged to the network.
 */
export function quotaSubjects(caller: Caller, circumstances: Circumstances = {}): QuotaSubjects {
  if (caller.kind === 'user') {
    const { userId, clientId } = caller
    const isServiceAccount = clientId === userId
    const part = isServiceAccount ? partNamed(circumstances) : ''
    return {
      userSubject: part === '' ? `user:${userId}` : `user:${userId}:${part}`,
      clientSubject: clientSubject(caller),
    }
  }
  const network = networkOf(circumstances.address ?? '')
  if (caller.kind === 'anonymous') {
    const name = `anonymous:${network}` as const
    return { userSubject: `user:${name}`, clientSubject: `client:${name}` }
  }
  const { clientId } = caller
  const part = partNamed(circumstances) || network
  return { userSubject: `user:${clientId}:${part}`, clientSubject: `client:${clientId}` }
}

/** Personal tokens have no common client, so that each user counts as one. */
function clientSubject({ clientId, userId }: Extract<Caller, { kind: 'user' }>) {
  return ownTokenClientIds.has(clientId)
    ? (`client:${clientId}:${userId}` as const)
    : (`client:${clientId}` as const)
}

// The name is stored, and PostgreSQL cannot store NUL characters.
const partNamed = ({ quotaUser = '' }: Circumstances): string =>
  quotaUser.slice(0, quotaUserCharsMax).replaceAll('\0', '')
