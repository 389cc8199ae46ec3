import type { Clock } from '#/kernel/clock.ts'
import { MemoryWindows } from './memory-windows.ts'
import { overrun } from './window.ts'

/** What strangers may do without a credential, and so is limited by where it comes from. */
export type NetworkRequest = 'signIn' | 'token' | 'tokenInfo' | 'deviceCode'

interface NetworkLimitsParts {
  readonly clock: Clock
  /** Requests of one network in a minute; 0 sets no limit. */
  readonly perMinute: Readonly<Record<NetworkRequest, number>>
}

/** Networks that are counted at a time, for each kind of request. */
const networksMax = 20_000

/** Limits how often one network may ask. Each process counts by itself, in memory. */
export class NetworkLimits {
  readonly #parts: NetworkLimitsParts
  readonly #windows: Readonly<Record<NetworkRequest, MemoryWindows>>

  constructor(parts: NetworkLimitsParts) {
    this.#parts = parts
    const windows = () => new MemoryWindows({ subjectsMax: networksMax })
    this.#windows = {
      signIn: windows(),
      token: windows(),
      tokenInfo: windows(),
      deviceCode: windows(),
    }
  }

  /** Counts a request and gives 0, or counts nothing and gives the seconds to wait. */
  charge(request: NetworkRequest, network: string): number {
    const perMinute = this.#parts.perMinute[request]
    if (perMinute === 0) return 0
    const nowMs = this.#parts.clock.nowMs()
    const use = this.#windows[request].useOf(network, nowMs)
    const ceilings = { perMinute, perDay: Number.POSITIVE_INFINITY }
    const over = overrun(use, ceilings, { units: 1, nowMs })
    if (over !== undefined) return Math.max(1, Math.ceil(over.waitMs / 1000))
    use.add(1)
    return 0
  }
}
