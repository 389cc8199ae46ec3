/** The parts of a `postgres://` URL, which can name several hosts, unlike other URLs. */
export interface PostgresUrl {
  readonly user: string
  readonly password: string
  /** In the order in which they are tried. A host that starts with a slash is the folder of a Unix socket. */
  readonly hosts: readonly PostgresHost[]
  readonly database: string
  readonly parameters: ReadonlyMap<string, string>
}

interface PostgresHost {
  readonly host: string
  readonly port: number
}

const defaultPort = 5432

// A mistyped mode must not mean less security.
const choices: Readonly<Record<string, readonly string[]>> = {
  sslmode: ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'],
  ssl: ['false', 'true', 'disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'],
  target_session_attrs: ['read-write', 'read-only', 'primary', 'standby'],
}

// The authority ends before the path or the query, and the credentials end at its last @.
const form = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/

/** A parameter of a URL has a value that does not exist. */
export class InvalidParameterError extends RangeError {
  override readonly name = 'InvalidParameterError'
}

/** Rejects a text that is no such URL. */
export function parsePostgresUrl(text: string): PostgresUrl {
  const found = form.exec(text)
  if (found === null) throw new RangeError('not a PostgreSQL URL')
  const [, credentials = '', authority = '', path = '', query = ''] = found
  const parameters = new Map(new URLSearchParams(query))
  const [user = '', ...passwordParts] = credentials.split(':')
  const hosts =
    authority === ''
      ? hostsOf(parameters.get('host') ?? 'localhost', parameters.get('port') ?? '')
      : authority.split(',').map(hostOf)
  parameters.delete('host')
  parameters.delete('port')
  for (const [name, values] of Object.entries(choices)) {
    if (values.includes(parameters.get(name) ?? values[0]!)) continue
    throw new InvalidParameterError(`its ${name} must be one of ${values.join(', ')}`)
  }
  if (hosts.length > 1 && hosts.some(({ host }) => isSocketFolder(host))) {
    throw new RangeError('a Unix socket can only be the only host')
  }
  return {
    user: decodeURIComponent(user),
    password: decodeURIComponent(passwordParts.join(':')),
    hosts,
    database: decodeURIComponent(path),
    parameters,
  }
}

export const isSocketFolder = (host: string): boolean => host.startsWith('/')

/** The URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const [, credentials, authority = '', , query] = form.exec(url)!
  const server = credentials === undefined ? authority : `${credentials}@${authority}`
  const end = query === undefined ? '' : `?${query}`
  return `postgres://${server}/${encodeURIComponent(database)}${end}`
}

/** The URL of the same database on another server of its cluster. */
export function withHost(url: string, { host, port }: PostgresHost): string {
  const [, credentials, , path = '', query = ''] = form.exec(url)!
  const parameters = new URLSearchParams(query)
  // They choose among the hosts of the URL.
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name)
  const name = host.includes(':') ? `[${host}]` : host
  const server = credentials === undefined ? name : `${credentials}@${name}`
  const end = parameters.size === 0 ? '' : `?${parameters}`
  return `postgres://${server}:${port}/${path}${end}`
}

/** A host of an authority: a name, an address, `[::1]`, or an encoded path, with or without a port. */
function hostOf(text: string): PostgresHost {
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text) ?? []
  return hostAt(decodeURIComponent(host).replace(/^\[(.*)\]$/, '$1'), port)
}

/** The hosts of the parameters `host` and `port`, which are lists. */
function hostsOf(hosts: string, ports: string): PostgresHost[] {
  const list = ports.split(',')
  return hosts.split(',').map((host, index) => hostAt(host, list[index] ?? list[0]!))
}

function hostAt(host: string, portText: string): PostgresHost {
  const port = portText === '' ? defaultPort : Number(portText)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(portText)
  return { host: host === '' ? 'localhost' : host, port }
}
