import { isIPv6 } from 'node:net'

/** An IPv4 address as it is; of IPv6 the part that one subscriber has as a whole. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped !== null) return mapped[1]!
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** The eight groups of an address, those that `::` stands for included. */
function groupsOf(address: string): string[] {
  const [head, tail] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  if (tail === undefined) return head!.map(trimmed)
  const missing = Math.max(0, 8 - head!.length - tail.length)
  return [...head!, ...Array<string>(missing).fill('0'), ...tail].map(trimmed)
}

const trimmed = (group: string) => group.replace(/^0+(?=.)/, '')
