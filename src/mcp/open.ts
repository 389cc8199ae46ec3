import type { AuditTrail } from '#/audit/trail.ts'
import type { Authenticator } from '#/auth/authenticator.ts'
import type { Api, Operation } from '#/contract/operation.ts'
import type { Handle } from '#/http/wire.ts'
import type { Clock } from '#/kernel/clock.ts'
import { invalidCredentials } from '#/kernel/errors.ts'
import type { Log } from '#/kernel/log.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Database } from '#/storage/port.ts'
import type { McpTools } from './mcp-tools.ts'
import { CallableOperation } from './operation-client.ts'
import { McpEndpoint } from './protocol/endpoint.ts'
import { mcpPath } from './protocol/endpoint-access.ts'
import type { LibraryRequests } from './protocol/library-requests.ts'

interface McpContext {
  readonly settings: PlatformSettings
  readonly handle: Handle
  readonly database: Database
  readonly authenticator: Authenticator
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly services: readonly ServedService[]
}

/** A service that answers requests. */
interface ServedService {
  readonly service: { readonly api: Api; loadOperations(): Promise<readonly Operation[]> }
  readonly basePath: string
}

interface LocalAgent {
  readonly token: string
  /** The root URL of links in results. */
  readonly origin: string
  readonly isReadOnly: boolean
}

/** Opens MCP on a site. Tools and libraries are loaded on the first request. */
export function openMcp(context: McpContext) {
  const { settings } = context
  const tools = new OnDemand(() => createTools(context))
  const loadTools = () => tools.get()
  const loadLibrary = () => createLibraryRequests(context)
  const endpoint = new McpEndpoint({
    ...context,
    ...settings,
    limits: settings,
    loadTools,
    loadLibrary,
  })
  return {
    /** Serves one agent over standard input and output. */
    async serveLocally({ token, origin, isReadOnly }: LocalAgent): Promise<void> {
      const caller = await context.authenticator.callerOf({ token, at: { origin } })
      if (caller.kind !== 'user') throw invalidCredentials()
      const request = { id: 'mcp', peer: '127.0.0.1', origin, prefix: '' }
      const authorization = `Bearer ${token}`
      const loaded = await loadTools()
      const { serveOverStdio } = await import('./protocol/stdio.ts')
      await serveOverStdio(
        loaded.session({ request, authorization, caller, isReadOnly }),
        context.log,
      )
    },
    /** The tools that a client can use at an address. */
    async toolsFor(resource: string) {
      if (settings.mcp === 'off' || !resource.endsWith(mcpPath)) return []
      return (await loadTools()).titlesWithScopes()
    },
    part: {
      endpoints: settings.mcp === 'off' ? [] : endpoint.endpoints,
      endStreams: () => endpoint.endStreams(),
      /** Writes the pending entries of the audit log. */
      flush: async () => (await tools.loaded)?.flush(),
    },
  }
}

async function createTools(context: McpContext): Promise<McpTools> {
  const { McpTools: Tools } = await import('./mcp-tools.ts')
  const { services } = context
  const basePaths = new Map(services.map(({ service, basePath }) => [service.api, basePath]))
  const operations = new Map<string, CallableOperation>()
  for (const { service } of services) {
    for (const { contract } of await service.loadOperations()) {
      const api = contract.api ?? service.api
      const basePath = basePaths.get(api) ?? api.basePath
      operations.set(contract.id, new CallableOperation(contract, basePath))
    }
  }
  return new Tools({ ...context, operations, isReadOnly: context.settings.mcp === 'readOnly' })
}

async function createLibraryRequests(context: McpContext): Promise<LibraryRequests> {
  const [{ LibraryRequests: Requests }, { createProtocolServer }] = await Promise.all([
    import('./protocol/library-requests.ts'),
    import('./protocol/protocol-server.ts'),
  ])
  return new Requests({ ...context, createServer: () => createProtocolServer() })
}
