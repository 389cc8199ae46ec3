import {
  ProtocolError,
  ProtocolErrorCode,
  type Request as ProtocolRequest,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

type Handler<Request> = (request: Request, context: ServerContext) => Promise<Result>

/** Refuses wrong parameters in plain words. The library answers with a report of its schema, or an internal error. */
export class ReadableServer extends Server {
  protected override _wrapHandler(
    method: string,
    handler: Handler<ProtocolRequest & { jsonrpc: '2.0'; id: string | number }>,
  ) {
    const wrapped = super._wrapHandler(method, handler)
    return async (...[request, context]: Parameters<typeof wrapped>) => {
      requireParams(method, request.params ?? {})
      return wrapped(request, context)
    }
  }
}

type Dictionary = Readonly<Record<string, unknown>>

function requireParams(method: string, { name, uri, arguments: args }: Dictionary): void {
  const isNamed = method === 'tools/call' || method === 'prompts/get'
  if (isNamed && typeof name !== 'string') throw invalid('The parameter name has to be a text.')
  if (isNamed && args !== undefined && !isDictionary(args)) {
    throw invalid('The parameter arguments has to be an object.')
  }
  if (method === 'prompts/get') {
    const wrong = Object.entries(args ?? {}).find(([, value]) => typeof value !== 'string')
    if (wrong !== undefined)
      throw invalid(`The argument ${wrong[0].slice(0, 80)} has to be a text.`)
  }
  if (methodsWithUri.has(method) && typeof uri !== 'string') {
    throw invalid('The parameter uri has to be a text.')
  }
}

const methodsWithUri: ReadonlySet<string> = new Set([
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
])

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
