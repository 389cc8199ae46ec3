import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server'
import type { User } from '#/contract/operation.ts'
import type { WireReply, WireRequest } from '#/http/wire.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { RequestExtra, Session } from './protocol-server.ts'
import { StreamWatch } from './resource-watch.ts'
import { ResponseStreams } from './response-streams.ts'
import { messageIn, rpcCodes, rpcError } from './rpc.ts'
import { type ProtocolSession, Sessions } from './sessions.ts'

interface LibraryContext {
  readonly log: Log
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** Creates the server of a session or of a request without one. */
  readonly createServer: () => Server
}

/** A request whose caller and body are known. */
export interface AcceptedRequest {
  readonly request: WireRequest
  readonly body: unknown
  readonly caller: User
  readonly session: Session
  /** The same for what is read later, when the credential may have been revoked. */
  readonly later: () => Session
}

const subscriptionsMax = 1024

/** Answers requests with the official library: those of sessions, of streams, and all that are not plain calls. */
export class LibraryRequests {
  readonly #sessions: Sessions
  readonly #streams: ResponseStreams
  readonly #stateless: McpHttpHandler
  /** The watch of the request that opens a stream of changes. */
  readonly #listening = new AsyncLocalStorage<StreamWatch>()

  constructor(context: LibraryContext) {
    const onError = (err: Error) => context.log.debug('MCP request refused', { err })
    this.#streams = new ResponseStreams(context.log)
    this.#sessions = new Sessions({ ...context, onError })
    this.#stateless = createMcpHandler(() => context.createServer(), {
      onerror: onError,
      maxSubscriptions: subscriptionsMax,
      bus: {
        publish: () => {},
        subscribe: (listener) => {
          const watch = this.#listening.getStore()
          if (watch === undefined) return () => {}
          watch.onUpdated = (uri) => listener({ kind: 'resource_updated', uri })
          return () => watch.resources.close()
        },
      },
    })
  }

  /** Ends streams and sessions, so that clients connect to another server. */
  end(): void {
    this.#streams.endAll()
    this.#sessions.closeAll()
  }

  /** The session that a request names; undefined if the caller has none of this id. */
  find(id: string, caller: User): ProtocolSession | undefined {
    return this.#sessions.find(id, caller)
  }

  async answer(accepted: AcceptedRequest, session?: ProtocolSession): Promise<WireReply> {
    const { request, body, caller } = accepted
    if (session !== undefined) return this.#inSession(session, accepted)
    const isOpening =
      messageIn(body).method === 'initialize' && (await isLegacyRequest(webRequest(request), body))
    if (isOpening) {
      const opened = await this.#sessions.open(caller)
      const reply = await this.#inSession(opened, accepted)
      if (reply.status >= 400) this.#sessions.close(opened)
      return reply
    }
    const uris = listenedResources(body)
    return uris === undefined
      ? this.#streams.reply(await this.#fetch(accepted))
      : this.#listen(uris, accepted)
  }

  async #inSession(opened: ProtocolSession, accepted: AcceptedRequest): Promise<WireReply> {
    const { request, caller, session, later } = accepted
    const { watch } = opened
    watch.use(later())
    const authInfo = authInfoOf(caller, { session, watch })
    const options = { authInfo, ...parsedBody(accepted) }
    const response = await opened.handle(webRequest(request), options)
    opened.openStreams += 1
    return this.#streams.reply(response, {
      onEnd: () => {
        opened.openStreams -= 1
      },
    })
  }

  /** Opens a stream of changes of the stateless revision. */
  async #listen(uris: readonly string[], accepted: AcceptedRequest): Promise<WireReply> {
    let end = () => {}
    const watch = new StreamWatch(() => end())
    try {
      watch.resources.use(accepted.later())
      for (const uri of uris) await watch.resources.add(uri)
    } catch (error) {
      watch.resources.close()
      const { code = rpcCodes.invalidParams, message } = error as { code?: number; message: string }
      return rpcError(400, { code, message, id: messageIn(accepted.body).id })
    }
    return this.#streams.reply(await this.#listening.run(watch, () => this.#fetch(accepted)), {
      onEnd: () => watch.resources.close(),
      onOpen: (close) => {
        end = close
      },
    })
  }

  #fetch(accepted: AcceptedRequest): Promise<Response> {
    const { request, caller, session } = accepted
    const authInfo = authInfoOf(caller, { session })
    return this.#stateless.fetch(webRequest(request), { authInfo, ...parsedBody(accepted) })
  }
}

const parsedBody = ({ request, body }: AcceptedRequest) =>
  request.method === 'POST' && { parsedBody: body }

function webRequest({ method, target, headers, origin }: WireRequest): Request {
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return value !== undefined && !name.startsWith(':') && name !== 'authorization'
  })
  return new Request(new URL(target, origin), { method, headers: entries })
}

/** The session travels with the request through the library. */
const authInfoOf = ({ clientId, scopes }: User, extra: RequestExtra): AuthInfo => ({
  token: '',
  clientId,
  scopes: [...scopes],
  extra: { ...extra },
})

/** The resources that a client of the stateless revision wants to hear of; undefined for other requests. */
function listenedResources(body: unknown): readonly string[] | undefined {
  const { method, params } = messageIn(body)
  if (method !== 'subscriptions/listen') return undefined
  const { resourceSubscriptions } = (params?.notifications ?? {}) as Record<string, unknown>
  if (!Array.isArray(resourceSubscriptions)) return undefined
  return resourceSubscriptions.every((uri) => typeof uri === 'string')
    ? resourceSubscriptions
    : undefined
}
