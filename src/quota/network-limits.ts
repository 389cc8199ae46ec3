import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { recent } from '#/kernel/versioned-cache.ts'
import { MemoryWindows } from './ledgers/memory-windows.ts'
import { overrun } from './window.ts'

/** Requests without a credential, which are limited per network. */
export type NetworkRequest = 'signIn' | 'token' | 'tokenInfo' | 'deviceCode'

interface NetworkLimitsContext {
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** Requests per network and minute; 0 sets no limit. */
  readonly perMinute: Readonly<Record<NetworkRequest, number>>
}

/** The maximum number of networks in memory for each kind of request. */
const networksMax = 20_000

/** How often a network that stays over its limit is logged. */
const logIntervalMs = 60_000

/** Limits the requests of a network. Each process counts for itself, in memory. */
export class NetworkLimits {
  readonly #context: NetworkLimitsContext
  readonly #windows: Readonly<Record<NetworkRequest, MemoryWindows>>
  /** When a network was last logged, by the kind of request and the network. */
  readonly #logged = recent<{ readonly atMs: number }>(networksMax)

  constructor(context: NetworkLimitsContext) {
    this.#context = context
    const windows = () => new MemoryWindows({ subjectsMax: networksMax })
    this.#windows = {
      signIn: windows(),
      token: windows(),
      tokenInfo: windows(),
      deviceCode: windows(),
    }
  }

  /**
   * Counts a request and returns 0. If the limit is exceeded, counts nothing and returns the seconds to wait.
   */
  charge(request: NetworkRequest, network: string): number {
    const perMinute = this.#context.perMinute[request]
    if (perMinute === 0) return 0
    const nowMs = this.#context.clock.nowMs()
    const use = this.#windows[request].useOf(network, nowMs)
    const ceilings = { perMinute, perDay: Number.POSITIVE_INFINITY }
    const over = overrun(use, ceilings, { units: 1, nowMs })
    if (over !== undefined) {
      this.#logOverrun(request, network, nowMs)
      return Math.max(1, Math.ceil(over.waitMs / 1000))
    }
    use.add(1)
    return 0
  }

  #logOverrun(request: NetworkRequest, network: string, nowMs: number): void {
    const key = `${request} ${network}`
    const loggedAtMs = this.#logged.get(key)?.atMs ?? Number.NEGATIVE_INFINITY
    if (Math.abs(nowMs - loggedAtMs) < logIntervalMs) return
    this.#logged.set(key, { atMs: nowMs })
    this.#context.log.warn('network exceeded its limit', { request, network })
  }
}
