import { almanacApi } from '#/contract/almanac-api.ts'
import type { ServedService, Service } from '#/services/service.ts'
import { type AccountDependencies, accountContext } from './operation.ts'
import { accountScopes } from './scopes.ts'

export const accountService: Service = {
  api: almanacApi,
  scopes: Object.values(accountScopes),
  consoleAreas: ['account', 'developers'],
  loadOperations: async () => (await import('./operations.ts')).accountOperations,
}

interface AccountServer extends AccountDependencies {
  readonly almanacBasePath: string
}

/** Runs the account service in a server. */
export const serveAccount = (server: AccountServer): ServedService => ({
  service: accountService,
  basePath: server.almanacBasePath,
  context: accountContext(server),
})
