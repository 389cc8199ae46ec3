import { int64 } from '#/contract/schema.ts'
import { advertiserOperation } from '../operation.ts'
import { SavedColumnList } from '../schemas/saved-column.ts'

export const list = advertiserOperation(
  {
    id: 'doubleclicksearch.savedColumns.list',
    http: 'GET /agency/{agencyId}/advertiser/{advertiserId}/savedcolumns',
    summary: 'Lists the saved columns of an advertiser.',
    params: {
      agencyId: int64({ about: 'The agency.' }),
      advertiserId: int64({ about: 'The advertiser.' }),
    },
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
