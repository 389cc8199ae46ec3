import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../api/index.ts'
import { formatMoment } from '../locale/index.ts'
import { t } from '../texts/developers.ts'
import { RefreshIcon } from '../ui/icons.tsx'
import { Button, Outcome, Page } from '../ui/index.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'

interface Bucket {
  readonly bucket: keyof typeof t.quotaNames
  readonly used: number
  readonly limit?: number
  readonly resetsAt: string
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
      {t.refresh}
    </Button>
  )
  return (
    <Page title={t.quota} actions={refresh}>
      <DevelopersNavigation />
      <p className="muted">{t.quotaIntro}</p>
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
        {t.quotaNames[bucket]}
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
      <p>{t.usage(used, limit)}</p>
      <p className="muted">{t.resetsAt(formatMoment(resetsAt))}</p>
    </li>
  )
}
