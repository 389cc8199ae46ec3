import { BlockList, isIP } from 'node:net'
import type { RequestHeaders } from '../wire.ts'

/** Returns a function that decides whether the forwarded headers of a peer are trusted. */
export function proxyTrust(addresses: readonly string[]): (peer: string) => boolean {
  const trusted = new BlockList()
  for (const address of addresses) {
    const [network, prefix] = address.split('/')
    const family = isIP(network!) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(network!, family)
    else trusted.addSubnet(network!, Number(prefix), family)
  }
  if (addresses.length === 0) return () => false
  return (peer) => {
    const address = peer.replace(/^::ffff:/i, '')
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** The maximum number of proxies in a chain. */
const hopsMax = 32

/**
 * The address of the client. Each proxy appends the peer address to `X-Forwarded-For`, so that the last
 * address that is not a trusted proxy is the client. Earlier entries can be forged.
 */
export function clientAddressOf(
  headers: RequestHeaders,
  { peer, isTrusted }: { peer: string; isTrusted: (address: string) => boolean },
): string {
  const header = headers['x-forwarded-for']
  if (header === undefined || !isTrusted(peer)) return peer
  let origin = peer
  for (const hop of header.split(',').slice(-hopsMax).reverse()) {
    const address = addressIn(hop)
    if (address === undefined) return origin
    origin = address
    if (!isTrusted(address)) return origin
  }
  return origin
}

/** The address of an entry. Some proxies add a port. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim()
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(bare) === 0 ? undefined : bare
}

const hostShape = /^(?:[a-zA-Z0-9_.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/

/** The root URL that the caller used: `scheme://host[:port]`. */
export function originOf(
  headers: RequestHeaders,
  connection: { isEncrypted: boolean; isTrusted: boolean; fallback: string },
): string {
  const forwarded = connection.isTrusted
    ? { host: first(headers['x-forwarded-host']), scheme: first(headers['x-forwarded-proto']) }
    : {}
  const host = forwarded.host ?? headers.host
  const isEncrypted =
    forwarded.scheme === undefined ? connection.isEncrypted : forwarded.scheme === 'https'
  if (host === undefined || !hostShape.test(host)) return connection.fallback
  return `${isEncrypted ? 'https' : 'http'}://${host}`
}

// Each proxy appends a value; the first is that of the client.
const first = (value: string | undefined): string | undefined => value?.split(',')[0]?.trim()
