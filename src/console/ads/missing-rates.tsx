import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/index.ts'
import { t } from '../texts/ads.ts'
import { dateRange } from './days.ts'

interface MissingRate {
  readonly currency: string
  readonly startDate: string
  readonly endDate: string
}

const missingRates = queryOptions({
  queryKey: ['ads', 'missingRates'],
  queryFn: async ({ signal }) =>
    (await api.get<{ items: readonly MissingRate[] }>('/almanac/v1/ads/missingRates', { signal }))
      .items,
})

/** Lists missing currency rates, if any, which make reports fail. */
export function MissingRates() {
  const missing = useQuery(missingRates)
  if (missing.data === undefined || missing.data.length === 0) return null
  return (
    <div className="note" role="status">
      <p>{t.missingRates}</p>
      <ul>
        {missing.data.map(({ currency, startDate, endDate }) => (
          <li key={currency}>{t.missingRate(currency, dateRange(startDate, endDate))}</li>
        ))}
      </ul>
    </div>
  )
}
