import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { ApiError } from '#/kernel/errors.ts'
import type { Feed } from '../change-feed.ts'
import type { Session } from './protocol-server.ts'
import { currentText, readResource, watchedSubject } from './resources.ts'

interface Listeners {
  readonly onUpdated: (uri: string) => void
  /** Called when changes are no longer reported, as after the token has expired. */
  readonly onEnd: () => void
}

const urisMax = 100

/** A resource that a client watches. */
interface Watched {
  readonly feed: Feed
  readonly subject: string | undefined
  /** Undefined until it has been read. */
  content: string | undefined
}

/**
 * Tells a client which of its resources have changed. Feeds report which calendars, reports or books may have
 * changed, and a resource is reported if its content differs from the one before.
 */
export class ResourceWatch {
  readonly #listeners: Listeners
  readonly #watched = new Map<string, Watched>()
  /** The functions that close the open feeds. */
  readonly #feeds = new Map<Feed, Promise<() => void>>()
  #session: Session | undefined
  #checking: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(listeners: Listeners) {
    this.#listeners = listeners
  }

  /** Resources are read with the credential of the client's last request. */
  use(session: Session): void {
    this.#session = session
  }

  /** Throws an error of the protocol if the resource cannot be read. */
  async add(uri: string): Promise<void> {
    const session = this.#session!
    const found = watchedSubject(uri, session)
    if (found === undefined) throw invalid('There is no such resource.', uri)
    const before = this.#watched.get(uri)
    if (before === undefined && this.#watched.size >= urisMax) {
      throw invalid(`A client can watch ${urisMax} resources at most.`, uri)
    }
    const watched = before ?? { ...found, content: undefined }
    this.#watched.set(uri, watched)
    try {
      await this.#open(found.feed, session)
      await readResource(uri, session)
      watched.content = await currentText(uri, session)
    } catch (error) {
      if (before === undefined) await this.remove(uri)
      if (error instanceof ApiError) throw invalid(error.message, uri)
      throw error
    }
  }

  async remove(uri: string): Promise<void> {
    this.#watched.delete(uri)
    this.#closeUnused()
  }

  close(): void {
    this.#isOver = true
    this.#watched.clear()
    this.#closeUnused()
  }

  #closeUnused(): void {
    const used = new Set([...this.#watched.values()].map(({ feed }) => feed))
    for (const [feed, opened] of this.#feeds) {
      if (used.has(feed)) continue
      this.#feeds.delete(feed)
      opened.then((end) => end()).catch(() => {})
    }
  }

  async #open(feed: Feed, session: Session): Promise<void> {
    let opened = this.#feeds.get(feed)
    if (opened === undefined) {
      opened = session.watchChanges(feed, {
        onChange: (subject) => this.#checkSoon(feed, subject),
        onEnd: () => this.#end(feed),
      })
      this.#feeds.set(feed, opened)
    }
    await opened
  }

  #end(feed: Feed): void {
    const isClosed = !this.#feeds.delete(feed)
    if (!isClosed && !this.#isOver) this.#listeners.onEnd()
  }

  #checkSoon(feed: Feed, subject: string | undefined): void {
    this.#checking = this.#checking
      .then(() => this.#check(feed, subject))
      // The credential has expired, or the database fails: the client has to start over.
      .catch(() => {
        if (!this.#isOver) this.#listeners.onEnd()
      })
  }

  async #check(feed: Feed, subject: string | undefined): Promise<void> {
    const session = this.#session!
    for (const [uri, watched] of this.#watched) {
      const isOther = subject !== undefined && (watched.subject ?? subject) !== subject
      if (watched.feed !== feed || isOther || watched.content === undefined) continue
      const text = await currentText(uri, session)
      if (text === watched.content || !this.#watched.has(uri)) continue
      watched.content = text
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
