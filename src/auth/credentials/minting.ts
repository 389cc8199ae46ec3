import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { invalidCredentials } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { findArtifact } from '../oauth/artifacts/artifacts.ts'
import { consoleClientId } from '../oauth/console-client.ts'
import { isAcceptedIn, type Mode } from './credential-origin.ts'
import { hashOf } from './secrets.ts'
import type { Tokens } from './tokens.ts'

interface MintingParts {
  readonly clock: Clock
  readonly tokens: Tokens
  readonly mode: Mode
}

/** What a token that a caller makes rests on. */
export interface MintingBasis {
  /** The consent that it ends with. */
  readonly grantId?: string
  /** When it ends at the latest. */
  readonly expiresAtMs?: number
}

/**
 * What the tokens that a caller makes rest on. What a program makes ends with the consent that the
 * program has. The console is the user's own, so that what is made in it depends on nothing else.
 */
export async function mintingBasis(
  reader: Reader,
  caller: User,
  { tokens, clock, mode }: MintingParts,
): Promise<MintingBasis> {
  if (caller.token === undefined) return {}
  const token = await tokens.find(reader, caller.token.hash)
  // It has ended since the call began.
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
