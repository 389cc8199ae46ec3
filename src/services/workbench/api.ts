import type { Api } from '#/contract/operation.ts'

/** For people who test against this server. It exists in dev mode only. */
export const workbenchApi: Api = {
  name: 'workbench',
  version: 'v1',
  title: 'Workbench',
  description: 'Tokens, time, faults and states for people who test against this server.',
  basePath: '/_almanac',
  basePathIn: 'servicePath',
  batchPath: 'common',
  quotaStatus: 429,
}
