import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface TargetSettings {
  readonly webhookPrivate: 'allow' | 'deny'
  /** Where empty, any port for private targets and otherwise the usual ones of HTTPS. */
  readonly webhookPorts: readonly number[]
  /** These and their subdomains; where empty, any. */
  readonly webhookHosts: readonly string[]
}

/** Why an address is not one that messages are sent to. */
export type TargetFault = 'notAnAddress' | 'notHttps' | 'notPublic' | 'port' | 'host'

const httpsPorts: readonly number[] = [443, 8443]

/** Where messages may be sent to. */
export class TargetRules {
  readonly #allowsPrivate: boolean
  readonly #ports: readonly number[]
  readonly #hosts: readonly string[]

  constructor({ webhookPrivate, webhookPorts, webhookHosts }: TargetSettings) {
    this.#allowsPrivate = webhookPrivate === 'allow'
    this.#ports = webhookPorts.length > 0 || this.#allowsPrivate ? webhookPorts : httpsPorts
    this.#hosts = webhookHosts
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
