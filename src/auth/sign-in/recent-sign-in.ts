import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { recentSignInRequired } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import { isAcceptedIn, type Mode } from '../credentials/credential-origin.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { findArtifactByUid } from '../oauth/artifacts/artifacts.ts'
import type { SecondFactors } from '../second-factor/second-factors.ts'

interface RecentSignInContext {
  readonly database: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly secondFactors: Pick<SecondFactors, 'isSetUp'>
  readonly mode: Mode
  /** The maximum age of a sign-in. */
  readonly recentSignInMinutes: number
}

/** What the browser session records about a sign-in. */
interface SessionPayload {
  readonly accountId?: string
  readonly loginTs?: number
  /** How the user has signed in (RFC 8176). */
  readonly amr?: readonly string[]
}

/** Restricts sensitive operations to users who have signed in recently, with their second factor if they have one. */
export class RecentSignIn {
  readonly #context: RecentSignInContext

  constructor(context: RecentSignInContext) {
    this.#context = context
  }

  /** Rejects a caller whose sign-in is too old or lacks the second factor. In dev mode, tokens need no sign-in. */
  async require({ userId, token }: User, kind: 'required' | 'ifSignedIn'): Promise<void> {
    const { mode, secondFactors, recentSignInMinutes } = this.#context
    if (token === undefined || token.grantId === null) {
      if (kind === 'required' && mode === 'production') {
        throw recentSignInRequired(recentSignInMinutes)
      }
      return
    }
    const { accountId, loginTs = 0, amr = [] } = await this.#sessionOf(token.hash)
    // A sign-in in the future was recorded before the clock was set back.
    const ageMs = Math.abs(this.#context.clock.nowMs() - loginTs * 1000)
    if (accountId !== userId || ageMs > recentSignInMinutes * 60_000) {
      throw recentSignInRequired(recentSignInMinutes)
    }
    if (!amr.includes('mfa') && (await secondFactors.isSetUp(userId))) {
      throw recentSignInRequired(recentSignInMinutes, { withSecondFactor: true })
    }
  }

  /** The browser session that the token was issued in. */
  async #sessionOf(tokenHash: string): Promise<SessionPayload> {
    const { database, clock, tokens, mode } = this.#context
    const token = await tokens.find(database, tokenHash)
    const { sessionUid: uid } = JSON.parse(token?.payload ?? '{}') as { sessionUid?: string }
    if (uid === undefined) return {}
    const row = await findArtifactByUid(database, { model: 'Session', uid })
    if (row === undefined || !isAcceptedIn(mode, row)) return {}
    const isOver = row.expiresAt !== null && row.expiresAt <= clock.nowMs()
    return isOver ? {} : (JSON.parse(row.payload) as SessionPayload)
  }
}
