import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { t } from '../../texts/ads.ts'
import { EmptyState, Outcome, Page, Table } from '../../ui/index.ts'
import { AdvertiserChoice, useChosen } from '../account-choice.tsx'
import { AdsNavigation } from '../ads-navigation.tsx'
import type { Place } from '../entities.ts'
import { savedColumnsOf, typeName } from './saved-columns.ts'

const route = getRouteApi('/ads/saved-columns')

/** The saved columns of an advertiser. They come from its platform, so they can only be read. */
export function SavedColumnsPage() {
  const navigate = route.useNavigate()
  const chosen = useChosen(route.useSearch())
  return (
    <Page title={t.savedColumns}>
      <AdsNavigation />
      {chosen.advertisers.data?.length === 0 ? (
        <EmptyState title={t.noAccess}>{t.noAccessHint}</EmptyState>
      ) : (
        <>
          <div className="toolbar">
            <AdvertiserChoice
              chosen={chosen}
              onChoice={(search) => void navigate({ to: '/ads/saved-columns', search })}
            />
          </div>
          {chosen.advertiser !== undefined && <SavedColumns advertiser={chosen.advertiser} />}
        </>
      )}
    </Page>
  )
}

function SavedColumns({ advertiser }: { advertiser: Place }) {
  const columns = useQuery(savedColumnsOf(advertiser))
  return (
    <Outcome of={columns} lines={4}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState title={t.noSavedColumns}>{t.noSavedColumnsHint}</EmptyState>
        ) : (
          <>
            <p className="muted">{t.savedColumnsHint}</p>
            <Table
              label={t.savedColumns}
              columns={[t.nameColumn, t.valuesColumn, { label: t.actions, kind: 'hidden' }]}
            >
              {all.map(({ savedColumnName: name, type }) => (
                <tr key={name}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td>{typeName(type)}</td>
                  <td>
                    <Link
                      to="/ads/reports"
                      search={{ advertiserId: advertiser.id, savedColumn: name }}
                      aria-label={t.useInReport(name)}
                    >
                      {t.createReport}
                    </Link>
                  </td>
                </tr>
              ))}
            </Table>
          </>
        )
      }
    </Outcome>
  )
}
