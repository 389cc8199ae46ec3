import type { Authenticator } from '#/auth/authenticator.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import type { ServedService, Service } from '#/services/service.ts'
import {
  type AccountDependencies,
  type AccountSettings,
  accountContext,
  accountScopes,
} from './operation.ts'

export const accountService: Service = {
  api: almanacApi,
  scopes: Object.values(accountScopes),
  consoleAreas: ['account', 'developers'],
  loadOperations: async () => (await import('./operations.ts')).accountOperations,
}

interface AccountServer extends Omit<AccountDependencies, keyof AccountSettings | 'onEnded'> {
  readonly settings: AccountSettings & { readonly almanacBasePath: string }
  readonly authenticator: Authenticator
}

/** Runs the account service in a server. */
export const serveAccount = (server: AccountServer): ServedService => ({
  service: accountService,
  basePath: server.settings.almanacBasePath,
  context: accountContext({
    ...server,
    ...server.settings,
    onEnded: () => server.authenticator.forget(),
  }),
})
