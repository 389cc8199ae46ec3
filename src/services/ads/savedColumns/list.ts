import { advertiserOperation, ofAdvertiser } from '../operation.ts'
import { SavedColumnList } from '../schemas/saved-column.ts'

export const list = advertiserOperation(
  {
    id: 'doubleclicksearch.savedColumns.list',
    http: 'GET /agency/{agencyId}/advertiser/{advertiserId}/savedcolumns',
    summary: 'Lists the saved columns of an advertiser.',
    params: ofAdvertiser,
    reply: SavedColumnList,
    access: { advertiserId: 'reader' },
  },
  async ({ database, platformSettings, advertiser }) => {
    const saved = await platformSettings.savedColumns(database, advertiser.id)
    return {
      kind: 'doubleclicksearch#savedColumnList',
      items: saved.map(({ name, type }) => ({
        kind: 'doubleclicksearch#savedColumn',
        savedColumnName: name,
        type,
      })),
    }
  },
)
