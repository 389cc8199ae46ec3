import { almanacApi } from '#/contract/almanac-api.ts'
import { pageOf, pageParams } from '#/contract/paging.ts'
import { int64, optional, string } from '#/contract/schema.ts'
import { nameWords } from '../domain/name-words.ts'
import { operation } from '../operation.ts'
import { AdvertiserList, wireAdvertiser } from '../schemas/tree.ts'
import { tree } from '../store/tree.ts'

export const list = operation(
  {
    id: 'doubleclicksearch.advertisers.list',
    api: almanacApi,
    http: 'GET /ads/advertisers',
    summary: 'Lists the advertisers that the caller can access.',
    params: {
      agencyId: optional(int64({ about: 'Only those of this agency.' })),
      q: optional(string({ about: 'Only those whose names contain these words.', lengthMax: 200 })),
      ...pageParams,
    },
    reply: AdvertiserList,
  },
  async ({ params, caller, ...context }) => {
    const { agencyId = '', q } = params
    const { userId } = caller
    const words = nameWords(q)
    const { entries, next } = await pageOf(context, params, {
      collection: 'ads.advertisers',
      owner: userId,
      filter: { agencyId, words },
      read: (page) =>
        tree.advertisers(context.database.apart, { ...page, userId, agencyId, words }),
      positionOf: ({ id }) => id,
    })
    return { kind: 'almanac#advertisers', items: entries.map(wireAdvertiser), ...next }
  },
)
