import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface TargetSettings {
  readonly privateAddresses: 'allow' | 'deny'
  /** Where empty, any port for private targets and otherwise the usual ones of HTTPS. */
  readonly ports?: readonly number[]
  /** These and their subdomains; where empty, any. */
  readonly hosts?: readonly string[]
}

/** Why the server does not connect to an address. */
export type TargetFault = 'notAnAddress' | 'notHttps' | 'notPublic' | 'port' | 'host'

const httpsPorts: readonly number[] = [443, 8443]

/** Where the server may connect to for somebody else: receivers of messages, identity providers. */
export class TargetRules {
  readonly #allowsPrivate: boolean
  readonly #ports: readonly number[]
  readonly #hosts: readonly string[]

  constructor({ privateAddresses, ports = [], hosts = [] }: TargetSettings) {
    this.#allowsPrivate = privateAddresses === 'allow'
    this.#ports = ports.length > 0 || this.#allowsPrivate ? ports : httpsPorts
    this.#hosts = hosts
  }

  get allowsPrivate(): boolean {
    return this.#allowsPrivate
  }

  /** What can be said of an address before its name is looked up: undefined when nothing is wrong. */
  faultOf(text: string): TargetFault | undefined {
    const url = URL.parse(text)
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
    if (url === null || !isWeb || url.hostname === '') return 'notAnAddress'
    // A password would be kept and shown; the token of the channel is for this.
    if (url.username !== '' || url.password !== '') return 'notAnAddress'
    const host = bareHost(url)
    const isNear = isNearby(host)
    if (url.protocol === 'http:' && !(this.#allowsPrivate && isNear)) return 'notHttps'
    if (isNear && !this.#allowsPrivate) return 'notPublic'
    if (!this.allowsHost(host)) return 'host'
    return this.#takesPort(url) ? undefined : 'port'
  }

  /** Whether the host is one of those, or below one of those, that messages are limited to. */
  allowsHost(host: string): boolean {
    if (this.#hosts.length === 0) return true
    const name = host.toLowerCase().replace(/\.$/, '')
    return this.#hosts.some((allowed) => name === allowed || name.endsWith(`.${allowed}`))
  }

  /** Whether a connection may be made to this address, which a name has led to or which was given. */
  allowsAddress(address: string): boolean {
    return this.#allowsPrivate || isPublicAddress(address)
  }

  #takesPort({ port, protocol }: URL): boolean {
    const named = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
    return this.#ports.length === 0 || this.#ports.includes(named)
  }
}

/** The host of an address without the brackets that stand around an IPv6 one. */
export const bareHost = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname

const localName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)\.?$/

/** Hosts of which it is plain that they are not on the open internet. */
function isNearby(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return localName.test(host) || !host.replace(/\.$/, '').includes('.')
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is one of the open internet. Only what is known to be is: everything that some
 * document sets aside (loopback, private, link-local, mapped, translated, reserved) is not.
 */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}
