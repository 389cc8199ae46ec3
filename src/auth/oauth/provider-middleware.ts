import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Clock } from '#/kernel/clock.ts'
import { ApiError, shortageAsRefusal } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { hashOf } from '../credentials/secrets.ts'
import type { Directory } from '../directory/directory.ts'
import { addFormAction } from '../pages/index.ts'
import { oauthArtifacts } from '../tables.ts'
import { extendArtifact, extendSession } from './artifacts/artifacts.ts'
import { deviceCodeHash } from './artifacts/device-handles.ts'
import { type SessionLimits, sessionExpiresAtMs } from './session-lifetime.ts'

interface RefreshContext {
  readonly database: Database
  readonly clock: Clock
  readonly directory: Directory
  readonly sessionLimits: SessionLimits
  /** Days without use after which a refresh token expires. */
  readonly refreshTokenIdleDays: number
}

const dayMs = 86_400_000

/** Adjusts responses to what Google's clients expect and the standard leaves open. */
export async function matchGoogleResponses(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  await next()
  const { oidc, body } = ctx as { oidc?: KoaContextWithOIDC['oidc']; body?: unknown }
  if (typeof body !== 'object' || body === null) return
  const answer = body as Record<string, unknown>
  if (oidc?.route === 'device_authorization' && answer.device_code !== undefined) {
    answer.verification_url = answer.verification_uri
    answer.interval = pollIntervalS
  }
  // A confidential client keeps its refresh token.
  const isRefresh = oidc?.route === 'token' && oidc.params?.grant_type === 'refresh_token'
  if (isRefresh && oidc.client?.clientAuthMethod !== 'none') delete answer.refresh_token
}

/** Answers 503 instead of 500 if the failure is temporary. */
export function answerTemporaryFailure(
  ctx: Pick<KoaContextWithOIDC, 'status' | 'body' | 'set'>,
  failure: unknown,
): void {
  const error = shortageAsRefusal(failure)
  if (ctx.status !== 500 || !(error instanceof ApiError) || error.status !== 503) return
  ctx.status = error.status
  ctx.set({ ...error.headers })
  if (typeof ctx.body !== 'object') return
  ctx.body = { error: 'temporarily_unavailable', error_description: error.message }
}

/** Extends the refresh token, and for the console also the browser session, on each refresh. */
export const noteRefresh =
  (context: RefreshContext) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const { oidc } = ctx as { oidc?: KoaContextWithOIDC['oidc'] }
    if (oidc?.route !== 'token' || oidc.params?.grant_type !== 'refresh_token') return
    const { RefreshToken: token, AccessToken: accessToken } = oidc.entities
    if (token === undefined || accessToken === undefined) return
    const { database, clock, directory, sessionLimits, refreshTokenIdleDays } = context
    const nowMs = clock.nowMs()
    const session = token.expiresWithSession
      ? await oidc.provider.Session.findByUid(token.sessionUid!)
      : undefined
    const user = await directory.findById(token.accountId!)
    const isAdmin = user !== undefined && user.adminRole !== null
    await database.transaction(async (tx) => {
      const expiresAt = nowMs + refreshTokenIdleDays * dayMs
      await extendArtifact(tx, { model: 'RefreshToken', idHash: hashOf(token.jti), expiresAt })
      if (session?.loginTs === undefined) return
      const times = { isAdmin, signedInAtMs: session.loginTs * 1000, nowMs }
      await extendSession(tx, {
        uid: session.uid,
        expiresAt: sessionExpiresAtMs(sessionLimits, times),
      })
    })
  }

/** Tells a device that polls too often to slow down. */
export const slowDownDevices =
  (context: { readonly database: Database; readonly clock: Clock }) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const answer = (ctx.body ?? {}) as Record<string, unknown>
    const { oidc } = ctx as { oidc?: KoaContextWithOIDC['oidc'] }
    if (oidc?.route !== 'token' || answer.error !== 'authorization_pending') return
    const poll = { deviceCode: String(oidc.params?.device_code), nowMs: context.clock.nowMs() }
    const { isTooEarly, intervalS } = await notePoll(context.database, poll)
    if (!isTooEarly) return
    answer.error = 'slow_down'
    answer.error_description = `Wait ${intervalS} s between requests.`
  }

/** The routes on which the provider shows the form for a user code again after an error. */
const deviceFormRoutes: ReadonlySet<string | undefined> = new Set([
  'code_verification',
  'device_resume',
])

/** Starts again if the session of the form for a user code has ended. The provider cannot save such a session. */
export async function restartDeviceForm(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  try {
    await next()
  } catch (error) {
    const { oidc } = ctx as { oidc?: KoaContextWithOIDC['oidc'] }
    if (!deviceFormRoutes.has(oidc?.route) || oidc?.session?.exp !== undefined) throw error
    ctx.redirect(oidc!.urlFor('code_verification'))
    ctx.status = 303
  }
}

/** Lets the form of `response_mode=form_post` lead to the client. */
export async function allowFormPost(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  await next()
  const { oidc } = ctx as { oidc?: KoaContextWithOIDC['oidc'] }
  const { response_mode: mode, redirect_uri: redirectUri } = oidc?.params ?? {}
  if (mode !== 'form_post' || !oidc!.redirectUriCheckPerformed) return
  const policy = ctx.response.get('Content-Security-Policy')
  ctx.set('Content-Security-Policy', addFormAction(policy, String(redirectUri)))
}

/** Adds the prefix of a world to its access tokens. */
export const markAccessTokens =
  (mark: string) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const answer = (ctx.body ?? {}) as Record<string, unknown>
    if (typeof answer.access_token === 'string') answer.access_token = mark + answer.access_token
  }

/** The initial polling interval of a device, and its increase after polling too early. */
const pollIntervalS = 5

/** Tolerance for varying network delays. */
const toleranceMs = 500

/** Records a poll of a device. RFC 8628 requires an interval that grows. */
function notePoll(
  database: Database,
  { deviceCode, nowMs }: { readonly deviceCode: string; readonly nowMs: number },
): Promise<{ readonly isTooEarly: boolean; readonly intervalS: number }> {
  const idHash = deviceCodeHash(deviceCode)
  return database.transaction(async (tx) => {
    const row = await tx.first(lockPoll, { idHash })
    const intervalS = row?.intervalS ?? pollIntervalS
    const lastAtMs = row?.lastAtMs ?? Number.NEGATIVE_INFINITY
    // If the clock was set back, the last time is no measure of the interval.
    const isTooEarly = nowMs >= lastAtMs && nowMs < lastAtMs + intervalS * 1000 - toleranceMs
    const next = { intervalS: isTooEarly ? intervalS + pollIntervalS : intervalS, lastAtMs: nowMs }
    await tx.run(updatePoll, { idHash, ...next })
    return { isTooEarly, intervalS: next.intervalS }
  })
}

interface PollRow {
  readonly lastAtMs: number | null
  readonly intervalS: number | null
}

const lockPoll = query<{ idHash: string }, PollRow>(
  ({ idHash }, { forUpdate }) => sql`
    select polled_at as "lastAtMs", poll_interval_s as "intervalS" from ${oauthArtifacts}
     where model = 'DeviceCode' and id_hash = ${idHash} ${forUpdate}`,
)

const updatePoll = command<{ idHash: string; lastAtMs: number; intervalS: number }>(
  ({ lastAtMs, intervalS, idHash }) => sql`
   update ${oauthArtifacts} set polled_at = ${lastAtMs}, poll_interval_s = ${intervalS}
   where model = 'DeviceCode' and id_hash = ${idHash}`,
)
