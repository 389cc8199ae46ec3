import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import type { Place } from '../entities.ts'

export interface Conversion {
  readonly dsConversionId?: string
  readonly conversionId: string
  readonly conversionTimestamp: string
  readonly segmentationName?: string
  readonly type?: string
  readonly state?: string
  readonly campaignId?: string
  readonly criterionId?: string
  readonly quantityMillis?: string
  readonly revenueMicros?: string
  readonly currencyCode?: string
}

interface ConversionFilter {
  readonly account: Place
  readonly start: string
  readonly end: string
  readonly campaignId: string
}

/** The number of rows per page. */
const rowCount = 1000
/** How many conversions are sorted and summed on the page. */
const conversionsMax = 10_000

/** The conversions of an account within days, all of them up to a limit. */
export const conversionsOf = ({ account, start, end, campaignId }: ConversionFilter) =>
  queryOptions({
    queryKey: ['ads', 'conversions', account.id, start, end, campaignId],
    queryFn: async ({ signal }) => {
      const { agencyId, advertiserId, id } = account
      const path = `/doubleclicksearch/v2/agency/${agencyId}/advertiser/${advertiserId}/engine/${id}/conversion`
      const rows: Conversion[] = []
      let isCut = true
      while (isCut && rows.length < conversionsMax) {
        const query = {
          startDate: start.replaceAll('-', ''),
          endDate: end.replaceAll('-', ''),
          rowCount,
          startRow: rows.length,
          campaignId: campaignId === '' ? undefined : campaignId,
        }
        const { conversion = [] } = await api.get<{ conversion?: readonly Conversion[] }>(path, {
          query,
          signal,
        })
        rows.push(...conversion)
        isCut = conversion.length === rowCount
      }
      return { rows, isCut }
    },
  })

export const sortKeys = ['time', 'id', 'activity', 'type', 'state', 'quantity', 'revenue'] as const

export type SortKey = (typeof sortKeys)[number]

export interface Sorting {
  readonly by: SortKey
  readonly isDescending: boolean
}

const keyOf: Readonly<Record<SortKey, (row: Conversion) => string | number>> = {
  time: (row) => Number(row.conversionTimestamp),
  id: (row) => row.conversionId,
  activity: (row) => row.segmentationName ?? '',
  type: (row) => row.type ?? '',
  state: (row) => row.state ?? '',
  quantity: (row) => Number(row.quantityMillis ?? 0),
  revenue: (row) => Number(row.revenueMicros ?? 0),
}

/** The rows in another order. Equal ones stay in theirs. */
export function sortedConversions(
  rows: readonly Conversion[],
  { by, isDescending }: Sorting,
): Conversion[] {
  const collator = new Intl.Collator(undefined, { numeric: true })
  const compare = (a: Conversion, b: Conversion): number => {
    const [one, other] = [keyOf[by](a), keyOf[by](b)]
    return typeof one === 'number' && typeof other === 'number'
      ? one - other
      : collator.compare(String(one), String(other))
  }
  return rows.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)))
}

/** The sums of conversions: their quantity, and their revenue in each currency. */
export function totalsOf(rows: readonly Conversion[]) {
  const revenue = new Map<string, number>()
  let quantity = 0
  for (const { quantityMillis, revenueMicros, currencyCode = '' } of rows) {
    quantity += Number(quantityMillis ?? 0)
    if (revenueMicros === undefined) continue
    revenue.set(currencyCode, (revenue.get(currencyCode) ?? 0) + Number(revenueMicros))
  }
  return {
    quantity: quantity / 1000,
    revenue: [...revenue].map(([currency, micros]) => ({ currency, amount: micros / 1_000_000 })),
  }
}
