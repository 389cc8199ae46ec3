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

export const pageSize = 50

interface Wanted {
  readonly account: Place
  readonly start: string
  readonly end: string
  readonly campaignId: string
  readonly startRow: number
}

export const conversionsOf = ({ account, start, end, campaignId, startRow }: Wanted) =>
  queryOptions({
    queryKey: ['ads', 'conversions', account.id, start, end, campaignId, startRow],
    queryFn: async ({ signal }) => {
      const { agencyId, advertiserId, id } = account
      const query = {
        startDate: start.replaceAll('-', ''),
        endDate: end.replaceAll('-', ''),
        rowCount: pageSize,
        startRow,
        campaignId: campaignId === '' ? undefined : campaignId,
      }
      const path = `/doubleclicksearch/v2/agency/${agencyId}/advertiser/${advertiserId}/engine/${id}/conversion`
      const { conversion = [] } = await api.get<{ conversion?: readonly Conversion[] }>(path, {
        query,
        signal,
      })
      return conversion
    },
  })
