import type { AuditTrail } from '#/audit/trail.ts'
import { programVersion } from '#/kernel/version.ts'
import type { ServedService, Service } from '#/services/service.ts'
import { adminApi } from './api.ts'
import { type AdminDependencies, adminContext } from './operation.ts'
import { adminScopes } from './scopes.ts'

export { isOwner } from './operation.ts'

export const adminService: Service = {
  api: adminApi,
  scopes: Object.values(adminScopes),
  consoleAreas: ['admin'],
  loadOperations: async () => (await import('./operations.ts')).adminOperations,
}

interface AdminServer extends Omit<AdminDependencies, 'renameObject' | 'version' | 'startedAtMs'> {
  readonly audit: AuditTrail
  readonly settings: AdminDependencies['settings'] & { readonly adminBasePath: string }
}

/** Runs the administration in a server. */
export const serveAdmin = (server: AdminServer): ServedService => ({
  service: adminService,
  basePath: server.settings.adminBasePath,
  context: adminContext({
    ...server,
    renameObject: server.audit.renameObject,
    version: programVersion(),
    startedAtMs: server.clock.machineMs(),
  }),
})
