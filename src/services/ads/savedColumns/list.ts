import { int64 } from '#/contract/schema.ts'
import { requireAdvertiser } from '../access.ts'
import { operation } from '../operation.ts'
import { SavedColumnList } from '../schemas/saved-column.ts'
import { adsScopes } from '../scopes.ts'

export const list = operation(
  {
    id: 'doubleclicksearch.savedColumns.list',
    http: 'GET /agency/{agencyId}/advertiser/{advertiserId}/savedcolumns',
    summary: 'Lists the saved columns of an advertiser.',
    params: {
      agencyId: int64({ about: 'The agency.' }),
      advertiserId: int64({ about: 'The advertiser.' }),
    },
    reply: SavedColumnList,
    scopes: [adsScopes.everything],
    access: { advertiserId: 'reader' },
    cost: 1,
  },
  async ({ params, database, platformSettings, ...given }) => {
    const { id } = await requireAdvertiser(given, database, params)
    const saved = await platformSettings.savedColumns(database, id)
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
