import { isIPv6 } from 'node:net'

/** The network of an address: the IPv4 address itself, or the IPv6 prefix of one subscriber. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped !== null) return mapped[1]!
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** The eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head, tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  if (tail === undefined) return head!.map(withoutLeadingZeros)
  const missing = Math.max(0, 8 - head!.length - tail.length)
  return [...head!, ...Array<string>(missing).fill('0'), ...tail].map(withoutLeadingZeros)
}

const withoutLeadingZeros = (group: string) => group.replace(/^0+(?=.)/, '')
