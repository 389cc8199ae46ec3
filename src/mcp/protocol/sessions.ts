import {
  type AuthInfo,
  type EventStore,
  type JSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { ResourceWatch } from './resource-watch.ts'

interface SessionsContext {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly onError: (error: Error) => void
  readonly createServer: () => Server
}

const sessionsMax = 1000
const sessionsPerUserMax = 50
const idleMsMax = 30 * 60_000
const sweepMs = 60_000
const eventsMax = 100

/** A session of a client of an older revision. */
export class ProtocolSession {
  readonly id: string
  readonly owner: string
  readonly watch: ResourceWatch
  readonly #server: Server
  readonly #transport: WebStandardStreamableHTTPServerTransport
  lastUsedMs = 0
  /** Responses that are still being sent. */
  openStreams = 0

  constructor(
    { id, owner, server }: { readonly id: string; readonly owner: string; readonly server: Server },
    { onError, onEnd }: { readonly onError: (error: Error) => void; readonly onEnd: () => void },
  ) {
    this.id = id
    this.owner = owner
    this.#server = server
    this.watch = new ResourceWatch({
      onUpdated: (uri) => void this.#server.sendResourceUpdated({ uri }).catch(onError),
      onEnd,
    })
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: new RecentEvents(),
      onsessionclosed: onEnd,
    })
  }

  connect(): Promise<void> {
    return this.#server.connect(this.#transport)
  }

  handle(
    request: Request,
    options: { readonly authInfo: AuthInfo; readonly parsedBody?: unknown },
  ): Promise<Response> {
    return this.#transport.handleRequest(request, options)
  }

  async close(): Promise<void> {
    this.watch.close()
    await this.#server.close()
  }
}

/**
 * The sessions of this process. A session that has not been used for a while is closed, and so is the one that
 * was used longest ago if there are too many. Its client opens another one after a 404.
 */
export class Sessions {
  readonly #context: SessionsContext
  /** In the order of their last use. */
  readonly #byId = new Map<string, ProtocolSession>()
  #sweeping: NodeJS.Timeout | undefined

  constructor(context: SessionsContext) {
    this.#context = context
  }

  async open(caller: User): Promise<ProtocolSession> {
    const { randomBytes, onError, createServer } = this.#context
    const owner = ownerOf(caller)
    const own = [...this.#byId.values()].filter((session) => session.owner === owner)
    if (own.length >= sessionsPerUserMax) this.close(own[0]!)
    else if (this.#byId.size >= sessionsMax) this.close([...this.#byId.values()][0]!)
    const session = new ProtocolSession(
      { id: base64url(24, randomBytes), owner, server: createServer() },
      { onError, onEnd: () => this.close(session) },
    )
    await session.connect()
    this.#use(session)
    this.#sweeping ??= setInterval(() => this.#sweep(), sweepMs).unref()
    return session
  }

  /** The session of this id, if it belongs to the caller. */
  find(id: string, caller: User): ProtocolSession | undefined {
    const session = this.#byId.get(id)
    if (session === undefined || session.owner !== ownerOf(caller)) return undefined
    if (this.#isIdle(session)) {
      this.close(session)
      return undefined
    }
    this.#use(session)
    return session
  }

  close(session: ProtocolSession): void {
    this.#byId.delete(session.id)
    session.close().catch(this.#context.onError)
    if (this.#byId.size > 0) return
    clearInterval(this.#sweeping)
    this.#sweeping = undefined
  }

  closeAll(): void {
    for (const session of [...this.#byId.values()]) this.close(session)
  }

  #use(session: ProtocolSession): void {
    session.lastUsedMs = this.#context.clock.machineMs()
    this.#byId.delete(session.id)
    this.#byId.set(session.id, session)
  }

  #isIdle({ lastUsedMs, openStreams }: ProtocolSession): boolean {
    return openStreams === 0 && this.#context.clock.machineMs() - lastUsedMs > idleMsMax
  }

  #sweep(): void {
    for (const session of [...this.#byId.values()]) {
      if (this.#isIdle(session)) this.close(session)
    }
  }
}

/** The tokens of a client change, and the session stays. */
const ownerOf = ({ userId, clientId }: User): string => `${userId} ${clientId}`

/** The last messages of a session, which are replayed when a client reconnects. */
class RecentEvents implements EventStore {
  readonly #events = new Map<string, { streamId: string; message: JSONRPCMessage }>()
  #count = 0

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const id = `${streamId}_${++this.#count}`
    this.#events.set(id, { streamId, message })
    if (this.#events.size > eventsMax) this.#events.delete(this.#events.keys().next().value!)
    return id
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#events.get(eventId)?.streamId
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const streamId = this.#events.get(lastEventId)?.streamId ?? ''
    let isMissed = false
    for (const [id, event] of this.#events) {
      if (isMissed && event.streamId === streamId) await send(id, event.message)
      if (id === lastEventId) isMissed = true
    }
    return streamId
  }
}
