import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import {
  isSocketFolder,
  type PostgresUrl,
  parsePostgresUrl,
} from '#/kernel/settings/postgres-url.ts'
import { HostSearch } from './host-search.ts'
import { LimitedSocket } from './limited-sockets.ts'

// The driver would pass parameters of the URL that it does not know to the server, which refuses them.
const ownParameters = [
  'connect_timeout',
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
]

/** The options of the driver for a URL. */
export function connectionTarget(url: string) {
  const parsed = parsePostgresUrl(url)
  const { user, password, hosts, database, parameters } = parsed
  const [first] = hosts
  const { host, port } = first!
  const attributes = parameters.get('target_session_attrs')
  const hostNames = [host]
  return {
    ...(user !== '' && { username: user }),
    ...(password !== '' && { password }),
    ...(database !== '' && { database }),
    // As lists, although the types of the driver omit them: it would split an IPv6 address.
    host: hostNames as unknown as string,
    port: [port] as unknown as number,
    connect: hosts.length > 1 ? searchOf(parsed, hostNames) : () => connectedTo(first!),
    ssl: isSocketFolder(host) ? false : tlsOf(parsed),
    connect_timeout: timeoutS(parsed),
    ...(attributes !== undefined && { target_session_attrs: roleOf(attributes) }),
    parameters: Object.fromEntries(
      [...parameters].filter(([name]) => !ownParameters.includes(name)),
    ),
  }
}

/** The driver does not know that a standby cannot write. */
const roleOf = (attributes: string): 'primary' | 'standby' =>
  attributes === 'primary' || attributes === 'read-write' ? 'primary' : 'standby'

/** A socket that begins to connect. The driver reads the host and the port from it. */
function connectedTo({ host, port }: PostgresUrl['hosts'][number]): LimitedSocket {
  const socket = new LimitedSocket()
  if (isSocketFolder(host)) socket.connect(`${host}/.s.PGSQL.${port}`)
  else socket.connect(port, host)
  return Object.assign(socket, { host, port })
}

/** Chooses one of several hosts for each connection. */
function searchOf(parsed: PostgresUrl, driverHosts: string[]): () => Promise<LimitedSocket> {
  const { hosts, parameters } = parsed
  const search = new HostSearch({
    hosts,
    timeoutMs: timeoutS(parsed) * 1000,
    isSelective: parameters.has('target_session_attrs'),
    driverHosts,
  })
  return () => search.open()
}

/** The connection timeout: from the URL, or a few seconds. */
export const connectTimeoutS = (url: string): number => timeoutS(parsePostgresUrl(url))

function timeoutS({ parameters }: PostgresUrl): number {
  const seconds = Number(parameters.get('connect_timeout'))
  return seconds > 0 ? seconds : 3
}

/** TLS as `libpq` does it, but off unless the URL requests it. */
function tlsOf({ hosts, parameters }: PostgresUrl): false | 'require' | 'prefer' | object {
  const mode = parameters.get('sslmode') ?? parameters.get('ssl') ?? 'disable'
  if (mode === 'disable' || mode === 'false') return false as const
  const rootFile = parameters.get('sslrootcert')
  const verifies = ['verify-ca', 'verify-full', 'true'].includes(mode) || rootFile !== undefined
  if (!verifies) {
    if (parameters.has('sslcert')) {
      throw new Error('A client certificate (sslcert) needs sslmode=verify-full or sslrootcert.')
    }
    return mode === 'require' ? 'require' : 'prefer'
  }
  // Anyone can get a certificate of a public authority, so that its name matters.
  const hasOwnRoot = rootFile !== undefined && rootFile !== 'system'
  const verifiesName = !hasOwnRoot || ['verify-full', 'true'].includes(mode)
  const file = (name: string) => {
    const path = parameters.get(name)
    if (path === undefined || path === 'system') return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      throw new Error(`Cannot read ${path}, the ${name} of the PostgreSQL URL (${code}).`, {
        cause,
      })
    }
  }
  return {
    ca: file('sslrootcert'),
    cert: file('sslcert'),
    key: file('sslkey'),
    checkServerIdentity: (name: string, certificate: PeerCertificate) =>
      verifiesName ? nameProblem(hosts, { name, certificate }) : undefined,
  }
}

/** The driver passes no name to verify if the host is an address. */
function nameProblem(
  hosts: PostgresUrl['hosts'],
  { name, certificate }: { name: string; certificate: PeerCertificate },
): Error | undefined {
  const names = hosts.map(({ host }) => host)
  if (names.includes(name)) return checkServerIdentity(name, certificate)
  const problems = names
    .filter((host) => isIP(host) !== 0)
    .map((host) => checkServerIdentity(host, certificate))
  return problems.includes(undefined)
    ? undefined
    : (problems[0] ?? checkServerIdentity(name, certificate))
}
