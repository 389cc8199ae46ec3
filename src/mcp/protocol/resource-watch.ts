import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { ApiError } from '#/kernel/errors.ts'
import type { Session } from './protocol-server.ts'
import { calendarOf, currentText, readResource } from './resources.ts'

interface Listeners {
  readonly onUpdated: (uri: string) => void
  /** Called when changes are no longer reported, as after the token has expired. */
  readonly onEnd: () => void
}

const urisMax = 100

/**
 * Tells a client which of its resources have changed. The push stream of the caller says which calendars have
 * changed, and a resource is reported if its content differs from the one before.
 */
export class ResourceWatch {
  readonly #listeners: Listeners
  readonly #contents = new Map<string, string>()
  #session: Session | undefined
  #stop: Promise<() => void> | undefined
  #checking: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(listeners: Listeners) {
    this.#listeners = listeners
  }

  get size(): number {
    return this.#contents.size
  }

  /** Resources are read with the credential of the client's last request. */
  use(session: Session): void {
    this.#session = session
  }

  /** Throws an error of the protocol if the resource cannot be read or watched. */
  async add(uri: string): Promise<void> {
    const session = this.#session!
    if (calendarOf(uri, session) === undefined) {
      throw invalid('Only weeks and events of calendars can be watched.', uri)
    }
    if (this.#contents.size >= urisMax && !this.#contents.has(uri)) {
      throw invalid(`A client can watch ${urisMax} resources at most.`, uri)
    }
    try {
      this.#stop ??= this.#listen(session)
      await this.#stop
    } catch (error) {
      this.#stop = undefined
      if (error instanceof ApiError) throw invalid(error.message, uri)
      throw error
    }
    await readResource(uri, session)
    this.#contents.set(uri, await currentText(uri, session))
  }

  async remove(uri: string): Promise<void> {
    this.#contents.delete(uri)
    if (this.#contents.size === 0) await this.#mute()
  }

  close(): void {
    this.#isOver = true
    this.#contents.clear()
    void this.#mute()
  }

  async #mute(): Promise<void> {
    const stop = this.#stop
    this.#stop = undefined
    const end = await stop?.catch(() => undefined)
    end?.()
  }

  #listen(session: Session): Promise<() => void> {
    return session.watchChanges({
      onChange: (calendarId) => {
        this.#checking = this.#checking.then(() => this.#check(calendarId))
      },
      onEnd: () => {
        const isStopped = this.#stop === undefined
        this.#stop = undefined
        if (!isStopped && !this.#isOver) this.#listeners.onEnd()
      },
    })
  }

  async #check(calendarId: string | undefined): Promise<void> {
    const session = this.#session!
    for (const [uri, before] of this.#contents) {
      if (calendarId !== undefined && calendarOf(uri, session) !== calendarId) continue
      const text = await currentText(uri, session)
      if (text === before || !this.#contents.has(uri)) continue
      this.#contents.set(uri, text)
      this.#listeners.onUpdated(uri)
    }
  }
}

/** The resources that a stream of the stateless revision reports. */
export class StreamWatch {
  readonly resources: ResourceWatch
  onUpdated: (uri: string) => void = () => {}

  constructor(onEnd: () => void) {
    this.resources = new ResourceWatch({ onUpdated: (uri) => this.onUpdated(uri), onEnd })
  }
}

const invalid = (message: string, uri: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri })
