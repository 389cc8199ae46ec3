import type { JWTPayload } from 'jose'
import type { AuditTrail } from '#/audit/trail.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { originIn } from '../credentials/credential-origin.ts'
import type { Tokens } from '../credentials/tokens.ts'
import { emailIn } from '../directory/directory-email.ts'
import { findUserByEmail } from '../directory/directory-users.ts'
import { isForTokenEndpoint, type ServerNames } from './jwt-audiences.ts'
import { isTimely, readSigned, type SignatureFault, type Signer } from './jwt-signed.ts'
import { delegatedScopes } from './service-accounts-delegation.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const lifetimeS = 3600

export interface JwtBearerContext extends ServerNames {
  readonly database: Database
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly tokens: Tokens
  readonly knownScopes: readonly string[]
}

/** The response of a token endpoint (RFC 6749). */
interface TokenReply {
  readonly status: number
  readonly body: TokenAnswer | TokenRefusal
}

interface TokenAnswer {
  readonly access_token: string
  readonly expires_in: number
  readonly token_type: 'Bearer'
  readonly scope: string
}

interface TokenRefusal {
  readonly error: string
  readonly error_description: string
}

/** Whether a form requests a token with an assertion. Such a form names no client. */
export const isJwtBearer = (form: URLSearchParams): boolean => form.get('grant_type') === grantType

/** Issues an access token for an assertion of a service account (RFC 7523). */
export async function exchangeAssertion(
  form: URLSearchParams,
  { origin }: { origin: string },
  context: JwtBearerContext,
): Promise<TokenReply> {
  const [assertion, ...others] = form.getAll('assertion')
  if (!assertion || others.length > 0) {
    return refusedReply(400, 'invalid_request', 'Exactly one assertion is required.')
  }
  const signed = await readSigned(context.database, assertion)
  if ('fault' in signed) return refusedReply(400, 'invalid_grant', faultTexts[signed.fault])
  const { signer, claims } = signed
  const refusal = refusalOfClaims(context, claims, origin)
  if (refusal !== undefined) return refusal
  const scopes = scopesOf(claims)
  const user = await actingUser(context.database, { signer, claims, scopes })
  return 'status' in user ? user : grantedReply(context, { signer, userId: user.id, scopes })
}

function refusalOfClaims(
  context: JwtBearerContext,
  claims: JWTPayload,
  origin: string,
): TokenReply | undefined {
  if (!isForTokenEndpoint(claims.aud, context, origin)) {
    return refusedReply(400, 'invalid_grant', 'Invalid JWT: Failed audience check.')
  }
  if (!isTimely(claims, context.clock.nowMs())) {
    return refusedReply(
      400,
      'invalid_grant',
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
    )
  }
  if (claims.target_audience !== undefined) {
    return refusedReply(
      400,
      'invalid_scope',
      'ID tokens for a target_audience are not issued here.',
    )
  }
  const scopes = scopesOf(claims)
  if (scopes.length === 0 || scopes.some((scope) => !context.knownScopes.includes(scope))) {
    return refusedReply(400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.')
  }
}

/** The user of the account itself, or the user that it may act for. */
async function actingUser(
  database: Database,
  { signer, claims, scopes }: { signer: Signer; claims: JWTPayload; scopes: readonly string[] },
): Promise<{ readonly id: string } | TokenReply> {
  const { sub } = claims
  if (sub === undefined || sub === signer.email) return signer
  const delegated = await delegatedScopes(database, signer.id)
  // Checked before the user, so that only a trusted account can find out which users exist.
  if (scopes.some((scope) => !delegated.includes(scope))) {
    return refusedReply(
      401,
      'unauthorized_client',
      'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
    )
  }
  const email = emailIn(String(sub))
  const user = email === undefined ? undefined : await findUserByEmail(database, email)
  if (user === undefined || user.isDisabled) {
    return refusedReply(400, 'invalid_grant', 'Invalid email or User ID')
  }
  return user
}

async function grantedReply(
  { database, audit, tokens, clock, mode }: JwtBearerContext,
  grant: { signer: Signer; userId: string; scopes: readonly string[] },
): Promise<TokenReply> {
  const { signer, userId, scopes } = grant
  const expiresAtMs = clock.nowMs() + lifetimeS * 1000
  const token = { userId, clientId: signer.id, scopes, origin: originIn(mode), expiresAtMs }
  const text = await database.transaction(async (tx) => {
    // Clients request tokens every hour or for each request, so that they are counted instead of recorded.
    await audit.countIn(tx, {
      action: 'auth.tokens.issue',
      actorType: 'user',
      actorId: signer.id,
      actor: signer.email,
      clientId: signer.id,
      object: `users/${userId}`,
      details: { scopes },
    })
    return tokens.mint(tx, token)
  })
  const scope = scopes.join(' ')
  return {
    status: 200,
    body: { access_token: text, expires_in: lifetimeS - 1, token_type: 'Bearer', scope },
  }
}

export const scopesOf = ({ scope }: JWTPayload): string[] => [
  ...new Set(typeof scope === 'string' ? scope.split(' ').filter((one) => one !== '') : []),
]

const faultTexts: Record<SignatureFault, string> = {
  malformed: 'Invalid JWT: it cannot be read.',
  unknownSigner: 'Invalid grant: account not found',
  wrongSignature: 'Invalid JWT Signature.',
}

const refusedReply = (status: number, error: string, description: string): TokenReply => ({
  status,
  body: { error, error_description: description },
})
