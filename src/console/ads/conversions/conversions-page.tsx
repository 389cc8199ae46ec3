import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { dateFormat, formatMoney, formatNumber, useTimeZone } from '../../locale/index.ts'
import { t } from '../../texts/ads.ts'
import { Button, EmptyState, Field, Outcome, Page, Table } from '../../ui/index.ts'
import { AccountChoice, useChosen } from '../account-choice.tsx'
import { AdsNavigation } from '../ads-navigation.tsx'
import { DayField } from '../day-field.tsx'
import { daysAgo } from '../days.ts'
import { childrenOf, type Place } from '../entities.ts'
import { MissingRates } from '../missing-rates.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const route = getRouteApi('/ads/conversions')

/** The conversions of an account, by days and campaigns, with an upload. */
export function ConversionsPage() {
  const navigate = route.useNavigate()
  const chosen = useChosen(route.useSearch())
  const [isUploading, setUploading] = useState(false)
  return (
    <Page
      title={t.conversions}
      actions={
        <Button kind="main" onClick={() => setUploading(true)}>
          {t.upload}
        </Button>
      }
    >
      <AdsNavigation />
      <MissingRates />
      <div className="toolbar">
        <AccountChoice
          chosen={chosen}
          whole={t.selectAccount}
          onChoice={(search) => void navigate({ to: '/ads/conversions', search })}
        />
      </div>
      {chosen.account === undefined ? (
        <EmptyState title={t.selectAccountTitle}>{t.selectAccountHint}</EmptyState>
      ) : (
        <Conversions key={chosen.account.id} account={chosen.account} />
      )}
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Page>
  )
}

function Conversions({ account }: { account: Place }) {
  const [start, setStart] = useState(daysAgo(30))
  const [end, setEnd] = useState(daysAgo(0))
  const [campaignId, setCampaign] = useState('')
  const [startRow, setStartRow] = useState(0)
  const campaigns = useQuery(childrenOf(account))
  const wanted = { account, start, end, campaignId, startRow }
  const conversions = useQuery({ ...conversionsOf(wanted), placeholderData: keepPreviousData })
  const narrowed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setStartRow(0)
  }
  return (
    <>
      <div className="toolbar">
        <DayField label={t.from} value={start} onValue={narrowed(setStart)} />
        <DayField label={t.to} value={end} onValue={narrowed(setEnd)} />
        <Field label={t.levels.campaign}>
          {(control) => (
            <select
              {...control}
              value={campaignId}
              onChange={(event) => narrowed(setCampaign)(event.target.value)}
            >
              <option value="">{t.all}</option>
              {(campaigns.data?.items ?? []).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Outcome of={conversions} lines={8}>
        {(rows) => (
          <>
            <ConversionTable rows={rows} />
            <div className="row">
              <Button disabled={startRow === 0} onClick={() => setStartRow(startRow - pageSize)}>
                {t.previous}
              </Button>
              <Button
                disabled={rows.length < pageSize}
                onClick={() => setStartRow(startRow + pageSize)}
              >
                {t.next}
              </Button>
              <span role="status" className="muted">
                {rows.length > 0 && t.rows(startRow + 1, startRow + rows.length)}
              </span>
            </div>
          </>
        )}
      </Outcome>
    </>
  )
}

function ConversionTable({ rows }: { rows: readonly Conversion[] }) {
  const timeZone = useTimeZone()
  if (rows.length === 0) {
    return <EmptyState title={t.noConversions}>{t.noConversionsHint}</EmptyState>
  }
  const format = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <Table
      label={t.conversions}
      columns={[
        t.columns.time,
        t.facts.id,
        t.columns.activity,
        t.columns.type,
        t.columns.state,
        { label: t.columns.quantity, kind: 'number' },
        { label: t.columns.revenue, kind: 'number' },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.dsConversionId ?? `${row.conversionId} ${row.conversionTimestamp}`}>
          <td className="nowrap">{format.format(Number(row.conversionTimestamp))}</td>
          <th scope="row">
            <bdi>{row.conversionId}</bdi>
          </th>
          <td>
            <bdi>{row.segmentationName}</bdi>
          </td>
          <td>{row.type}</td>
          <td>{row.state}</td>
          <td className="number">
            {row.quantityMillis !== undefined && formatNumber(Number(row.quantityMillis) / 1000)}
          </td>
          <td className="number nowrap">{revenueOf(row)}</td>
        </tr>
      ))}
    </Table>
  )
}

function revenueOf({ revenueMicros, currencyCode }: Conversion): string {
  if (revenueMicros === undefined) return ''
  const amount = Number(revenueMicros) / 1_000_000
  return currencyCode === undefined ? formatNumber(amount) : formatMoney(amount, currencyCode)
}

interface Conversion {
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

const pageSize = 50

interface Wanted {
  readonly account: Place
  readonly start: string
  readonly end: string
  readonly campaignId: string
  readonly startRow: number
}

const conversionsOf = ({ account, start, end, campaignId, startRow }: Wanted) =>
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
