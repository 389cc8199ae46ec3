import type { Api } from './operation.ts'

/** The account of a user: what Google offers only on web pages, such as tokens, keys and the password. */
export const almanacApi: Api = {
  name: 'almanac',
  version: 'v1',
  title: 'Almanac API',
  description: 'Extensions of the APIs that this server is compatible with.',
  basePath: '/almanac/v1',
  basePathIn: 'servicePath',
  batchPath: 'own',
  quotaStatus: 429,
  isNeverCached: true,
}
