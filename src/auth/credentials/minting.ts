import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { invalidCredentials } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { findArtifact } from '../oauth/artifacts/artifacts.ts'
import { consoleClientId } from '../oauth/console-client.ts'
import { isAcceptedIn, type Mode } from './credential-origin.ts'
import { hashOf } from './secrets.ts'
import type { Tokens } from './tokens.ts'

interface MintingContext {
  readonly clock: Clock
  readonly tokens: Tokens
  readonly mode: Mode
}

/** What the validity of a created token depends on. */
interface MintingBasis {
  /** The consent whose end revokes the token. */
  readonly grantId?: string
  /** The latest expiration. */
  readonly expiresAtMs?: number
}

/**
 * What the tokens that a caller creates depend on. Tokens created by a client end with the consent to that
 * client. Tokens created in the console depend on nothing else.
 */
export async function mintingBasis(
  reader: Reader,
  caller: User,
  { tokens, clock, mode }: MintingContext,
): Promise<MintingBasis> {
  if (caller.token === undefined) return {}
  const token = await tokens.find(reader, caller.token.hash)
  // It was revoked after the call began.
  if (token === undefined) throw invalidCredentials()
  if (token.grantId === null) {
    return token.expiresAt === null ? {} : { expiresAtMs: token.expiresAt }
  }
  if (token.clientId === consoleClientId) return {}
  const { grantId } = token
  const grant = await findArtifact(reader, { model: 'Grant', idHash: hashOf(grantId) })
  const isOver =
    grant === undefined ||
    !isAcceptedIn(mode, grant) ||
    (grant.expiresAt !== null && grant.expiresAt <= clock.nowMs())
  if (isOver) throw invalidCredentials()
  return { grantId, ...(grant.expiresAt !== null && { expiresAtMs: grant.expiresAt }) }
}
