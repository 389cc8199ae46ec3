import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server'
import type { Authenticator } from '#/auth/authenticator.ts'
import type { Caller, User } from '#/contract/operation.ts'
import { type BodyLimits, parseJson, plainBody } from '#/http/request/body.ts'
import { splitTarget } from '#/http/request/query.ts'
import { errorReply } from '#/http/response/envelopes.ts'
import { type Endpoint, jsonReply, type WireReply, type WireRequest } from '#/http/wire.ts'
import { ApiError, invalidCredentials, loginRequired } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { isLoopback } from '#/kernel/settings/settings.ts'
import type { McpTools } from '../mcp-tools.ts'
import { plainReply, plainToolCall } from './plain-calls.ts'
import type { Session } from './protocol-server.ts'

interface EndpointContext {
  readonly authenticator: Authenticator
  readonly log: Log
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
  #handler: Promise<McpHttpHandler> | undefined

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
    const plain = await answerPlain(request, body, session)
    if (plain !== undefined) return plain
    const response = await (await this.#ready()).fetch(webRequest(request), {
      authInfo: authInfoOf(caller, session),
      ...(request.method === 'POST' && { parsedBody: body }),
    })
    return this.#reply(response)
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

  #ready(): Promise<McpHttpHandler> {
    this.#handler ??= this.#loadHandler()
    return this.#handler
  }

  async #loadHandler(): Promise<McpHttpHandler> {
    const [{ createMcpHandler }, { createProtocolServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./protocol-server.ts'),
    ])
    return createMcpHandler(({ authInfo }) => createProtocolServer(sessionIn(authInfo)), {
      onerror: (err) => this.#context.log.debug('MCP request refused', { err }),
    })
  }

  async #reply(response: Response): Promise<WireReply> {
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => name !== 'connection'),
    )
    const { status, body } = response
    if (body === null) return { status, headers, body: undefined }
    if (!headers['content-type']?.startsWith('text/event-stream')) {
      return { status, headers, body: await response.text() }
    }
    return { status, headers, body: undefined, stream: (sink) => void this.#send(body, sink) }
  }

  /** Copies a stream of events, until either side ends it. */
  async #send(
    body: ReadableStream<Uint8Array>,
    sink: Parameters<NonNullable<WireReply['stream']>>[0],
  ): Promise<void> {
    const reader = body.getReader()
    const end = () => void reader.cancel().catch(() => {})
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
  readonly params?: { readonly name?: unknown }
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
const authInfoOf = ({ clientId, scopes }: User, session: Session): AuthInfo => ({
  token: '',
  clientId,
  scopes: [...scopes],
  extra: { session },
})

const sessionIn = (authInfo: AuthInfo | undefined) => authInfo!.extra!.session as Session
