import { invalidField } from '#/kernel/errors.ts'

/** `web` runs on a server and keeps a secret; `installed` runs on the machine of its user. */
export type ClientKind = 'web' | 'installed'

const redirectUrisMax = 100
const redirectUriCharsMax = 2000
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** The default redirect URIs of installed clients, with any port. */
const installedDefaults = ['http://localhost', 'http://127.0.0.1', 'http://[::1]']

/** The redirect URIs of a client. Throws an error that names the first invalid one. */
export function checkedRedirectUris(
  requestedUris: readonly string[],
  client: { kind: ClientKind; mode: 'dev' | 'production' },
): readonly string[] {
  const uris =
    requestedUris.length === 0 && client.kind === 'installed' ? installedDefaults : requestedUris
  if (uris.length === 0) throw invalidField('A web client needs at least one redirect URI.')
  if (uris.length > redirectUrisMax) {
    throw invalidField(`A client has at most ${redirectUrisMax} redirect URIs.`)
  }
  for (const uri of uris) {
    const problem = problemOf(uri, client)
    if (problem !== undefined) throw invalidField(`The redirect URI ${quotedUri(uri)} ${problem}.`)
  }
  return uris
}

function problemOf(
  uri: string,
  { kind, mode }: { kind: ClientKind; mode: 'dev' | 'production' },
): string | undefined {
  const parsed = uri.length <= redirectUriCharsMax ? URL.parse(uri) : null
  if (parsed === null || /[\s*\\]/.test(uri)) return 'is not an absolute address'
  if (uri.includes('#')) return 'has a fragment'
  if (parsed.username !== '' || parsed.password !== '') return 'names a user'
  const isLoopback = loopbackHosts.includes(parsed.hostname)
  switch (parsed.protocol) {
    case 'https:':
      if (kind === 'installed' && isLoopback) return 'has to use http, since it is on loopback'
      return undefined
    case 'http:':
      if (!isLoopback && (kind === 'installed' || mode === 'production')) return 'has to use https'
      return undefined
    default:
      // RFC 8252 requires a reversed domain name, which is unique to a client.
      if (kind === 'installed' && parsed.protocol.includes('.')) return undefined
      return 'has a scheme that is not accepted'
  }
}

/** The origin of a loopback redirect URI, without its path; undefined for other URIs. */
export function loopbackOrigin(uri: string): string | undefined {
  const parsed = URL.parse(uri)
  if (parsed === null || uri.includes('#') || parsed.username !== '' || parsed.password !== '')
    return undefined
  const isLoopback = parsed.protocol === 'http:' && loopbackHosts.includes(parsed.hostname)
  return isLoopback ? parsed.origin : undefined
}

/** Whether a redirect URI on loopback differs from a registered one in its port only, as RFC 8252 allows. */
export function differsInPortOnly(uri: string, registered: string): boolean {
  if (loopbackOrigin(uri) === undefined || loopbackOrigin(registered) === undefined) return false
  const [requested, allowed] = [new URL(uri), new URL(registered)]
  const { hostname, pathname, search } = allowed
  return (
    requested.hostname === hostname &&
    requested.pathname === pathname &&
    requested.search === search
  )
}

const quotedUri = (uri: string) => JSON.stringify(uri.slice(0, 200))
