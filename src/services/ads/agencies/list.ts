import { almanacApi } from '#/contract/almanac-api.ts'
import { pageOf, pageParams } from '#/contract/paging.ts'
import { operation } from '../operation.ts'
import { AgencyList, wireAgency } from '../schemas/tree.ts'
import { tree } from '../store/tree.ts'

export const list = operation(
  {
    id: 'doubleclicksearch.agencies.list',
    api: almanacApi,
    http: 'GET /ads/agencies',
    summary: 'Lists the agencies that the caller can access.',
    params: pageParams,
    reply: AgencyList,
  },
  async ({ params, caller, ...context }) => {
    const { userId } = caller
    const { entries, next } = await pageOf(context, params, {
      collection: 'ads.agencies',
      owner: userId,
      read: (page) => tree.agencies(context.database, { ...page, userId }),
      positionOf: ({ id }) => id,
    })
    return { kind: 'almanac#agencies', items: entries.map(wireAgency), ...next }
  },
)
