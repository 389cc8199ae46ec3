import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface TargetSettings {
  readonly privateAddresses: 'allow' | 'deny'
  /** If empty, any port if private addresses are allowed, and otherwise the usual HTTPS ports. */
  readonly ports?: readonly number[]
  /** These hosts and their subdomains; all hosts if empty. */
  readonly hosts?: readonly string[]
}

/** Why the server does not connect to an address. */
type TargetFault = 'notAnAddress' | 'notHttps' | 'notPublic' | 'port' | 'host'

const httpsPorts: readonly number[] = [443, 8443]

/** Rules for the addresses that users and administrators choose: webhook receivers and identity providers. */
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

  /** Checks a URL before its name is resolved: undefined if nothing is wrong. */
  faultOf(text: string): TargetFault | undefined {
    const url = URL.parse(text)
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
    if (url === null || !isWeb || url.hostname === '') return 'notAnAddress'
    // A password would be stored and shown. The token of the channel serves this purpose.
    if (url.username !== '' || url.password !== '') return 'notAnAddress'
    const host = bareHost(url)
    const isNear = isNearby(host)
    if (url.protocol === 'http:' && !(this.#allowsPrivate && isNear)) return 'notHttps'
    if (isNear && !this.#allowsPrivate) return 'notPublic'
    if (!this.allowsHost(host)) return 'host'
    return this.#takesPort(url) ? undefined : 'port'
  }

  /** Whether the host is in the list of allowed hosts, or a subdomain of one. */
  allowsHost(host: string): boolean {
    if (this.#hosts.length === 0) return true
    const name = host.toLowerCase().replace(/\.$/, '')
    return this.#hosts.some((allowed) => name === allowed || name.endsWith(`.${allowed}`))
  }

  /** Whether connections to this IP address are allowed. */
  allowsAddress(address: string): boolean {
    return this.#allowsPrivate || isPublicAddress(address)
  }

  #takesPort({ port, protocol }: URL): boolean {
    const named = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
    return this.#ports.length === 0 || this.#ports.includes(named)
  }
}

/** The host of a URL without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname

const localName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)\.?$/

/** Whether a host is clearly not on the public internet. */
function isNearby(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return localName.test(host) || !host.replace(/\.$/, '').includes('.')
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public internet. Reserved ranges (loopback, private, link-local, mapped,
 * translated and others) are not.
 */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}
