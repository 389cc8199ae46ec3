import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { formatMoment, formatNumber } from '../locale/index.ts'
import { RefreshIcon } from '../ui/icons.tsx'
import { Button, EmptyState, MoreAtEnd, Outcome, Table, Tabs } from '../ui/index.ts'
import { adminList } from './admin-list.ts'
import { AdminPage } from './admin-page.tsx'
import { useAdminChange } from './use-admin-change.ts'

interface Job {
  readonly id: string
  readonly type: string
  readonly state: 'ready' | 'running' | 'dead'
  readonly attempts: number
  readonly dueAt: string
  readonly lastError?: string
}

const states = [
  { name: 'dead', label: 'Given up' },
  { name: 'ready', label: 'Waiting' },
  { name: 'running', label: 'Running' },
] as const

const refreshMs = 5_000

/** Background jobs: waiting, running and failed. */
export function JobsPage() {
  const [state, setState] = useState<Job['state']>('dead')
  const jobs = useInfiniteQuery({
    ...adminList<Job>('jobs', { state }),
    refetchInterval: refreshMs,
  })
  return (
    <AdminPage
      title="Jobs"
      actions={
        <Button icon={<RefreshIcon />} isBusy={jobs.isFetching} onClick={() => void jobs.refetch()}>
          Refresh
        </Button>
      }
    >
      <Tabs label="States" tabs={states} chosen={state} onChoose={setState}>
        <Outcome of={jobs}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState title={state === 'dead' ? 'Nothing was given up.' : 'There are none.'} />
            ) : (
              <JobTable jobs={all} />
            )
          }
        </Outcome>
        <MoreAtEnd of={jobs} />
      </Tabs>
    </AdminPage>
  )
}

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const at = ({ id }: Job) => `/admin/v1/jobs/${encodeURIComponent(id)}`
  const retry = useAdminChange({
    run: (job: Job) => api.post<void>(`${at(job)}/retry`),
    said: ({ type }) => `${type} is tried again.`,
  })
  const remove = useAdminChange({
    run: (job: Job) => api.del(at(job)),
    said: ({ type }) => `${type} is deleted.`,
  })
  return (
    <Table
      label="Jobs"
      columns={[
        'Type',
        'Due',
        { label: 'Attempts', kind: 'number' },
        'Last problem',
        { label: 'Actions', kind: 'hidden' },
      ]}
    >
      {jobs.map((job) => (
        <tr key={job.id}>
          <th scope="row">
            <code>{job.type}</code>
          </th>
          <td className="nowrap">{formatMoment(job.dueAt, 'exact')}</td>
          <td className="number">{formatNumber(job.attempts)}</td>
          <td>{job.lastError}</td>
          <td className="actions">
            {job.state !== 'running' && (
              <>
                <Button
                  kind="quiet"
                  aria-label={`Try again: ${job.type}`}
                  onClick={() => retry.mutate(job)}
                >
                  Try again
                </Button>
                <Button
                  kind="quiet"
                  aria-label={`Delete ${job.type}`}
                  onClick={() => remove.mutate(job)}
                >
                  Delete
                </Button>
              </>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
