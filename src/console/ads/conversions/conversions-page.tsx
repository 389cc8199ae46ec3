import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { save } from '../../api/index.ts'
import { dateFormat, formatMoney, formatNumber, useTimeZone } from '../../locale/index.ts'
import { t } from '../../texts/ads.ts'
import { Button, EmptyState, Outcome, Page, SelectField, Table } from '../../ui/index.ts'
import { AccountChoice, useChosen } from '../account-choice.tsx'
import { AdsNavigation } from '../ads-navigation.tsx'
import { DayField } from '../day-field.tsx'
import { daysAgo } from '../days.ts'
import { childrenOf, type Place } from '../entities.ts'
import { MissingRates } from '../missing-rates.tsx'
import {
  type Conversion,
  conversionsOf,
  type Sorting,
  type SortKey,
  sortedConversions,
  sortKeys,
  totalsOf,
} from './conversions.ts'
import { csvText } from './csv.ts'
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
  const campaigns = useQuery(childrenOf(account))
  const filter = { account, start, end, campaignId }
  const conversions = useQuery({ ...conversionsOf(filter), placeholderData: keepPreviousData })
  return (
    <>
      <div className="toolbar">
        <DayField label={t.from} value={start} onValue={setStart} />
        <DayField label={t.to} value={end} onValue={setEnd} />
        <SelectField label={t.levels.campaign} value={campaignId} onValue={setCampaign}>
          <option value="">{t.all}</option>
          {(campaigns.data?.items ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Outcome of={conversions} lines={8}>
        {({ rows, isCut }) =>
          rows.length === 0 ? (
            <EmptyState title={t.noConversions}>{t.noConversionsHint}</EmptyState>
          ) : (
            <Listed
              key={`${start} ${end} ${campaignId}`}
              fileName={`conversions-${account.id}-${start}-${end}.csv`}
              {...{ rows, isCut }}
            />
          )
        }
      </Outcome>
    </>
  )
}

interface ListedProps {
  readonly rows: readonly Conversion[]
  /** Whether there are more than these. */
  readonly isCut: boolean
  readonly fileName: string
}

/** A page of sorted conversions, with the totals of all. */
function Listed({ rows, isCut, fileName }: ListedProps) {
  const [startRow, setStartRow] = useState(0)
  const [sorting, setSorting] = useState<Sorting>({ by: 'time', isDescending: false })
  const sorted = useMemo(() => sortedConversions(rows, sorting), [rows, sorting])
  const page = sorted.slice(startRow, startRow + pageSize)
  const sort = (by: SortKey) => {
    setSorting({ by, isDescending: sorting.by === by && !sorting.isDescending })
    setStartRow(0)
  }
  return (
    <>
      {isCut && <p className="muted">{t.conversionsCut(rows.length)}</p>}
      <ConversionTable rows={page} all={rows} sorting={sorting} onSort={sort} />
      <div className="row">
        <Button disabled={startRow === 0} onClick={() => setStartRow(startRow - pageSize)}>
          {t.previous}
        </Button>
        <Button
          disabled={startRow + pageSize >= rows.length}
          onClick={() => setStartRow(startRow + pageSize)}
        >
          {t.next}
        </Button>
        <span role="status" className="muted">
          {t.rowsOf(startRow + 1, startRow + page.length, rows.length)}
        </span>
        <Button onClick={() => save(new Blob([csvText(sorted)], { type: 'text/csv' }), fileName)}>
          {t.exportCsv}
        </Button>
      </div>
    </>
  )
}

interface ConversionTableProps {
  readonly rows: readonly Conversion[]
  /** The rows of all pages, which the totals are about. */
  readonly all: readonly Conversion[]
  readonly sorting: Sorting
  readonly onSort: (by: SortKey) => void
}

function ConversionTable({ rows, all, sorting, onSort }: ConversionTableProps) {
  const timeZone = useTimeZone()
  const format = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <Table
      label={t.conversions}
      columns={sortKeys.map((key) => ({
        label: t.columns[key],
        kind: key === 'quantity' || key === 'revenue' ? 'number' : 'text',
        sorted: sorting.by !== key ? 'none' : sorting.isDescending ? 'descending' : 'ascending',
        onSort: () => onSort(key),
      }))}
      footer={<Totals rows={all} />}
    >
      {rows.map((row) => (
        <tr key={row.dsConversionId ?? `${row.conversionId} ${row.conversionTimestamp}`}>
          <td className="nowrap">{format.format(Number(row.conversionTimestamp))}</td>
          <th scope="row" className="conversion-id">
            <bdi>{row.conversionId}</bdi>
          </th>
          <td>
            <bdi>{row.segmentationName}</bdi>
          </td>
          <td>{wordFor(t.conversionTypes, row.type)}</td>
          <td>{wordFor(t.conversionStates, row.state)}</td>
          <td className="number">
            {row.quantityMillis !== undefined && formatNumber(Number(row.quantityMillis) / 1000)}
          </td>
          <td className="number nowrap">{revenueOf(row)}</td>
        </tr>
      ))}
    </Table>
  )
}

const wordFor = (words: Readonly<Record<string, string>>, value = ''): string =>
  words[value] ?? value

function Totals({ rows }: { rows: readonly Conversion[] }) {
  const { quantity, revenue } = totalsOf(rows)
  return (
    <tr>
      <th scope="row" colSpan={5}>
        {t.total}
      </th>
      <td className="number">{formatNumber(quantity)}</td>
      <td className="number nowrap">
        {revenue.map(({ currency, amount }) => (
          <div key={currency}>{amountIn(amount, currency)}</div>
        ))}
      </td>
    </tr>
  )
}

const revenueOf = ({ revenueMicros, currencyCode = '' }: Conversion): string =>
  revenueMicros === undefined ? '' : amountIn(Number(revenueMicros) / 1_000_000, currencyCode)

const amountIn = (amount: number, currency: string): string =>
  currency === '' ? formatNumber(amount) : formatMoney(amount, currency)

const pageSize = 50
