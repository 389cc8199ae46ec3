import { withFormerNames } from '#/auth/credentials/older-scopes.ts'
import { identityScopes } from '#/auth/oauth/identity-scopes.ts'
import { type Publication, publicationsOf } from '#/contract/documents/discovery-publication.ts'
import type { Api, Operation, Scope } from '#/contract/operation.ts'
import { accountService } from '#/services/account/service.ts'
import { adminService } from '#/services/admin/service.ts'
import { adsService } from '#/services/ads/service.ts'
import { booksService } from '#/services/books/service.ts'
import { calendarService } from '#/services/calendar/service.ts'
import type { Service } from '#/services/service.ts'
import { workbenchService } from '#/services/workbench/service.ts'

/** Every service. What they declare is all that documents, routes and tests are derived from. */
export const services: readonly Service[] = [
  calendarService,
  booksService,
  adsService,
  accountService,
  adminService,
  workbenchService,
]

/** A service with its operations. */
export interface LoadedService extends Service {
  readonly operations: readonly Operation[]
}

let loaded: Promise<readonly LoadedService[]> | undefined

/** Loads the operations of all services, once for all sites of a server. */
export function loadServices(): Promise<readonly LoadedService[]> {
  loaded ??= Promise.all(
    services.map(async (service) => ({ ...service, operations: await service.loadOperations() })),
  )
  return loaded
}

let published: Promise<readonly Publication[]> | undefined

/** Loads what the interfaces that the discovery directory lists publish. */
export function loadPublications(): Promise<readonly Publication[]> {
  published ??= loadServices().then((all) =>
    publicationsOf(all).filter(({ api }) => publishedApis.includes(api)),
  )
  return published
}

/** The interfaces of others that this server speaks. */
export const compatibleApis: readonly Api[] = [calendarService, booksService, adsService].map(
  ({ api }) => api,
)

/** The interfaces that the discovery directory lists. */
export const publishedApis: readonly Api[] = [
  ...compatibleApis,
  accountService.api,
  adminService.api,
]

const presentScopes = [
  calendarService,
  accountService,
  adminService,
  booksService,
  adsService,
].flatMap(({ scopes }) => scopes)

/**
 * Every scope that a program can be given. Programs ask for those of several interfaces at once, so
 * they are all known, whichever operations there are.
 */
export const declaredScopes: readonly Scope[] = withFormerNames(presentScopes)

/** What a token that is minted without any scopes allows. */
export const allScopes = presentScopes.map(({ uri }) => uri)

/** Every scope that somebody can ask for. */
export const knownScopes = [...declaredScopes, ...identityScopes].map(({ uri }) => uri)
