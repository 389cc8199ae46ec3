import type { AuditTrail } from '#/audit/trail.ts'
import type { Caller } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { loginRequired } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import type { Authenticator } from '../authenticator.ts'
import { hashOf } from '../credentials/secrets.ts'
import type { Tokens } from '../credentials/tokens.ts'
import type { Directory } from '../directory/directory.ts'
import { userNote } from '../directory/user-note.ts'
import { networkOf } from '../network.ts'
import { revokeGrant } from './artifacts/adapter.ts'
import { findArtifact } from './artifacts/artifacts.ts'
import { type ChargeNetwork, tooManyText } from './limits/request-limits.ts'
import { isOfflineGrant } from './offline-grants.ts'

interface TokenEndpointContext {
  readonly database: Database
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly tokens: Tokens
  readonly directory: Directory
  readonly authenticator: Authenticator
  readonly chargeNetwork: ChargeNetwork
}

interface Request {
  readonly target: string
  /** The address of the client. */
  readonly peer: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer | undefined
}

interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

interface TokenEndpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handle: (request: Request) => Promise<Reply>
}

/** Google's token endpoints, which require no client authentication. */
export function tokenEndpoints(context: TokenEndpointContext): TokenEndpoint[] {
  const at = (paths: readonly string[], answer: TokenEndpoint['handle']): TokenEndpoint[] => {
    const handle = (request: Request) => answerWithinLimit(context, request, answer)
    return paths.flatMap((path) =>
      (['GET', 'POST'] as const).map((method) => ({ method, path, handle })),
    )
  }
  return [
    ...at(['/oauth2/v3/tokeninfo', '/oauth2/v1/tokeninfo', '/tokeninfo'], (request) =>
      tokenInfo(context, request),
    ),
    ...at(['/oauth2/v3/userinfo', '/v1/userinfo'], (request) => userInfo(context, request, 'sub')),
    ...at(['/oauth2/v2/userinfo', '/oauth2/v1/userinfo'], (request) =>
      userInfo(context, request, 'id'),
    ),
    ...at(['/revoke', '/o/oauth2/revoke'], (request) => revoke(context, request)),
  ]
}

/** Limited per network: tokens cannot be guessed, but each guess costs a lookup. */
async function answerWithinLimit(
  { chargeNetwork }: TokenEndpointContext,
  request: Request,
  answer: TokenEndpoint['handle'],
): Promise<Reply> {
  const retryAfterS = chargeNetwork('tokenInfo', networkOf(request.peer))
  if (retryAfterS === 0) return answer(request)
  const refusal = json(429, {
    error: 'temporarily_unavailable',
    error_description: tooManyText(retryAfterS),
  })
  return { ...refusal, headers: { ...refusal.headers, 'Retry-After': String(retryAfterS) } }
}

async function tokenInfo({ database, clock, tokens }: TokenEndpointContext, request: Request) {
  const text = paramsOf(request).get('access_token') ?? bearerOf(request)
  const found = text === undefined ? undefined : await tokens.find(database, hashOf(text))
  const leftMs = (found?.expiresAt ?? Number.POSITIVE_INFINITY) - clock.nowMs()
  if (found === undefined || leftMs <= 0) return invalidToken()
  const { clientId, userId, scopes, email, expiresAt, grantId } = found
  const isOffline = grantId !== null && (await isOfflineGrant(database, grantId))
  const isOpen = emailScopes.some((scope) => scopes.split(' ').includes(scope))
  return json(200, {
    azp: clientId,
    aud: clientId,
    sub: userId,
    scope: scopes,
    ...(expiresAt === null
      ? {}
      : {
          exp: String(Math.floor(expiresAt / 1000)),
          expires_in: String(Math.floor(leftMs / 1000)),
        }),
    ...(isOpen ? { email, email_verified: 'true' } : {}),
    access_type: isOffline ? 'offline' : 'online',
  })
}

const emailScopes = ['email', 'https://www.googleapis.com/auth/userinfo.email']
const profileScopes = ['profile', 'https://www.googleapis.com/auth/userinfo.profile']

async function userInfo(
  { authenticator, directory }: TokenEndpointContext,
  request: Request,
  idName: 'sub' | 'id',
): Promise<Reply> {
  const token = bearerOf(request) ?? paramsOf(request).get('access_token') ?? undefined
  const caller: Caller = await authenticator.callerOf({ token })
  if (caller.kind !== 'user') throw loginRequired()
  const has = (scopes: readonly string[]) => scopes.some((scope) => caller.scopes.has(scope))
  const user = await directory.findById(caller.userId)
  const verified = idName === 'sub' ? 'email_verified' : 'verified_email'
  return json(200, {
    [idName]: caller.userId,
    ...(has(emailScopes) ? { email: caller.email, [verified]: true } : {}),
    ...(has(profileScopes) && user !== undefined ? { name: user.name } : {}),
  })
}

/** Revokes a token and the consent that it depends on. */
async function revoke(context: TokenEndpointContext, request: Request): Promise<Reply> {
  const { database, tokens, audit, directory } = context
  const text = paramsOf(request).get('token')
  if (text === null) return json(400, { error: 'invalid_request' })
  const idHash = hashOf(text)
  const access = await tokens.find(database, idHash)
  const refresh = await findArtifact(database, { model: 'RefreshToken', idHash })
  const grantId = access?.grantId ?? (refresh && grantOf(refresh.payload))
  if (access === undefined && refresh === undefined) return invalidToken()
  const { accountId: userId, clientId = '' } =
    access === undefined
      ? (JSON.parse(refresh!.payload) as { accountId?: string; clientId?: string })
      : { accountId: access.userId, clientId: access.clientId }
  const note = {
    action: 'auth.tokens.revoke',
    ...userNote(userId === undefined ? undefined : await directory.findById(userId)),
    clientId,
    object: `clients/${clientId}`,
    address: request.peer,
  }
  await audit.carryOut(note, () =>
    grantId
      ? revokeGrant(context, grantId)
      : database.transaction(async (tx) => void (await tokens.revoke(tx, text))),
  )
  return json(200, {})
}

const grantOf = (payload: string) => (JSON.parse(payload) as { grantId?: string }).grantId

const invalidToken = (): Reply =>
  json(400, { error: 'invalid_token', error_description: 'Invalid Value' })

/** The parameters of the query and of a form body. */
function paramsOf({ target, headers, body }: Request): URLSearchParams {
  const mark = target.indexOf('?')
  const params = new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1))
  if (body === undefined || !headers['content-type']?.includes('form-urlencoded')) return params
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) params.append(name, value)
  return params
}

const bearerOf = ({ headers }: Request): string | undefined =>
  /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]

const json = (status: number, body: object): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'no-store' },
  body: JSON.stringify(body),
})
