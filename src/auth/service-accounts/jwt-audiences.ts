/** What determines the URLs that identify this server. */
export interface ServerNames {
  readonly publicUrl: string
  readonly mode: 'dev' | 'production'
}

/** The token endpoints of this server. */
const tokenPaths = ['/token', '/oauth2/v4/token', '/o/oauth2/token']

// The libraries for Python and Node use these audiences regardless of the endpoint.
const fixedTokenAddresses = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
  'https://accounts.google.com/o/oauth2/token',
]

const fixedServiceOrigins = [
  'https://www.googleapis.com',
  'https://calendar-json.googleapis.com',
  'https://books.googleapis.com',
  'https://doubleclicksearch.googleapis.com',
]

/** Whether an assertion is intended for the token endpoint of this server. */
export function isForTokenEndpoint(audience: unknown, names: ServerNames, origin: string): boolean {
  const own = ownAddresses(names, origin)
  const accepted = own.flatMap((address) => tokenPaths.map((path) => `${address}${path}`))
  return [audience].flat().some((one) => {
    return typeof one === 'string' && [...accepted, ...fixedTokenAddresses].includes(one)
  })
}

/** Whether a JWT is intended for the services of this server. Clients use any URL of a service. */
export function isForServices(audience: unknown, names: ServerNames, origin: string): boolean {
  const own = ownAddresses(names, origin).map((address) => URL.parse(address)?.origin)
  return [audience].flat().some((one) => {
    const named = typeof one === 'string' ? URL.parse(one)?.origin : undefined
    return named !== undefined && [...own, ...fixedServiceOrigins].includes(named)
  })
}

/**
 * The root URLs of this server. Clients control the Host header, so that a production server with a public
 * URL accepts only that: tokens for other servers are not valid here.
 */
function ownAddresses({ publicUrl, mode }: ServerNames, origin: string): string[] {
  if (publicUrl === '') return [origin]
  const publicOrigin = publicUrl.replace(/\/+$/, '')
  return mode === 'dev' ? [publicOrigin, origin] : [publicOrigin]
}
