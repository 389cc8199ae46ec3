import type { StorageLog } from './port.ts'

type Listener = (payload: string) => void

/** The listeners of this process by channel. */
export class Channels {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #log: StorageLog

  constructor(log: StorageLog) {
    this.#log = log
  }

  get names(): string[] {
    return [...this.#listeners.keys()]
  }

  has(channel: string): boolean {
    return this.#listeners.has(channel)
  }

  /** Adds a listener. The returned function removes it and returns whether it was the last of the channel. */
  add(channel: string, listener: Listener): () => boolean {
    // A wrapper, so that the same function can listen twice.
    const entry: Listener = (payload) => listener(payload)
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(entry))
    return () => {
      if (!listeners.delete(entry) || listeners.size > 0) return false
      if (this.#listeners.get(channel) === listeners) this.#listeners.delete(channel)
      return true
    }
  }

  tell(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) {
      try {
        listener(payload)
      } catch (error) {
        this.#log.error('a listener failed', { channel, error: String(error) })
      }
    }
  }
}
