import { after, type Soon } from '#/http/after.ts'
import { type BodyLimits, parseJson, plainBody } from '#/http/request/body.ts'
import { splitTarget } from '#/http/request/query.ts'
import type { Endpoint, WireReply, WireRequest } from '#/http/wire.ts'
import type { ApiError } from '#/kernel/errors.ts'
import type { McpTools } from '../mcp-tools.ts'
import {
  type AccessContext,
  EndpointAccess,
  mcpPath,
  metadataEndpoint,
  scopeReply,
} from './endpoint-access.ts'
import type { AcceptedRequest, LibraryRequests } from './library-requests.ts'
import { plainReply, plainToolCall } from './plain-calls.ts'
import type { Session } from './protocol-server.ts'
import { messageIn, rpcCodes, rpcError } from './rpc.ts'

type UsedTools = Pick<McpTools, 'session' | 'missingScopes'>

interface EndpointContext extends AccessContext {
  readonly limits: BodyLimits
  /** Loads the tools on the first request. */
  readonly loadTools: () => Promise<UsedTools>
  /** Loads the library of the protocol, which plain calls of tools do not need. */
  readonly loadLibrary: () => Promise<LibraryRequests>
}

/** The MCP endpoint over HTTP: `POST /mcp`, and the metadata that tells clients where to sign in. */
export class McpEndpoint {
  readonly #context: EndpointContext
  readonly #access: EndpointAccess
  #tools: UsedTools | undefined
  #library: Promise<LibraryRequests> | undefined

  constructor(context: EndpointContext) {
    this.#context = context
    this.#access = new EndpointAccess(context)
  }

  get endpoints(): Endpoint[] {
    const handle = (request: WireRequest) => this.#handle(request)
    const refusal = (error: ApiError) => protocolRefusal(error)
    return [
      ...methods.map((method) => ({ method, path: mcpPath, handle, refusal })),
      metadataEndpoint,
    ]
  }

  /** Ends streams, so that clients connect to another server. */
  endStreams(): void {
    void this.#library?.then((library) => library.end())
  }

  #handle(request: WireRequest): Soon<WireReply> {
    const { limits } = this.#context
    return after(this.#access.callerOf(request), (access) => {
      if ('refusal' in access) return access.refusal
      return after(plainBody(request, limits.bodyBytesMax), (bytes) => {
        const received = { request, caller: access.caller, body: parseJson(bytes, limits) }
        return after(this.#loadedTools(), (tools) => this.#answer(received, tools))
      })
    })
  }

  #answer({ request, caller, body }: Received, tools: UsedTools): Soon<WireReply> {
    if (Array.isArray(body)) {
      const message = 'Send each message in a request of its own.'
      return rpcError(400, { code: rpcCodes.invalidRequest, message })
    }
    const authorization = request.headers.authorization!
    const client = { authorization, caller, isReadOnly: isReadOnly(request) }
    const session = tools.session({ ...client, request, knownCaller: caller })
    const called = calledTool(body, session)
    const missing = called && tools.missingScopes(called, caller)
    if (missing !== undefined) return scopeReply(request, body, missing)
    const later = () => tools.session({ ...client, request: detachedRequest(request) })
    const accepted = { request, body, caller, session, later }
    const { 'mcp-session-id': sessionId } = request.headers
    return sessionId === undefined
      ? (answerPlain(accepted) ?? this.#loadLibrary().then((library) => library.answer(accepted)))
      : this.#answerInSession(accepted, sessionId)
  }

  async #answerInSession(accepted: AcceptedRequest, sessionId: string): Promise<WireReply> {
    const library = await this.#loadLibrary()
    const session = library.find(sessionId, accepted.caller)
    if (session !== undefined) return answerPlain(accepted) ?? library.answer(accepted, session)
    const { id } = messageIn(accepted.body)
    return rpcError(404, { code: rpcCodes.unknownSession, message: 'Session not found', id })
  }

  #loadedTools(): Soon<UsedTools> {
    if (this.#tools !== undefined) return this.#tools
    return this.#context.loadTools().then((tools) => {
      this.#tools = tools
      return tools
    })
  }

  #loadLibrary(): Promise<LibraryRequests> {
    this.#library ??= this.#context.loadLibrary()
    return this.#library
  }
}

const methods = ['GET', 'POST', 'DELETE'] as const

/** A request that cannot be read, as an error of the protocol. */
const protocolRefusal = ({ status, message }: ApiError): WireReply =>
  rpcError(status, { code: codes[status] ?? rpcCodes.invalidRequest, message })

const codes: Readonly<Record<number, number>> = {
  400: rpcCodes.parseError,
  503: rpcCodes.internalError,
}

type Received = Pick<AcceptedRequest, 'request' | 'caller' | 'body'>

/**
 * `?readOnly=true` in the URL of the endpoint leaves out the tools that write. Other spellings do so as well: a
 * client that is meant to be read-only must not be able to write because of a typing error.
 */
function isReadOnly({ target }: WireRequest): boolean {
  if (!target.includes('?')) return false
  const { query } = splitTarget(target)
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.toLowerCase() === 'readonly' && value.toLowerCase() !== 'false') return true
  }
  return false
}

/** The tool that a message calls, if there is such a tool. */
function calledTool(body: unknown, { toolbox }: Session) {
  const { method, params } = messageIn(body)
  const isCall = method === 'tools/call' && typeof params?.name === 'string'
  return isCall ? toolbox.find(params.name as string) : undefined
}

/** The answer to a plain call of a tool; undefined if the library has to answer. */
function answerPlain({ request, body, session }: AcceptedRequest): Soon<WireReply> | undefined {
  const { toolbox, context } = session
  const call = plainToolCall(request, body)
  const tool = call && toolbox.find(call.name)
  // Destructive tools may have to ask the user.
  if (tool === undefined || tool.kind === 'destructive') return undefined
  const outcome = toolbox.call(tool, call!.args, { context, confirmation: 'unavailable' })
  return after(outcome, (answered) => {
    if ('question' in answered) throw new Error('Only destructive tools ask.')
    return plainReply(call!, answered.result)
  })
}

/** A request without its socket, for reads after the response. */
const detachedRequest = ({ id, peer, origin, prefix }: WireRequest) => ({
  id,
  peer,
  origin,
  prefix,
})
