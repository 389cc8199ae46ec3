import { setTimeout as delay } from 'node:timers/promises'
import type { StorageLog } from '../../port.ts'
import type { Pool } from '../driver.ts'
import { Listener } from './listener.ts'
import type { Note } from './notes.ts'
import { Polling } from './polling.ts'

interface NotificationsOptions {
  /** Opens a connection that can listen; undefined where there is only a pooler to connect to. */
  readonly connect:
    | ((events: {
        onNotification: (channel: string, payload: string) => void
        onClose: () => void
      }) => Pool)
    | undefined
  /** Sends a notification over a connection for requests. */
  readonly notify: (channel: string) => Promise<unknown>
  readonly read: (tx: number) => Promise<readonly Note[]>
  readonly forget: (olderThanMs: number) => Promise<unknown>
  readonly pollMs: number
  /** Distinguishes this process from others that try at the same time. */
  readonly processName: string
  readonly log: StorageLog
}

const keptMs = 10 * 60_000
const forgetEveryMs = 5 * 60_000
const probeMs = 2_000

/** Receives the notifications of transactions of all processes: immediately if possible, or by polling. */
export class Notifications implements AsyncDisposable {
  readonly #options: NotificationsOptions
  #source: Listener | Polling | undefined
  #forgetting: NodeJS.Timeout | undefined

  constructor(options: NotificationsOptions) {
    this.#options = options
  }

  /** Finds out whether notifications arrive, and logs which way is used. */
  async start(): Promise<void> {
    const { log, pollMs, forget } = this.#options
    this.#forgetting = setInterval(() => void forget(keptMs).catch(() => {}), forgetEveryMs).unref()
    this.#source = await this.#listener()
    if (this.#source !== undefined) return
    this.#source = new Polling({ ...this.#options, everyMs: pollMs, keptMs })
    log.info('polling for notifications of other processes', { everyMs: pollMs })
  }

  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#source!.listen(channel, listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#forgetting)
    await this.#source?.[Symbol.asyncDispose]()
  }

  /** A connection that listens, if what is sent arrives there. A pooler takes the words and forgets them. */
  async #listener(): Promise<Listener | undefined> {
    const { connect, notify, processName, log } = this.#options
    if (connect === undefined) return undefined
    const listener = new Listener({ connect, log })
    const probe = `almanac_probe_${processName}`
    const { promise: heard, resolve } = Promise.withResolvers<boolean>()
    try {
      const stop = await listener.listen(probe, () => resolve(true))
      await notify(probe)
      const isHeard = await Promise.race([heard, delay(probeMs, false, { ref: false })])
      if (isHeard) {
        await stop()
        return listener
      }
    } catch (error) {
      // An open connection would keep the process running.
      await listener[Symbol.asyncDispose]()
      throw error
    }
    await listener[Symbol.asyncDispose]()
    log.warn(
      'notifications do not arrive; set ALMANAC_DATABASE_LISTEN_URL to an address without a pooler',
    )
    return undefined
  }
}
