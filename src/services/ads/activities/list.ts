import { almanacApi } from '#/contract/almanac-api.ts'
import { pageOf, pageParams } from '#/contract/paging.ts'
import { advertiserOperation, ofAdvertiser } from '../operation.ts'
import { AdsActivityList, wireActivity } from '../schemas/tree.ts'
import { tree } from '../store/tree.ts'

export const list = advertiserOperation(
  {
    id: 'doubleclicksearch.activities.list',
    api: almanacApi,
    http: 'GET /ads/agencies/{agencyId}/advertisers/{advertiserId}/activities',
    summary: 'Lists the activities of an advertiser, and until when their data is complete.',
    params: {
      ...ofAdvertiser,
      ...pageParams,
    },
    reply: AdsActivityList,
    access: { advertiserId: 'reader' },
  },
  async ({ params, ...context }) => {
    const { database } = context
    const { id: advertiserId } = context.advertiser
    const { entries, next } = await pageOf(context, params, {
      collection: 'ads.activities',
      owner: advertiserId,
      read: (page) => tree.activities(database, { ...page, advertiserId }),
      positionOf: ({ id }) => id,
    })
    return { kind: 'almanac#adsActivities', items: entries.map(wireActivity), ...next }
  },
)
