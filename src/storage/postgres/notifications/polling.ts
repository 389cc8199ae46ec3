import { Channels } from '../../channels.ts'
import type { StorageLog } from '../../port.ts'
import type { Note } from './notes.ts'

interface PollingOptions {
  /** Reads the notifications of transactions from a number on. */
  readonly read: (tx: number) => Promise<readonly Note[]>
  readonly everyMs: number
  /**
   * The retention period of notifications; a process that did not poll for that long may have missed some.
   */
  readonly keptMs: number
  readonly log: StorageLog
}

/**
 * Receives notifications by polling, for servers behind a pooler. Transactions do not commit in the order of
 * their numbers, so each poll starts at the oldest one that was in progress at the last poll.
 */
export class Polling implements AsyncDisposable {
  readonly #options: PollingOptions
  readonly #channels: Channels
  /** Notifications of transactions that the next poll finds again. */
  #heard = new Set<string>()
  #horizon: number | undefined
  #lookedAt = performance.now()
  #mayHaveMissed = false
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: PollingOptions) {
    this.#options = options
    this.#channels = new Channels(options.log)
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const remove = this.#channels.add(channel, listener)
    // Everything that commits after this returns is received.
    if (this.#horizon === undefined) await this.#look().catch(() => this.#distrust())
    this.#again()
    return async () => {
      remove()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  /** Before the database has its tables, nothing can be read. */
  #distrust(): void {
    this.#mayHaveMissed = true
  }

  #again(): void {
    if (this.#isClosed || this.#timer !== undefined) return
    this.#timer = setTimeout(async () => {
      await this.#look().catch((error: unknown) => {
        if (this.#isClosed) return
        this.#options.log.warn('notifications could not be read', { error: String(error) })
      })
      this.#timer = undefined
      this.#again()
    }, this.#options.everyMs).unref()
  }

  async #look(): Promise<void> {
    const notes = await this.#options.read(this.#horizon ?? Number.MAX_SAFE_INTEGER)
    if (this.#isClosed) return
    const { horizon } = notes[0]!
    const isLate = performance.now() - this.#lookedAt > this.#options.keptMs
    // A database that was restored by other means restarts its transaction counter.
    const isAnotherHistory = horizon < (this.#horizon ?? 0)
    const mayHaveMissed = this.#mayHaveMissed || isLate || isAnotherHistory
    this.#mayHaveMissed = false
    this.#lookedAt = performance.now()
    this.#horizon = horizon
    const heard = new Set<string>()
    for (const { tx, channel, payload } of notes) {
      if (tx === null) continue
      const key = `${tx} ${channel} ${payload}`
      if (!this.#heard.has(key)) this.#channels.tell(channel, payload)
      if (tx >= horizon) heard.add(key)
    }
    this.#heard = heard
    if (!mayHaveMissed) return
    for (const name of this.#channels.names) this.#channels.tell(name, '')
  }
}
