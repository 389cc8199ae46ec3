import { queryOptions } from '@tanstack/react-query'
import { api, everyPage } from '../api/index.ts'

export type Level = 'agency' | 'advertiser' | 'account' | 'campaign' | 'adGroup' | 'keyword' | 'ad'

/** An entity in the account tree, with the ids of its ancestors. */
export interface Place {
  readonly level: Level
  readonly id: string
  readonly name: string
  readonly status?: string
  readonly customerId?: string
  readonly currency?: string
  readonly agencyId: string
  readonly advertiserId?: string
  readonly accountId?: string
  readonly campaignId?: string
  readonly adGroupId?: string
}

export interface Places {
  readonly items: readonly Place[]
  /** Whether there are more than shown. */
  readonly isCut: boolean
}

type Wire = Omit<Place, 'level'> & { readonly type: Level }

const childrenMax = 500
const base = '/almanac/v1/ads'

const below: Readonly<Partial<Record<Level, readonly Level[]>>> = {
  agency: ['advertiser'],
  advertiser: ['account'],
  account: ['campaign'],
  campaign: ['adGroup'],
  adGroup: ['keyword', 'ad'],
}

export const hasChildren = ({ level }: Place): boolean => below[level] !== undefined

export const keyOf = ({ level, id }: Place): string => `${level}-${id}`

export const agencies = queryOptions({
  queryKey: ['ads', 'agencies'],
  queryFn: async ({ signal }): Promise<readonly Place[]> => {
    const all = await everyPage<Omit<Wire, 'agencyId'>>(`${base}/agencies`, { signal })
    return all.map((each) => ({ ...each, level: 'agency', agencyId: each.id }))
  },
})

export const advertisers = queryOptions({
  queryKey: ['ads', 'advertisers'],
  queryFn: async ({ signal }): Promise<readonly Place[]> => {
    const all = await everyPage<Wire>(`${base}/advertisers`, { signal })
    return all.map((each) => ({ ...each, level: 'advertiser', advertiserId: each.id }))
  },
})

/** The children of an entity. */
export const childrenOf = (place: Place) =>
  queryOptions({
    queryKey: ['ads', 'children', keyOf(place)],
    queryFn: async ({ signal }): Promise<Places> => {
      const levels = below[place.level] ?? []
      const lists = await Promise.all(levels.map((level) => listPlaces(place, level, { signal })))
      return {
        items: lists.flatMap(({ items }) => items),
        isCut: lists.some(({ isCut }) => isCut),
      }
    },
  })

/** The entities of an advertiser with matching names. */
export const foundBelow = (advertiser: Place, q: string) =>
  queryOptions({
    queryKey: ['ads', 'found', advertiser.id, q],
    queryFn: async ({ signal }): Promise<Places> => {
      const levels = ['account', 'campaign', 'adGroup', 'keyword', 'ad'] as const
      const lists = await Promise.all(
        levels.map((level) => listPlaces(advertiser, level, { signal, q, maxResults: 20 })),
      )
      return {
        items: lists.flatMap(({ items }) => items),
        isCut: lists.some(({ isCut }) => isCut),
      }
    },
  })

interface ListOptions {
  readonly signal: AbortSignal
  readonly q?: string
  readonly maxResults?: number
}

async function listPlaces(
  place: Place,
  level: Level,
  { signal, q, maxResults = childrenMax }: ListOptions,
): Promise<Places> {
  const { agencyId, advertiserId } = place
  const path =
    level === 'advertiser'
      ? `${base}/advertisers`
      : `${base}/agencies/${agencyId}/advertisers/${advertiserId}/entities`
  const within =
    level === 'advertiser'
      ? { agencyId }
      : {
          type: level,
          accountId: place.accountId,
          campaignId: place.campaignId,
          adGroupId: place.adGroupId,
        }
  const { items = [], nextPageToken } = await api.get<{
    items?: readonly Wire[]
    nextPageToken?: string
  }>(path, { query: { ...within, q, maxResults }, signal })
  return {
    items: items.map((each) => placeBelow(place, level, each)),
    isCut: nextPageToken !== undefined,
  }
}

/** An entry of a list with the ids of its ancestors and its own. */
function placeBelow(above: Place, level: Level, { type: _, ...each }: Wire): Place {
  const { agencyId } = above
  const own = {
    ...(level === 'advertiser' ? { advertiserId: each.id } : { advertiserId: above.advertiserId }),
    ...(level === 'account' ? { accountId: each.id } : {}),
    ...(level === 'campaign' ? { campaignId: each.id } : {}),
    ...(level === 'adGroup' ? { adGroupId: each.id } : {}),
  }
  return { ...each, agencyId, level, ...own } as Place
}
