import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'

/** Tells the process that is about to use a channel that the channel has ended. */
const endedChannel = 'almanac_channel_ended'
/** Tells back that this process knows, and begins no delivery any more. */
const knownChannel = 'almanac_channel_known'

const workerIdLength = 16
// Longer than any claim that was made before the end of a channel takes to come back.
const rememberedMs = 60_000

/** A channel that was ended, and who held it then. */
export interface EndedChannel {
  readonly key: string
  readonly leasedBy: string | null
  readonly leasedUntil: number | null
}

/** Sees to it that no delivery begins once the end of its channel has been answered. */
export class ChannelStops {
  /** The name of this process among those that deliver. */
  readonly worker: string
  readonly #clock: Clock
  readonly #ended = new Map<string, number>()
  readonly #waiters = new Map<string, () => void>()

  constructor({ clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes }) {
    this.#clock = clock
    this.worker = base32hex(workerIdLength, randomBytes)
  }

  async listen(database: Database): Promise<void> {
    await database.listen(endedChannel, (payload) => {
      const [worker, key] = payload.split(' ')
      if (worker !== this.worker || key === undefined) return
      this.#remember(key)
      // If this fails, whoever waits does so until the lease is over.
      void database.transaction((tx) => tx.notify(knownChannel, key)).catch(() => {})
    })
    await database.listen(knownChannel, (key) => this.#waiters.get(key)?.())
  }

  hasEnded(key: string): boolean {
    return this.#ended.has(key)
  }

  /**
   * To be called in the transaction that removes the channel. The answer may leave when what it
   * gives is fulfilled: whoever held the channel knows, or may not use it any more.
   */
  async end(tx: Transaction, channel: EndedChannel): Promise<{ settled: Promise<void> }> {
    const { key, leasedBy, leasedUntil } = channel
    tx.afterCommit(() => this.#remember(key))
    const leftMs = (leasedUntil ?? 0) - this.#clock.machineMs()
    if (leasedBy === null || leasedBy === this.worker || leftMs <= 0) {
      return { settled: Promise.resolve() }
    }
    await tx.notify(endedChannel, `${leasedBy} ${key}`)
    return { settled: this.#known(key, leftMs) }
  }

  #known(key: string, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        this.#waiters.delete(key)
        resolve()
      }
      const timer = setTimeout(settle, withinMs)
      this.#waiters.set(key, settle)
    })
  }

  #remember(key: string): void {
    const now = this.#clock.machineMs()
    for (const [old, endedAt] of this.#ended) {
      if (now - endedAt < rememberedMs) break
      this.#ended.delete(old)
    }
    this.#ended.set(key, now)
  }
}
