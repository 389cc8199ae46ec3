import type { AuditTrail } from '#/audit/trail.ts'
import type { Api } from '#/contract/operation.ts'
import { programVersion } from '#/kernel/version.ts'
import type { ServedService, Service } from '#/services/service.ts'
import { type AdminDependencies, adminContext } from './operation.ts'
import { adminScopes } from './scopes.ts'

export { isOwner } from './operation.ts'

/** For administrators: who may use this server. */
const adminApi: Api = {
  name: 'admin',
  version: 'v1',
  title: 'Administration API',
  description: 'Users, groups, domains and rooms of this server, for its administrators.',
  basePath: '/admin/v1',
  basePathIn: 'servicePath',
  batchPath: 'own',
  quotaStatus: 429,
  isNeverCached: true,
}

export const adminService: Service = {
  api: adminApi,
  scopes: Object.values(adminScopes),
  consoleAreas: ['admin'],
  loadOperations: async () => (await import('./operations.ts')).adminOperations,
}

interface AdminServer
  extends Omit<
    AdminDependencies,
    'renameObject' | 'version' | 'startedAtMs' | 'channelStops' | 'resources' | 'adsGrants'
  > {
  readonly audit: AuditTrail
  /** The services whose data is administered. */
  readonly calendar: Pick<AdminDependencies, 'channelStops' | 'resources'>
  readonly ads: { readonly shownGrants: AdminDependencies['adsGrants'] }
  readonly settings: AdminDependencies['settings'] & { readonly adminBasePath: string }
}

/** Runs the administration in a server. */
export const serveAdmin = (server: AdminServer): ServedService => ({
  service: adminService,
  basePath: server.settings.adminBasePath,
  context: adminContext({
    ...server,
    channelStops: server.calendar.channelStops,
    resources: server.calendar.resources,
    adsGrants: server.ads.shownGrants,
    renameObject: server.audit.renameObject,
    version: programVersion(),
    startedAtMs: server.clock.machineMs(),
  }),
})
