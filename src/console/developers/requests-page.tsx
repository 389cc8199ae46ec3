import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { formatMoment, formatNumber } from '../locale/index.ts'
import { t } from '../texts/developers.ts'
import { RefreshIcon } from '../ui/icons.tsx'
import { Button, EmptyState, Field, Outcome, Page, Table } from '../ui/index.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'

const requestsMax = 200

/** The latest requests of the user, from all clients. */
export function RequestsPage() {
  const [text, setText] = useState('')
  const [areRefusalsOnly, setRefusalsOnly] = useState(false)
  const requests = useQuery({
    queryKey: ['account', 'requests'],
    queryFn: async ({ signal }) => {
      const query = { maxResults: requestsMax }
      const path = '/almanac/v1/users/me/requests'
      return (
        (await api.get<{ items?: readonly RequestRecord[] }>(path, { query, signal })).items ?? []
      )
    },
    staleTime: 0,
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
        <Field label={t.filter}>
          {(control) => (
            <input
              {...control}
              type="search"
              placeholder={t.filterPlaceholder}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <label className="choice">
          <input
            type="checkbox"
            checked={areRefusalsOnly}
            onChange={(event) => setRefusalsOnly(event.target.checked)}
          />
          {t.errorsOnly}
        </label>
      </div>
      <Outcome of={requests} lines={8}>
        {(all) => (
          <RequestTable
            requests={all.filter(
              (one) => matches(one, text) && (!areRefusalsOnly || one.status >= 400),
            )}
          />
        )}
      </Outcome>
    </Page>
  )
}

const matches = ({ operation, clientId, reason }: RequestRecord, text: string): boolean =>
  `${operation} ${clientId} ${reason}`.toLowerCase().includes(text.trim().toLowerCase())

interface RequestRecord {
  readonly id: string
  readonly time: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly reason?: string
  readonly durationMs: number
  readonly clientId?: string
}

function RequestTable({ requests }: { requests: readonly RequestRecord[] }) {
  return requests.length === 0 ? (
    <EmptyState title={t.noRequests}>{t.noRequestsHint}</EmptyState>
  ) : (
    <Table
      label={t.requests}
      columns={[t.time, t.operation, t.response, t.client, { label: t.duration, kind: 'number' }]}
    >
      {requests.map((one) => (
        <tr key={one.id}>
          <td className="nowrap">{formatMoment(one.time, 'exact')}</td>
          <th scope="row">
            <code>
              {one.method} {one.operation}
            </code>
          </th>
          <td className="nowrap">
            <span className={one.status >= 400 ? 'badge alarm' : 'badge'}>{one.status}</span>{' '}
            {one.reason}
          </td>
          <td>{one.clientId}</td>
          <td className="number nowrap">
            {t.milliseconds(formatNumber(one.durationMs, { maximumFractionDigits: 1 }))}
          </td>
        </tr>
      ))}
    </Table>
  )
}
