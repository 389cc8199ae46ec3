import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { formatMoment, formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { RefreshIcon } from '../../ui/icons.tsx'
import {
  Button,
  Checkbox,
  containsText,
  EmptyState,
  Outcome,
  Page,
  Table,
  TextField,
} from '../../ui/index.ts'
import { DevelopersNavigation } from '../developers-navigation.tsx'
import { RequestDetails } from './request-details.tsx'
import { type RequestRecord, requestsPath } from './requests.ts'

const requestsMax = 200
const liveMs = 2_000
const consoleClientId = 'almanac-console'

/** The latest requests of the user, from all clients. */
export function RequestsPage() {
  const [text, setText] = useState('')
  const [areRefusalsOnly, setRefusalsOnly] = useState(false)
  const [hasConsole, setHasConsole] = useState(false)
  const [isLive, setLive] = useState(false)
  const requests = useQuery({
    queryKey: ['account', 'requests'],
    queryFn: async ({ signal }) => {
      const query = { maxResults: requestsMax }
      const { items } = await api.get<{ items?: readonly RequestRecord[] }>(requestsPath, {
        query,
        signal,
      })
      return items ?? []
    },
    staleTime: 0,
    refetchInterval: isLive ? liveMs : false,
  })
  const refresh = (
    <Button
      icon={<RefreshIcon />}
      isBusy={requests.isFetching}
      onClick={() => void requests.refetch()}
    >
      {t.refresh}
    </Button>
  )
  return (
    <Page title={t.requests} actions={refresh}>
      <DevelopersNavigation />
      <div className="toolbar">
        <TextField
          label={t.filter}
          type="search"
          placeholder={t.filterPlaceholder}
          value={text}
          onValue={setText}
        />
        <Checkbox label={t.errorsOnly} checked={areRefusalsOnly} onValue={setRefusalsOnly} />
        <Checkbox label={t.includeConsole} checked={hasConsole} onValue={setHasConsole} />
        <Checkbox label={t.live} checked={isLive} onValue={setLive} />
      </div>
      <Outcome of={requests} lines={8}>
        {(all) => (
          <RequestTable
            requests={all.filter(
              (one) =>
                matches(one, text) &&
                (!areRefusalsOnly || one.status >= 400) &&
                (hasConsole || one.clientId !== consoleClientId),
            )}
          />
        )}
      </Outcome>
    </Page>
  )
}

const matches = ({ operation, clientId, reason }: RequestRecord, text: string): boolean =>
  containsText(`${operation} ${clientId} ${reason}`, text)

function RequestTable({ requests }: { requests: readonly RequestRecord[] }) {
  return requests.length === 0 ? (
    <EmptyState title={t.noRequests}>{t.noRequestsHint}</EmptyState>
  ) : (
    <Table
      label={t.requests}
      columns={[t.time, t.operation, t.response, t.client, { label: t.duration, kind: 'number' }]}
    >
      {requests.map((one) => (
        <RequestRow key={one.id} request={one} />
      ))}
    </Table>
  )
}

function RequestRow({ request }: { request: RequestRecord }) {
  const [isOpen, setOpen] = useState(false)
  const { time, method, operation, status, reason, clientId, durationMs } = request
  return (
    <>
      <tr>
        <td className="nowrap">{formatMoment(time, 'exact')}</td>
        <th scope="row">
          <button
            type="button"
            className="link"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <code>
              {method} {operation}
            </code>
          </button>
        </th>
        <td className="nowrap">
          <span className={status >= 400 ? 'badge alarm' : 'badge'}>{status}</span> {reason}
        </td>
        <td>{clientId}</td>
        <td className="number nowrap">
          {t.milliseconds(formatNumber(durationMs, { maximumFractionDigits: 1 }))}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <RequestDetails request={request} />
          </td>
        </tr>
      )}
    </>
  )
}
