import type { Api } from '#/contract/operation.ts'

/** For administrators: who may use this server. */
export const adminApi: Api = {
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
