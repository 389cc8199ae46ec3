import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { recentSignInRequired } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { isAcceptedIn, type Mode } from './credential-origin.ts'
import { type ArtifactRow, findArtifact, findArtifactByUid } from './oauth/artifacts.ts'
import { consoleClientId } from './oauth/console-client.ts'
import { hashOf } from './secrets.ts'
import type { TokenRecord, Tokens } from './tokens.ts'

interface MintingParts {
  readonly clock: Clock
  readonly tokens: Tokens
  readonly mode: Mode
  /** How long ago a user may have signed in to make tokens. */
  readonly recentSignInMinutes: number
}

/** What a token that a caller makes rests on. */
export interface MintingBasis {
  /** The consent that it ends with. */
  readonly grantId?: string
  /** When it ends at the latest. */
  readonly expiresAtMs?: number
}

/**
 * What the tokens that a caller makes rest on; refuses callers who have not signed in lately. What a
 * program makes ends with the consent that the program has. The console is the user's own, so that
 * what is made in it depends on nothing else. In dev mode tokens need no sign-in.
 */
export async function mintingBasis(
  reader: Reader,
  caller: User,
  parts: MintingParts,
): Promise<MintingBasis> {
  const { tokens, mode } = parts
  const token = caller.token && (await tokens.find(reader, caller.token.hash))
  if (token === undefined || token.grantId === null) {
    if (mode === 'production') throw recentSignInRequired(parts.recentSignInMinutes)
    return token === undefined || token.expiresAt === null ? {} : { expiresAtMs: token.expiresAt }
  }
  await requireRecentSignIn(reader, token, parts)
  if (token.clientId === consoleClientId) return {}
  const { grantId } = token
  const grant = accepted(
    parts,
    await findArtifact(reader, { model: 'Grant', idHash: hashOf(grantId) }),
  )
  if (grant === undefined) throw recentSignInRequired(parts.recentSignInMinutes)
  return { grantId, ...(grant.expiresAt !== null && { expiresAtMs: grant.expiresAt }) }
}

/** The session in the browser that the token comes from tells when its user has signed in. */
async function requireRecentSignIn(
  reader: Reader,
  { payload, userId }: TokenRecord,
  parts: MintingParts,
): Promise<void> {
  const { clock, recentSignInMinutes } = parts
  const { sessionUid: uid } = JSON.parse(payload ?? '{}') as { sessionUid?: string }
  const row =
    uid === undefined ? undefined : await findArtifactByUid(reader, { model: 'Session', uid })
  const session = accepted(parts, row)
  const { accountId, loginTs = 0 } = JSON.parse(session?.payload ?? '{}') as {
    accountId?: string
    loginTs?: number
  }
  const isRecent = clock.nowMs() - loginTs * 1000 <= recentSignInMinutes * 60_000
  if (accountId !== userId || !isRecent) throw recentSignInRequired(recentSignInMinutes)
}

const accepted = ({ mode, clock }: MintingParts, row: ArtifactRow | undefined) =>
  row !== undefined &&
  isAcceptedIn(mode, row) &&
  (row.expiresAt === null || row.expiresAt > clock.nowMs())
    ? row
    : undefined
