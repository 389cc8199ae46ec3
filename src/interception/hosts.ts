/** The hosts of the original services that Almanac stands in for. */
const interceptedHosts: readonly string[] = [
  'www.googleapis.com',
  'content.googleapis.com',
  'calendar.googleapis.com',
  'calendar-json.googleapis.com',
  'books.googleapis.com',
  'doubleclicksearch.googleapis.com',
  'oauth2.googleapis.com',
  'openidconnect.googleapis.com',
  'accounts.google.com',
]

/** Where a request may go. */
type Destination = 'almanac' | 'network' | 'refused'

const loopback = ['localhost', '127.0.0.1', '[::1]', '::1']

/** Decides where requests to a host go. `allowed` are host names; `*.example.com` means all below a domain. */
export function destinationOf(host: string, allowed: readonly string[]): Destination {
  const name = host.toLowerCase()
  if (interceptedHosts.includes(name)) return 'almanac'
  // What runs on this machine is part of what is tested.
  if (loopback.includes(name)) return 'network'
  const isAllowed = allowed.some((pattern) => {
    const suffix = pattern.toLowerCase()
    return suffix.startsWith('*.') ? name.endsWith(suffix.slice(1)) : name === suffix
  })
  return isAllowed ? 'network' : 'refused'
}
