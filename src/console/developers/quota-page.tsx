import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../api/index.ts'
import { formatMoment, formatNumber } from '../locale/index.ts'
import { RefreshIcon } from '../ui/icons.tsx'
import { Button, Outcome, Page } from '../ui/index.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'

interface Bucket {
  readonly bucket: keyof typeof names
  readonly clientId?: string
  readonly used: number
  readonly limit?: number
  readonly resetsAt: string
}

const names = {
  userPerMinute: 'You, in a minute',
  userPerDay: 'You, in a day',
  clientPerMinute: 'All users of this client, in a minute',
  clientPerDay: 'All users of this client, in a day',
  adsGeneratePerDay: 'Generated reports, in a day',
  adsRequestPerDay: 'Requested reports, in a day',
  adsOtherPerDay: 'Other calls of search advertising, in a day',
}

/** The quota usage of the user. */
export function QuotaPage() {
  const quota = useQuery({
    queryKey: ['account', 'quota'],
    queryFn: async ({ signal }) =>
      (await api.get<{ items?: readonly Bucket[] }>('/almanac/v1/users/me/quota', { signal }))
        .items ?? [],
    staleTime: 0,
  })
  const refresh = (
    <Button icon={<RefreshIcon />} isBusy={quota.isFetching} onClick={() => void quota.refetch()}>
      Refresh
    </Button>
  )
  return (
    <Page title="Quota" actions={refresh}>
      <DevelopersNavigation />
      <p className="muted">
        Calls are counted for each client by itself. These are the ones of these pages. The daily
        allowances of search advertising are counted with all clients.
      </p>
      <Outcome of={quota}>
        {(all) => (
          <ul className="cards plain-list">
            {all.map((bucket) => (
              <QuotaCard key={bucket.bucket} bucket={bucket} />
            ))}
          </ul>
        )}
      </Outcome>
    </Page>
  )
}

function QuotaCard({ bucket: { bucket, used, limit, resetsAt } }: { bucket: Bucket }) {
  const id = useId()
  return (
    <li className="card">
      <h2 id={id} className="quota-name">
        {names[bucket]}
      </h2>
      {limit !== undefined && (
        <meter
          aria-labelledby={id}
          max={limit}
          high={limit * 0.8}
          low={limit * 0.8}
          optimum={0}
          value={used}
        />
      )}
      <p>
        {formatNumber(used)} of {limit === undefined ? 'any number' : formatNumber(limit)} units
      </p>
      <p className="muted">Free again at {formatMoment(resetsAt, 'exact')}</p>
    </li>
  )
}
