import type { KoaContextWithOIDC } from 'oidc-provider'
import type { User } from '#/contract/operation.ts'
import type { Directory } from '../directory/directory.ts'

/** The console is a program of our own: it is always known, keeps no secret and is trusted. */
export const consoleClientId = 'almanac-console'

/** Whether the caller is signed in to the console and does not act through a program. */
export const isOfConsole = ({ clientId, token }: User): boolean =>
  clientId === consoleClientId && token !== undefined && token.grantId !== null

/** Where the console waits for its answer, on whatever host it is served from. */
const returnPath = '/signed-in'

/** What the provider is told of the console; its real address is known only with a request. */
export const consoleClient: Readonly<Record<string, unknown>> = {
  client_id: consoleClientId,
  token_endpoint_auth_method: 'none',
  client_name: 'Almanac',
  application_type: 'web',
  redirect_uris: [`https://almanac.test${returnPath}`],
  response_types: ['code'],
  grant_types: ['authorization_code', 'refresh_token'],
}

/**
 * The console is returned to at the public address. Where none is set, that is the host that the request
 * itself was sent to.
 */
export function isConsoleRedirect(
  uri: string,
  asked: { readonly protocol: string; readonly host: string } | undefined,
  { publicUrl, prefix }: { readonly publicUrl: string; readonly prefix: string },
): boolean {
  if (asked === undefined) return false
  const origin = publicUrl === '' ? `${asked.protocol}://${asked.host}` : new URL(publicUrl).origin
  return uri === `${origin}${prefix}${returnPath}`
}

/** Only administrators get this; for others it would be a promise that is not kept. */
const adminScope = 'urn:almanac:admin'

/** Whoever signs in to the console agrees to it by that: there is nobody else to give access to. */
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
