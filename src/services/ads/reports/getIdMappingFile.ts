import { Download } from '#/contract/answer.ts'
import { object } from '#/contract/schema.ts'
import { advertiserOperation, ofAdvertiser } from '../operation.ts'

const IdMappingFile = object('IdMappingFile', {}, { about: 'A file; it has no members.' })

export const getIdMappingFile = advertiserOperation(
  {
    id: 'doubleclicksearch.reports.getIdMappingFile',
    http: 'GET /agency/{agencyId}/advertiser/{advertiserId}/idmapping',
    summary:
      "Returns the ids of an advertiser's entities in the previous and the new Search Ads 360 as CSV.",
    params: ofAdvertiser,
    reply: IdMappingFile,
    access: { advertiserId: 'reader' },
    audit: { object: 'advertisers/{advertiserId}/idmapping' },
    isDownload: true,
  },
  ({ idPairs, advertiser }) =>
    new Download('text/csv; charset=utf-8', () => idPairs.of(advertiser)),
)
