import { withFormerNames } from '#/auth/credentials/older-scopes.ts'
import { identityScopes } from '#/auth/oauth/identity-scopes.ts'
import { type Publication, publicationsOf } from '#/contract/documents/discovery-publication.ts'
import type { Api, Operation, Scope } from '#/contract/operation.ts'
import { accountService } from '#/services/account/service.ts'
import { adminService } from '#/services/admin/service.ts'
import { adsService, openAds } from '#/services/ads/service.ts'
import { booksService, openBooks } from '#/services/books/service.ts'
import { calendarService, openCalendar } from '#/services/calendar/service.ts'
import type { OpenService, Service } from '#/services/service.ts'
import { workbenchService } from '#/services/workbench/service.ts'

/** Every service. Documents, routes and tests derive from these declarations. */
export const services: readonly Service[] = [
  calendarService,
  booksService,
  adsService,
  accountService,
  adminService,
  workbenchService,
]

type ServicesPlatform = Parameters<typeof openCalendar>[0] &
  Parameters<typeof openBooks>[0] &
  Parameters<typeof openAds>[0]

/** The services that store data, on one database. */
export type OpenServices = Awaited<ReturnType<typeof openServices>>

/** Opens the services that store data. */
export async function openServices(platform: ServicesPlatform) {
  const calendar = openCalendar(platform)
  const books = openBooks(platform)
  const ads = await openAds(platform)
  const all: readonly OpenService[] = [calendar, books, ads]
  return { calendar, books, ads, services: all }
}

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

/** Loads the interfaces of the discovery directory with their operations. */
export function loadPublications(): Promise<readonly Publication[]> {
  published ??= loadServices().then((all) =>
    publicationsOf(all).filter(({ api }) => publishedApis.includes(api)),
  )
  return published
}

/** Google's APIs that this server implements. */
export const compatibleApis: readonly Api[] = [calendarService, booksService, adsService].map(
  ({ api }) => api,
)

/** The interfaces in the discovery directory. */
const publishedApis: readonly Api[] = [...compatibleApis, accountService.api, adminService.api]

const presentScopes = [
  calendarService,
  accountService,
  adminService,
  booksService,
  adsService,
].flatMap(({ scopes }) => scopes)

/**
 * Every scope that a client can be granted. Clients request scopes of several interfaces at once, so that all
 * are known.
 */
const declaredScopes: readonly Scope[] = withFormerNames(presentScopes)

/** The scopes of a token that is created without scopes. */
export const allScopes = presentScopes.map(({ uri }) => uri)

/** Every scope that can be requested. */
export const knownScopes = [...declaredScopes, ...identityScopes].map(({ uri }) => uri)

/** The scopes that an app password can have; the first one includes the others. */
const appPasswordScopes = calendarService.scopes.map(({ uri }) => uri)

/** What credentials can be granted. */
export const scopeLists = { declaredScopes, allScopes, knownScopes, appPasswordScopes }
