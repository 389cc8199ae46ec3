import { almanacApi } from '#/contract/almanac-api.ts'
import type { Api, Operation, Scope } from '#/contract/operation.ts'
import { accountOperations } from '#/services/account/operations.ts'
import { accountScopes } from '#/services/account/scopes.ts'
import { adminApi } from '#/services/admin/api.ts'
import { adminOperations } from '#/services/admin/operations.ts'
import { adminScopes } from '#/services/admin/scopes.ts'
import { adsApi } from '#/services/ads/api.ts'
import { adsOperations } from '#/services/ads/operations.ts'
import { adsScopes } from '#/services/ads/scopes.ts'
import { booksApi } from '#/services/books/api.ts'
import { booksOperations } from '#/services/books/operations.ts'
import { booksScopes } from '#/services/books/scopes.ts'
import { calendarApi } from '#/services/calendar/api.ts'
import { calendarOperations } from '#/services/calendar/operations.ts'
import { calendarScopes } from '#/services/calendar/scopes.ts'
import { workbenchApi } from '#/services/workbench/api.ts'
import { workbenchOperations } from '#/services/workbench/operations.ts'

/** What a service declares, before it is given anything to work with. */
export interface DeclaredService {
  readonly api: Api
  readonly operations: readonly Operation[]
  readonly scopes: readonly Scope[]
}

export const calendarService: DeclaredService = {
  api: calendarApi,
  operations: calendarOperations,
  scopes: Object.values(calendarScopes),
}

export const booksService: DeclaredService = {
  api: booksApi,
  operations: booksOperations,
  scopes: Object.values(booksScopes),
}

export const adsService: DeclaredService = {
  api: adsApi,
  operations: adsOperations,
  scopes: Object.values(adsScopes),
}

export const accountService: DeclaredService = {
  api: almanacApi,
  operations: accountOperations,
  scopes: Object.values(accountScopes),
}

export const adminService: DeclaredService = {
  api: adminApi,
  operations: adminOperations,
  scopes: Object.values(adminScopes),
}

export const workbenchService: DeclaredService = {
  api: workbenchApi,
  operations: workbenchOperations,
  scopes: [],
}

/** Every service. What they declare is all that documents, routes and tests are derived from. */
export const services: readonly DeclaredService[] = [
  calendarService,
  booksService,
  adsService,
  accountService,
  adminService,
  workbenchService,
]

/** The interfaces of others that this server speaks. */
export const compatibleApis: readonly Api[] = [calendarApi, booksApi, adsApi]

/** The interfaces that the discovery directory lists. */
export const publishedApis: readonly Api[] = [...compatibleApis, almanacApi, adminApi]
