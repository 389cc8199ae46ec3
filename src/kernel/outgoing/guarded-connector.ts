import { ADDRCONFIG, type LookupAddress, lookup, promises } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import type { TargetRules } from './target-rules.ts'

/** The rules do not allow the target of a request. */
export class RefusedTarget extends Error {
  constructor(host: string, fault = 'is no public address') {
    super(`${host} ${fault}.`)
    this.name = 'RefusedTarget'
  }
}

const connectTimeoutMs = 5_000
const resolveTimeoutMs = 2_000
const resolveTries = 2

/**
 * Connects only to addresses that the rules allow. Names are resolved here and the connection uses the
 * result, so that the name cannot change its meaning in between.
 */
export function guardedConnector(
  build: typeof buildConnector,
  { rules, timeoutMs }: { readonly rules: TargetRules; readonly timeoutMs: number },
): buildConnector.connector {
  const connect = build({
    timeout: Math.min(connectTimeoutMs, timeoutMs),
    allowH2: false,
    lookup: guardedLookup(rules),
  })
  return (options, callback) => {
    const { hostname } = options
    if (isIP(hostname) !== 0 && !rules.allowsAddress(hostname)) {
      callback(new RefusedTarget(hostname), null)
      return
    }
    // The settings may have changed since the channel was created.
    if (!rules.allowsHost(hostname)) {
      callback(new RefusedTarget(hostname, 'is not one of the hosts that messages go to'), null)
      return
    }
    connect(options, callback)
  }
}

type Resolve = (host: string) => Promise<LookupAddress[]>

/** A lookup function that returns only allowed addresses. */
export function guardedLookup(
  rules: TargetRules,
  resolve: Resolve = rules.allowsPrivate ? bySystem : byNameServer(),
): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const allowed = found.filter(({ address }) => rules.allowsAddress(address))
        const [first] = allowed
        if (first === undefined) callback(new RefusedTarget(host), '', 0)
        else if (options.all === true) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
}

const bySystem: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true, hints: ADDRCONFIG }, (error, found) => {
      if (error === null) resolve(found)
      else reject(error)
    })
  })

// The resolver of the operating system would block one of a few threads.
function byNameServer(): Resolve {
  const resolver = new promises.Resolver({ timeout: resolveTimeoutMs, tries: resolveTries })
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }
}
