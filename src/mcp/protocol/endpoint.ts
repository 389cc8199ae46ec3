import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server'
import type { Authenticator } from '#/auth/authenticator.ts'
import type { Caller, User } from '#/contract/operation.ts'
import { type BodyLimits, parseJson, plainBody } from '#/http/request/body.ts'
import { splitTarget } from '#/http/request/query.ts'
import { errorReply } from '#/http/response/envelopes.ts'
import { type Endpoint, jsonReply, type WireReply, type WireRequest } from '#/http/wire.ts'
import type { Clock } from '#/kernel/clock.ts'
import { ApiError, invalidCredentials, loginRequired } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { isLoopback } from '#/kernel/settings/settings.ts'
import type { McpTools } from '../mcp-tools.ts'
import { plainReply, plainToolCall } from './plain-calls.ts'
import type { RequestExtra, Session } from './protocol-server.ts'
import type { StreamWatch } from './resource-watch.ts'
import type { Sessions } from './sessions.ts'

interface EndpointContext {
  readonly authenticator: Authenticator
  readonly log: Log
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly limits: BodyLimits
  /** Origins of pages that may call the endpoint, besides its own and those of this machine. */
  readonly corsOrigins: readonly string[]
  /** Host names at which a server in dev mode is known, besides loopback names. */
  readonly devHosts: readonly string[]
  readonly mode: 'dev' | 'production'
  /** Loads the tools on the first request. */
  readonly loadTools: () => Promise<McpTools>
}

export const mcpPath = '/mcp'
const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`

/** The MCP endpoint over HTTP: `POST /mcp`, and the metadata that tells clients where to sign in. */
export class McpEndpoint {
  readonly #context: EndpointContext
  /** Ends the open streams. */
  readonly #open = new Set<() => void>()
  /** The watch of the request that opens a stream of changes. */
  readonly #listening = new AsyncLocalStorage<StreamWatch>()
  #protocol: Promise<ProtocolParts> | undefined

  constructor(context: EndpointContext) {
    this.#context = context
  }

  get endpoints(): Endpoint[] {
    const handle = (request: WireRequest) => this.#handle(request)
    return [
      ...(['GET', 'POST', 'DELETE'] as const).map((method) => ({ method, path: mcpPath, handle })),
      { method: 'GET', path: metadataPath, handle: async ({ origin }) => this.#metadata(origin) },
    ]
  }

  /** Ends streams, so that clients connect to another server. */
  beginDraining(): void {
    for (const end of this.#open) end()
    void this.#protocol?.then(({ sessions }) => sessions.closeAll())
  }

  async #handle(request: WireRequest): Promise<WireReply> {
    if (!this.#isOriginAllowed(request)) {
      return rpcError(403, { code: invalidRequest, message: 'This origin is not allowed.' })
    }
    let caller: Caller
    try {
      caller = await this.#context.authenticator.callerOf({ token: tokenOf(request), at: request })
      if (caller.kind !== 'user') throw invalidCredentials()
    } catch (error) {
      return signInReply(error, request)
    }
    const { limits, loadTools } = this.#context
    let body: unknown
    try {
      body = parseJson(await plainBody(request, limits.bodyBytesMax), limits)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return rpcError(error.status, { code: parseErrorCode, message: error.message })
    }
    const tools = await loadTools()
    const session = tools.session({
      request,
      authorization: request.headers.authorization!,
      caller,
      knownCaller: caller,
      isReadOnly: isReadOnly(request),
    })
    const missing = missingScopes(tools, body, session)
    if (missing !== undefined) return scopeReply(request, missing, idIn(body))
    const { 'mcp-session-id': sessionId } = request.headers
    const known =
      sessionId === undefined ? undefined : (await this.#ready()).sessions.find(sessionId, caller)
    if (sessionId !== undefined && known === undefined) {
      return rpcError(404, { code: unknownSession, message: 'Session not found', id: idIn(body) })
    }
    const plain = await answerPlain(request, body, session)
    if (plain !== undefined) return plain
    const { sessions, handler, newWatch, isLegacyRequest } = await this.#ready()
    const isOpening = isInitialization(body) && (await isLegacyRequest(webRequest(request), body))
    const opened = known ?? (isOpening ? await sessions.open(caller) : undefined)
    // What is read later is read with the credential, which may have been revoked by then.
    const later = tools.session({
      request: detached(request),
      authorization: request.headers.authorization!,
      caller,
      isReadOnly: isReadOnly(request),
    })
    const parsed = request.method === 'POST' && { parsedBody: body }
    if (opened !== undefined) {
      opened.watch.use(later)
      const authInfo = authInfoOf(caller, { session, watch: opened.watch })
      const response = await opened.handle(webRequest(request), { authInfo, ...parsed })
      if (known === undefined && response.status >= 400) sessions.close(opened)
      opened.openStreams += 1
      return this.#reply(response, {
        onEnd: () => {
          opened.openStreams -= 1
        },
      })
    }
    const options = { authInfo: authInfoOf(caller, { session }), ...parsed }
    const uris = listenedResources(body)
    if (uris === undefined) return this.#reply(await handler.fetch(webRequest(request), options))
    let end = () => {}
    const watch = newWatch(() => end())
    try {
      watch.resources.use(later)
      for (const uri of uris) await watch.resources.add(uri)
    } catch (error) {
      watch.resources.close()
      const { code = invalidParams, message } = error as { code?: number; message: string }
      return rpcError(400, { code, message, id: idIn(body) })
    }
    const fetched = () => handler.fetch(webRequest(request), options)
    return this.#reply(await this.#listening.run(watch, fetched), {
      onEnd: () => watch.resources.close(),
      onOpen: (close) => {
        end = close
      },
    })
  }

  /** Pages of other sites cannot use a server of the user's machine or network through the browser. */
  #isOriginAllowed(request: WireRequest): boolean {
    const { corsOrigins, devHosts, mode } = this.#context
    const { origin: page } = request.headers
    if (page === undefined || corsOrigins.includes(page)) return true
    const { origin: own, hostname } = new URL(request.origin)
    // In dev mode the host comes from the request, and may be the name of another site.
    const isKnownHost = mode === 'production' || isLoopback(hostname) || devHosts.includes(hostname)
    if (!isKnownHost) return false
    return page === own || (URL.canParse(page) && isLoopback(new URL(page).hostname))
  }

  #ready(): Promise<ProtocolParts> {
    this.#protocol ??= this.#load()
    return this.#protocol
  }

  async #load(): Promise<ProtocolParts> {
    const [
      { createMcpHandler, isLegacyRequest },
      { createProtocolServer },
      { Sessions: All },
      { StreamWatch: Watch },
    ] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./protocol-server.ts'),
      import('./sessions.ts'),
      import('./resource-watch.ts'),
    ])
    const onError = (err: Error) => this.#context.log.debug('MCP request refused', { err })
    const handler = createMcpHandler(() => createProtocolServer(), {
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
    return {
      handler,
      sessions: new All({ ...this.#context, onError }),
      newWatch: (onEnd) => new Watch(onEnd),
      isLegacyRequest,
    }
  }

  async #reply(response: Response, stream: StreamListeners = {}): Promise<WireReply> {
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => name !== 'connection'),
    )
    const { status, body } = response
    if (body === null || !headers['content-type']?.startsWith('text/event-stream')) {
      stream.onEnd?.()
      return { status, headers, body: body === null ? undefined : await response.text() }
    }
    return {
      status,
      headers,
      body: undefined,
      stream: (sink) => void this.#send(body, sink, stream),
    }
  }

  /** Copies a stream of events, until either side ends it. */
  async #send(
    body: ReadableStream<Uint8Array>,
    sink: Parameters<NonNullable<WireReply['stream']>>[0],
    { onOpen, onEnd }: StreamListeners,
  ): Promise<void> {
    const reader = body.getReader()
    const end = () => void reader.cancel().catch(() => {})
    onOpen?.(end)
    this.#open.add(end)
    sink.onClose(end)
    try {
      const decoder = new TextDecoder()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        sink.write(decoder.decode(value, { stream: true }))
      }
    } catch (err) {
      this.#context.log.warn('an MCP stream failed', { err })
    } finally {
      this.#open.delete(end)
      onEnd?.()
      sink.end()
    }
  }

  /** RFC 9728. */
  #metadata(origin: string): WireReply {
    return jsonReply(200, {
      resource: origin + mcpPath,
      resource_name: 'Almanac',
      authorization_servers: [origin],
      scopes_supported: agentScopes,
      bearer_methods_supported: ['header'],
    })
  }
}

/** The scopes that clients request unless they are told otherwise. The user can leave out some. */
export const agentScopes: readonly string[] = [
  'calendar.events',
  'calendar.calendarlist.readonly',
  'calendar.freebusy',
  'calendar.settings.readonly',
  'calendar.acls',
  'books',
  'doubleclicksearch',
].map((name) => `https://www.googleapis.com/auth/${name}`)

const invalidRequest = -32_600
const invalidParams = -32_602
const unknownSession = -32_001
const subscriptionsMax = 1024
const parseErrorCode = -32_700

const rpcError = (
  status: number,
  { code, message, id = null }: { code: number; message: string; id?: unknown },
): WireReply => jsonReply(status, { jsonrpc: '2.0', id, error: { code, message } })

function tokenOf({ headers }: WireRequest): string {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) throw loginRequired()
  return token
}

/** The refusal that tells a client where its user can sign in. */
function signInReply(error: unknown, request: WireRequest): WireReply {
  if (!(error instanceof ApiError) || error.status !== 401) throw error
  const challenge = `${error.headers['WWW-Authenticate']}, ${metadataHint(request)}`
  const reply = errorReply(error)
  return { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': challenge } }
}

/** `?readOnly=true` in the URL of the endpoint leaves out the tools that write. */
function isReadOnly({ target }: WireRequest): boolean {
  const { query } = splitTarget(target)
  return query !== '' && new URLSearchParams(query).get('readOnly') === 'true'
}

const metadataHint = ({ origin }: WireRequest) => `resource_metadata="${origin}${metadataPath}"`

interface RpcMessage {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly notifications?: unknown }
}

const idIn = (body: unknown) => (body as RpcMessage | null)?.id

/** The scopes of which a call needs one and has none. */
function missingScopes(
  tools: McpTools,
  body: unknown,
  session: Session,
): readonly string[] | undefined {
  const { method, params } = (body ?? {}) as RpcMessage
  if (method !== 'tools/call' || typeof params?.name !== 'string') return undefined
  const tool = session.toolbox.find(params.name)
  return tool && tools.missingScopes(tool, session.context.caller)
}

/** The answer to a plain call of a tool; undefined if the library has to answer. */
async function answerPlain(
  request: WireRequest,
  body: unknown,
  { toolbox, context }: Session,
): Promise<WireReply | undefined> {
  const call = plainToolCall(request, body)
  const tool = call && toolbox.find(call.name)
  // Destructive tools may have to ask the user.
  if (tool === undefined || tool.kind === 'destructive') return undefined
  const outcome = await toolbox.call(tool, call!.args, { context, confirmation: 'unavailable' })
  return 'result' in outcome ? plainReply(call!, outcome.result) : undefined
}

/** Tells a client with which scopes its user has to sign in. */
function scopeReply(request: WireRequest, scopes: readonly string[], id: unknown): WireReply {
  const message = `This tool needs one of the scopes ${scopes.join(', ')}. Ask the user to sign in again and to allow it.`
  const scope = agentScopes.find((uri) => scopes.includes(uri))
  const reply = rpcError(403, { code: invalidRequest, message, id })
  const challenge = `Bearer realm="almanac", error="insufficient_scope", scope="${scope}", ${metadataHint(request)}`
  return { ...reply, headers: { ...reply.headers, 'WWW-Authenticate': challenge } }
}

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

interface ProtocolParts {
  readonly handler: McpHttpHandler
  readonly sessions: Sessions
  readonly newWatch: (onEnd: () => void) => StreamWatch
  /** Whether a request is one of an older revision. */
  readonly isLegacyRequest: (request: Request, body: unknown) => Promise<boolean>
}

interface StreamListeners {
  /** Called with what ends the stream. */
  readonly onOpen?: (close: () => void) => void
  readonly onEnd?: () => void
}

const isInitialization = (body: unknown): boolean =>
  (body as RpcMessage | null)?.method === 'initialize'

/** The resources that a client of the stateless revision wants to hear of; undefined for other requests. */
function listenedResources(body: unknown): readonly string[] | undefined {
  const { method, params } = (body ?? {}) as RpcMessage
  if (method !== 'subscriptions/listen') return undefined
  const { resourceSubscriptions } = (params?.notifications ?? {}) as Record<string, unknown>
  if (!Array.isArray(resourceSubscriptions)) return undefined
  return resourceSubscriptions.every((uri) => typeof uri === 'string')
    ? resourceSubscriptions
    : undefined
}

/** What outlives a request, without its socket. */
const detached = ({ id, peer, origin, prefix }: WireRequest) => ({ id, peer, origin, prefix })
