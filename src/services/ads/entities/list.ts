import { almanacApi } from '#/contract/almanac-api.ts'
import { pageOf, pageParams } from '#/contract/paging.ts'
import { about, int64, oneOf, optional, string } from '#/contract/schema.ts'
import { nameWords } from '../domain/name-words.ts'
import { advertiserOperation, ofAdvertiser } from '../operation.ts'
import { AdsEntityList, listedEntityKinds, wireEntity } from '../schemas/tree.ts'
import { tree } from '../store/tree.ts'

export const list = advertiserOperation(
  {
    id: 'doubleclicksearch.entities.list',
    api: almanacApi,
    http: 'GET /ads/agencies/{agencyId}/advertisers/{advertiserId}/entities',
    summary: 'Lists the accounts of an advertiser, or the entities in them.',
    params: {
      ...ofAdvertiser,
      type: about('The type of the entities.', oneOf(...listedEntityKinds)),
      accountId: optional(int64({ about: 'Only entities in this engine account.' })),
      campaignId: optional(int64({ about: 'Only entities in this campaign.' })),
      adGroupId: optional(int64({ about: 'Only entities in this ad group.' })),
      q: optional(string({ about: 'Only those whose names contain these words.', lengthMax: 200 })),
      ...pageParams,
    },
    reply: AdsEntityList,
    access: { advertiserId: 'reader' },
  },
  async ({ params, ...context }) => {
    const { database } = context
    const { id: advertiserId } = context.advertiser
    const { type: kind, accountId = '', campaignId = '', adGroupId = '' } = params
    const filter = { kind, accountId, campaignId, adGroupId, words: nameWords(params.q) }
    const { entries, next } = await pageOf(context, params, {
      collection: 'ads.entities',
      owner: advertiserId,
      filter,
      // A search reads every name, of which there can be many.
      read: (page) => tree.entities(database.apart, { ...page, ...filter, advertiserId }),
      positionOf: ({ id }) => id,
    })
    const items = entries.map((entity) => wireEntity(kind, entity))
    return { kind: 'almanac#adsEntities', items, ...next }
  },
)
