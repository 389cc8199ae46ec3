import type { Api } from './operation.ts'

/** What a user can do here that the compatible interfaces leave to their own screens. */
export const almanacApi: Api = {
  name: 'almanac',
  version: 'v1',
  title: 'Almanac API',
  description: 'What this server adds to the interfaces that it is compatible with.',
  basePath: '/almanac/v1',
  basePathIn: 'servicePath',
  batchPath: 'own',
  quotaStatus: 429,
  isNeverCached: true,
}
