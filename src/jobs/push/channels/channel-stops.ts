import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'

/** Notifies the process that holds a channel that the channel was stopped. */
const endedChannel = 'almanac_channel_ended'
/** Acknowledges the stop: this process starts no further delivery. */
const knownChannel = 'almanac_channel_known'

const workerIdLength = 16
// Longer than it takes a claim from before the stop to return.
const rememberedMs = 60_000

/** A stopped channel, and the process that held it. */
export interface EndedChannel {
  readonly key: string
  readonly leasedBy: string | null
  /** When the lease ends, by the time of the database. */
  readonly leasedUntilMs: number | null
}

/** Ensures that no delivery starts after the response to a stop request. */
export class ChannelStops {
  /** The id of this process. */
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
      // If this fails, the other process waits until the lease expires.
      void database.transaction((tx) => tx.notify(knownChannel, key)).catch(() => {})
    })
    await database.listen(knownChannel, (key) => this.#waiters.get(key)?.())
  }

  hasEnded(key: string): boolean {
    return this.#ended.has(key)
  }

  /**
   * Called in the transaction that deletes the channel. The response may be sent when the returned promise is
   * fulfilled: the process that held the channel knows about the stop, or its lease has expired.
   */
  async end(tx: Transaction, channel: EndedChannel): Promise<{ settled: Promise<void> }> {
    const { key, leasedBy, leasedUntilMs } = channel
    tx.afterCommit(() => this.#remember(key))
    if (leasedBy === null || leasedBy === this.worker) return { settled: Promise.resolve() }
    const { nowMs } = (await tx.first(readTime, none))!
    const leftMs = (leasedUntilMs ?? 0) - nowMs
    if (leftMs <= 0) return { settled: Promise.resolve() }
    await tx.notify(endedChannel, `${leasedBy} ${key}`)
    return { settled: this.#channels(key, leftMs) }
  }

  #channels(key: string, withinMs: number): Promise<void> {
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

const readTime = query<typeof none, { nowMs: number }>(
  (_, { databaseMs }) => sql`select ${databaseMs} as "nowMs"`,
)
