import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, EmptyState, Field, Outcome, Page } from '../../ui/index.ts'
import { AccountChoice, useChosen } from '../account-choice.tsx'
import { AdsNavigation } from '../ads-navigation.tsx'
import { DayField } from '../day-field.tsx'
import { daysAgo } from '../days.ts'
import { childrenOf, type Place } from '../entities.ts'
import { MissingRates } from '../missing-rates.tsx'
import { ConversionTable } from './conversion-table.tsx'
import { conversionsOf, pageSize } from './conversions.ts'
import { UploadDialog } from './upload-dialog.tsx'

const route = getRouteApi('/ads/conversions')

/** The conversions of an account, by days and campaigns, and the way to add more. */
export function ConversionsPage() {
  const navigate = route.useNavigate()
  const chosen = useChosen(route.useSearch())
  const [isUploading, setUploading] = useState(false)
  return (
    <Page
      title="Conversions"
      actions={
        <Button kind="main" onClick={() => setUploading(true)}>
          Upload
        </Button>
      }
    >
      <AdsNavigation />
      <MissingRates />
      <div className="toolbar">
        <AccountChoice
          chosen={chosen}
          whole="Choose one"
          onChoice={(search) => void navigate({ to: '/ads/conversions', search })}
        />
      </div>
      {chosen.account === undefined ? (
        <EmptyState title="Which account?">Conversions are listed by account.</EmptyState>
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
        <DayField label="From" value={start} onValue={narrowed(setStart)} />
        <DayField label="To" value={end} onValue={narrowed(setEnd)} />
        <Field label="Campaign">
          {(control) => (
            <select
              {...control}
              value={campaignId}
              onChange={(event) => narrowed(setCampaign)(event.target.value)}
            >
              <option value="">All</option>
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
                Previous
              </Button>
              <Button
                disabled={rows.length < pageSize}
                onClick={() => setStartRow(startRow + pageSize)}
              >
                Next
              </Button>
              <span role="status" className="muted">
                {rows.length > 0 && `Rows ${startRow + 1} to ${startRow + rows.length}`}
              </span>
            </div>
          </>
        )}
      </Outcome>
    </>
  )
}
