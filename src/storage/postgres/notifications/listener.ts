import { setTimeout as delay } from 'node:timers/promises'
import { Channels } from '../../channels.ts'
import type { StorageLog } from '../../port.ts'
import { quotedName } from '../../schema/catalog.ts'
import { withDeadline } from '../deadline.ts'
import type { Pool } from '../driver.ts'

interface ListenerOptions {
  readonly connect: (events: {
    onNotification: (channel: string, payload: string) => void
    onClose: () => void
  }) => Pool
  readonly log: StorageLog
}

const pauseMs = 250
const unlistenTimeoutMs = 1_000

/** A connection for notifications. When it is lost, it reconnects and informs every listener. */
export class Listener implements AsyncDisposable {
  readonly #channels: Channels
  readonly #options: ListenerOptions
  #pool: Pool
  #isReturning = false
  #isClosed = false

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#channels = new Channels(options.log)
    this.#pool = this.#connect()
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const isNew = !this.#channels.has(channel)
    const remove = this.#channels.add(channel, listener)
    try {
      if (isNew) await this.#pool.unsafe(`listen ${quotedName(channel)}`)
    } catch (error) {
      remove()
      throw error
    }
    return async () => {
      if (!remove() || this.#isClosed) return
      // A lost connection needs no unlisten, and an unresponsive one is not waited for.
      const unlistening = this.#pool.unsafe(`unlisten ${quotedName(channel)}`)
      await withDeadline(unlistening, unlistenTimeoutMs).catch(() => {})
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#pool.end({ timeout: 1 })
  }

  #connect(): Pool {
    return this.#options.connect({
      onNotification: (channel, payload) => this.#channels.tell(channel, payload),
      onClose: () => this.#return(),
    })
  }

  // Each failed attempt closes a connection as well, which must not start a second series.
  async #return(): Promise<void> {
    if (this.#isReturning || this.#isClosed || this.#channels.names.length === 0) return
    this.#isReturning = true
    this.#options.log.warn('lost the connection for notifications; reconnecting')
    while (!this.#isClosed && !(await this.#listenAgain())) {
      await delay(pauseMs, undefined, { ref: false })
    }
    this.#isReturning = false
  }

  async #listenAgain(): Promise<boolean> {
    await this.#pool.end({ timeout: 0 })
    if (this.#isClosed) return false
    this.#pool = this.#connect()
    const names = this.#channels.names
    try {
      for (const name of names) await this.#pool.unsafe(`listen ${quotedName(name)}`)
    } catch {
      return false
    }
    this.#options.log.info('reconnected for notifications')
    for (const name of names) this.#channels.tell(name, '')
    return true
  }
}
