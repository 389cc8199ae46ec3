import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { RefreshIcon } from '../ui/icons.tsx'
import { Button, Field, Outcome, Page } from '../ui/index.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'
import { type RequestRecord, RequestTable } from './request-table.tsx'

const requestsMax = 200

/** The latest calls of this person, of whatever program. */
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
      Refresh
    </Button>
  )
  return (
    <Page title="Requests" actions={refresh}>
      <DevelopersNavigation />
      <div className="toolbar">
        <Field label="Filter">
          {(control) => (
            <input
              {...control}
              type="search"
              placeholder="Operation, client or reason"
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
          Refused only
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
