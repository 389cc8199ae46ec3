/** What decides by which addresses this server is meant. */
export interface ServerNames {
  readonly publicUrl: string
  readonly mode: 'dev' | 'production'
}

/** Where this server takes assertions. */
const tokenPaths = ['/token', '/oauth2/v4/token', '/o/oauth2/token']

// Python's and Node's libraries write these into an assertion wherever they then send it.
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

/** Whether an assertion is made for the token endpoint of this server. */
export function isForTokenEndpoint(audience: unknown, names: ServerNames, origin: string): boolean {
  const own = ownAddresses(names, origin)
  const accepted = own.flatMap((address) => tokenPaths.map((path) => `${address}${path}`))
  return [audience].flat().some((one) => {
    return typeof one === 'string' && [...accepted, ...fixedTokenAddresses].includes(one)
  })
}

/** Whether a JWT is made for the services of this server: clients name any address of them. */
export function isForServices(audience: unknown, names: ServerNames, origin: string): boolean {
  const own = ownAddresses(names, origin).map((address) => URL.parse(address)?.origin)
  return [audience].flat().some((one) => {
    const named = typeof one === 'string' ? URL.parse(one)?.origin : undefined
    return named !== undefined && [...own, ...fixedServiceOrigins].includes(named)
  })
}

/**
 * The caller decides what the Host header says. So a production server that was told its address
 * takes nothing else for its own: what was signed for another server is of no use here.
 */
function ownAddresses({ publicUrl, mode }: ServerNames, origin: string): string[] {
  if (publicUrl === '') return [origin]
  const known = publicUrl.replace(/\/+$/, '')
  return mode === 'dev' ? [known, origin] : [known]
}
