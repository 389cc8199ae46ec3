import type { Api } from '#/contract/operation.ts'

export const adsApi: Api = {
  name: 'doubleclicksearch',
  version: 'v2',
  title: 'Search Ads 360 API',
  description: 'Conversions of search advertising and reports about it.',
  basePath: '/doubleclicksearch/v2',
  basePathIn: 'methodPaths',
  batchPath: 'common',
  quotaStatus: 429,
  serviceName: 'doubleclicksearch.googleapis.com',
  allowance: 'adsOther',
}
