import { about, oneOf, optional, string, type TypeOf } from '#/contract/schema.ts'
import {
  type AdsEntityList,
  type AdvertiserList,
  listedEntityKinds,
} from '#/services/ads/schemas/tree.ts'
import { readTool } from '../tool.ts'

export const idArgument = (sentence: string) => string({ about: sentence, pattern: '^\\d{1,19}$' })

/** The advertiser that a tool is about. */
export const advertiserArguments = {
  agencyId: idArgument('The `agencyId` from list_advertisers.'),
  advertiserId: idArgument('The `advertiserId` from list_advertisers.'),
}

const pageArguments = {
  query: optional(string({ about: 'Only those whose names contain these words.', lengthMax: 200 })),
  pageToken: optional(string({ about: 'The `nextPageToken` of the page before.' })),
}

const pageSize = 50

export const listAdvertisers = readTool(
  {
    name: 'list_advertisers',
    title: 'List advertisers',
    about:
      'Returns the advertisers whose search advertising the user can see, with the ids that the other tools for advertising need.',
    args: pageArguments,
    operations: ['doubleclicksearch.advertisers.list'],
  },
  async ({ args: { query, pageToken }, call }) => {
    const { items = [], nextPageToken }: TypeOf<typeof AdvertiserList> = await call({
      operation: 'doubleclicksearch.advertisers.list',
      params: { q: query, pageToken, maxResults: pageSize },
    })
    return {
      advertisers: items.map(({ id, agencyId, agencyName, name, status, currency, timeZone }) => ({
        advertiserId: id,
        name,
        agencyId,
        agencyName,
        status,
        currency,
        timeZone,
      })),
      nextPageToken,
    }
  },
)

export const listAdsEntities = readTool(
  {
    name: 'list_ads_entities',
    title: 'List accounts, campaigns and keywords',
    findIdsWith: 'list_advertisers',
    about: 'Returns the accounts of an advertiser, or what is in them, such as campaigns.',
    args: {
      ...advertiserArguments,
      type: about('What to list.', oneOf(...listedEntityKinds)),
      accountId: optional(idArgument('Only what is in this account.')),
      campaignId: optional(idArgument('Only what is in this campaign.')),
      adGroupId: optional(idArgument('Only what is in this ad group.')),
      ...pageArguments,
    },
    operations: ['doubleclicksearch.entities.list'],
  },
  async ({ args: { query, ...params }, call }) => {
    const { items = [], nextPageToken }: TypeOf<typeof AdsEntityList> = await call({
      operation: 'doubleclicksearch.entities.list',
      params: { ...params, q: query, maxResults: pageSize },
    })
    return {
      entities: items.map(({ kind: _, customerId: __, ...entity }) => entity),
      nextPageToken,
    }
  },
)
