import type { KoaContextWithOIDC } from 'oidc-provider'
import type { User } from '#/contract/operation.ts'
import type { Directory } from '../directory/directory.ts'

/** The client id of the console, which is a built-in, public and trusted client. */
export const consoleClientId = 'almanac-console'

/** Whether the caller uses the console and no other client. */
export const isOfConsole = ({ clientId, token }: User): boolean =>
  clientId === consoleClientId && token !== undefined && token.grantId !== null

/** The path of the redirect URI of the console, on any host. */
const returnPath = '/signed-in'

/** The metadata of this client. Its redirect URI depends on the request. */
export const consoleClient: Readonly<Record<string, unknown>> = {
  client_id: consoleClientId,
  token_endpoint_auth_method: 'none',
  client_name: 'Almanac',
  application_type: 'web',
  redirect_uris: [`https://almanac.test${returnPath}`],
  response_types: ['code'],
  grant_types: ['authorization_code', 'refresh_token'],
}

/** The redirect URI of the console is at the public URL, or at the host of the request if none is set. */
export function isConsoleRedirect(
  uri: string,
  requestOrigin: { readonly protocol: string; readonly host: string } | undefined,
  { publicUrl, prefix }: { readonly publicUrl: string; readonly prefix: string },
): boolean {
  if (requestOrigin === undefined) return false
  const origin =
    publicUrl === ''
      ? `${requestOrigin.protocol}://${requestOrigin.host}`
      : new URL(publicUrl).origin
  return uri === `${origin}${prefix}${returnPath}`
}

/** Only administrators get this scope. */
const adminScope = 'urn:almanac:admin'

/** Signing in to the console implies consent, because no other party gets access. */
export async function consoleGrant({ oidc }: KoaContextWithOIDC, directory: Directory) {
  const accountId = oidc.session?.accountId
  if (accountId === undefined) return undefined
  const { Grant } = oidc.provider
  const grantId = oidc.session?.grantIdFor(consoleClientId)
  const existing = grantId === undefined ? undefined : await Grant.find(grantId)
  const grant = existing ?? new Grant({ accountId, clientId: consoleClientId })
  const user = await directory.findById(accountId)
  const isAdmin = user !== undefined && user.adminRole !== null
  const requested = [...oidc.requestParamOIDCScopes]
  const allowed = requested.filter((scope) => isAdmin || scope !== adminScope)
  grant.openid = { ...grant.openid, scope: allowed.join(' ') }
  const refused = requested.filter((scope) => !allowed.includes(scope))
  grant.rejected = refused.length > 0 ? { openid: { scope: refused.join(' ') } } : undefined
  await grant.save()
  return grant
}
