import { once } from 'node:events'
import type { Authenticator } from '#/auth/authenticator.ts'
import type { User } from '#/contract/operation.ts'
import { Arrivals } from '#/http/listener/arrivals.ts'
import { createListener } from '#/http/listener/listener.ts'
import { listen } from '#/http/listener/listening.ts'
import { errorReply } from '#/http/response/envelopes.ts'
import type { WireReply, WireRequest } from '#/http/wire.ts'
import { SettableClock } from '#/kernel/clock.ts'
import { notFound } from '#/kernel/errors.ts'
import { silentLog } from '#/kernel/log.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import type { McpTools } from '#/mcp/mcp-tools.ts'
import { McpEndpoint } from '#/mcp/protocol/endpoint.ts'
import { LibraryRequests } from '#/mcp/protocol/library-requests.ts'
import type { Session } from '#/mcp/protocol/protocol-server.ts'
import { createConformanceServer } from './conformance-server.ts'

const second = 1000
const megabyte = 1024 * 1024

const limits = {
  bodyBytesMax: megabyte,
  batchBytesMax: megabyte,
  bodiesBytesMax: 10 * megabyte,
  headerBytesMax: 16 * 1024,
  jsonDepthMax: 64,
  jsonMembersMax: 10_000,
  headersTimeoutMs: 20 * second,
  requestTimeoutMs: 60 * second,
  keepAliveTimeoutMs: 5 * second,
  stalledResponseMs: 60 * second,
  requestsPerSocketMax: 0,
  connectionsMax: 100,
}

const caller: User = {
  kind: 'user',
  userId: 'conformance',
  email: 'demo@almanac.test',
  clientId: 'conformance',
  scopes: new Set(),
}

/** No tool of the server: all calls are left to the library and the server that is mounted. */
const noTools = {
  session: (): Session => ({ toolbox: { find: () => undefined } }) as unknown as Session,
  missingScopes: () => undefined,
} satisfies Pick<McpTools, 'session' | 'missingScopes'>

/**
 * Mounts the server with the fixed tools on the endpoint, behind the listener of the server: who may call it,
 * sessions, streams and both kinds of transport are those that clients meet. The suite has no token, so that
 * every request gets one.
 */
export async function openConformanceEndpoint(): Promise<{ url: string } & AsyncDisposable> {
  const clock = new SettableClock()
  const endpoint = new McpEndpoint({
    authenticator: { callerOf: () => caller } as unknown as Authenticator,
    corsOrigins: [],
    devHosts: [],
    mode: 'dev',
    limits,
    loadTools: async () => noTools,
    loadLibrary: async () =>
      new LibraryRequests({
        log: silentLog,
        clock,
        randomBytes: secureRandomBytes,
        createServer: createConformanceServer,
      }),
  })
  const handle = async (request: WireRequest): Promise<WireReply> => {
    const route = endpoint.endpoints.find(
      ({ method, path }) => method === request.method && path === request.target,
    )
    return route === undefined ? errorReply(notFound()) : route.handle(withToken(request))
  }
  let address = ''
  const listener = createListener({
    site: { handle, mounts: [], observe: () => {}, prefix: '' },
    worlds: undefined,
    arrivals: new Arrivals(),
    trustedProxies: [],
    corsOrigins: [],
    headersAlways: [],
    isClosing: () => false,
    publicOrigin: '',
    fallbackOrigin: () => address,
    limits,
  })
  address = await listen(listener, { host: '127.0.0.1', port: 0 })
  return {
    url: `${address}/mcp`,
    async [Symbol.asyncDispose]() {
      endpoint.endStreams()
      const closed = once(listener, 'close')
      listener.close()
      listener.closeAllConnections()
      await closed
    },
  }
}

const withToken = ({ id, method, target, headers, body, peer, origin, prefix }: WireRequest) => ({
  id,
  method,
  target,
  headers: { ...headers, authorization: 'Bearer conformance' },
  body,
  peer,
  origin,
  prefix,
  isBatchPart: false,
})
