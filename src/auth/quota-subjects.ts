import type { Caller } from '#/contract/operation.ts'
import { ownTokenClientIds } from './credentials/tokens.ts'
import { networkOf } from './network.ts'

/** Under which names a request is charged: the ceilings of both hold. */
export interface QuotaSubjects {
  readonly userSubject: `user:${string}`
  readonly clientSubject: `client:${string}`
}

interface Circumstances {
  /** Whom a program says that it calls for. */
  readonly quotaUser?: string | undefined
  /** The address of the client. */
  readonly address?: string
}

const quotaUserCharsMax = 40

/**
 * A user pays as that user, with whatever program; the name that a program gives divides only what an
 * API key or a service account may spend. Without a credential the network pays.
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

/** Tokens that users make for themselves belong to no common program, so that each user has a client. */
function clientSubject({ clientId, userId }: Extract<Caller, { kind: 'user' }>) {
  return ownTokenClientIds.has(clientId)
    ? (`client:${clientId}:${userId}` as const)
    : (`client:${clientId}` as const)
}

// It names a row of the database, and PostgreSQL stores no NUL character.
const partNamed = ({ quotaUser = '' }: Circumstances): string =>
  quotaUser.slice(0, quotaUserCharsMax).replaceAll('\0', '')
