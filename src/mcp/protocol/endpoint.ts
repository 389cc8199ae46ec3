import { type BodyLimits, parseJson, plainBody } from '#/http/request/body.ts'
import { splitTarget } from '#/http/request/query.ts'
import type { Endpoint, WireReply, WireRequest } from '#/http/wire.ts'
import { ApiError } from '#/kernel/errors.ts'
import type { McpTools } from '../mcp-tools.ts'
import {
  type AccessContext,
  EndpointAccess,
  mcpPath,
  metadataEndpoint,
  scopeReply,
} from './endpoint-access.ts'
import type { LibraryRequests } from './library-requests.ts'
import { plainReply, plainToolCall } from './plain-calls.ts'
import type { Session } from './protocol-server.ts'
import { messageIn, rpcCodes, rpcError } from './rpc.ts'

interface EndpointContext extends AccessContext {
  readonly limits: BodyLimits
  /** Loads the tools on the first request. */
  readonly loadTools: () => Promise<Pick<McpTools, 'session' | 'missingScopes'>>
  /** Loads the library of the protocol, which plain calls of tools do not need. */
  readonly loadLibrary: () => Promise<LibraryRequests>
}

/** The MCP endpoint over HTTP: `POST /mcp`, and the metadata that tells clients where to sign in. */
export class McpEndpoint {
  readonly #context: EndpointContext
  readonly #access: EndpointAccess
  #library: Promise<LibraryRequests> | undefined

  constructor(context: EndpointContext) {
    this.#context = context
    this.#access = new EndpointAccess(context)
  }

  get endpoints(): Endpoint[] {
    const handle = (request: WireRequest) => this.#handle(request)
    return [
      ...(['GET', 'POST', 'DELETE'] as const).map((method) => ({ method, path: mcpPath, handle })),
      metadataEndpoint,
    ]
  }

  /** Ends streams, so that clients connect to another server. */
  beginDraining(): void {
    void this.#library?.then((library) => library.end())
  }

  async #handle(request: WireRequest): Promise<WireReply> {
    const access = await this.#access.callerOf(request)
    if ('refusal' in access) return access.refusal
    const { caller } = access
    const { limits, loadTools } = this.#context
    let body: unknown
    try {
      body = parseJson(await plainBody(request, limits.bodyBytesMax), limits)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return rpcError(error.status, { code: rpcCodes.parseError, message: error.message })
    }
    const tools = await loadTools()
    const client = {
      authorization: request.headers.authorization!,
      caller,
      isReadOnly: isReadOnly(request),
    }
    const session = tools.session({ request, knownCaller: caller, ...client })
    const called = calledTool(body, session)
    const missing = called && tools.missingScopes(called, caller)
    if (missing !== undefined) return scopeReply(request, body, missing)
    const { 'mcp-session-id': sessionId } = request.headers
    const known =
      sessionId === undefined ? undefined : (await this.#loaded()).find(sessionId, caller)
    if (sessionId !== undefined && known === undefined) {
      const { id } = messageIn(body)
      return rpcError(404, { code: rpcCodes.unknownSession, message: 'Session not found', id })
    }
    const plain = await answerPlain(request, body, session)
    if (plain !== undefined) return plain
    const later = () => tools.session({ request: detached(request), ...client })
    const library = await this.#loaded()
    return library.answer({ request, body, caller, session, later }, known)
  }

  #loaded(): Promise<LibraryRequests> {
    this.#library ??= this.#context.loadLibrary()
    return this.#library
  }
}

/** `?readOnly=true` in the URL of the endpoint leaves out the tools that write. */
function isReadOnly({ target }: WireRequest): boolean {
  const { query } = splitTarget(target)
  return query !== '' && new URLSearchParams(query).get('readOnly') === 'true'
}

/** The tool that a message calls, if there is such a tool. */
function calledTool(body: unknown, { toolbox }: Session) {
  const { method, params } = messageIn(body)
  const isCall = method === 'tools/call' && typeof params?.name === 'string'
  return isCall ? toolbox.find(params.name as string) : undefined
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

/** What outlives a request, without its socket. */
const detached = ({ id, peer, origin, prefix }: WireRequest) => ({ id, peer, origin, prefix })
