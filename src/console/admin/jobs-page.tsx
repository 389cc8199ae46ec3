import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { formatMoment, formatNumber } from '../locale/index.ts'
import { t } from '../texts/admin.ts'
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
  { name: 'dead', label: t.facts.failed },
  { name: 'ready', label: t.facts.waiting },
  { name: 'running', label: t.facts.running },
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
      title={t.jobs}
      actions={
        <Button icon={<RefreshIcon />} isBusy={jobs.isFetching} onClick={() => void jobs.refetch()}>
          {t.refresh}
        </Button>
      }
    >
      <Tabs label={t.states} tabs={states} chosen={state} onChoose={setState}>
        <Outcome of={jobs}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState title={state === 'dead' ? t.noFailedJobs : t.noJobs} />
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
    said: ({ type, state }) => (state === 'dead' ? t.retried(type) : t.started(type)),
  })
  const remove = useAdminChange({
    run: (job: Job) => api.del(at(job)),
    said: ({ type }) => t.deleted(type),
  })
  return (
    <Table
      label={t.jobs}
      columns={[
        t.type,
        t.due,
        { label: t.attempts, kind: 'number' },
        t.lastError,
        { label: t.actions, kind: 'hidden' },
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
                  aria-label={job.state === 'dead' ? t.retryNamed(job.type) : t.runNamed(job.type)}
                  onClick={() => retry.mutate(job)}
                >
                  {job.state === 'dead' ? t.retry : t.runNow}
                </Button>
                <Button
                  kind="quiet"
                  aria-label={t.deleteNamed(job.type)}
                  onClick={() => remove.mutate(job)}
                >
                  {t.delete}
                </Button>
              </>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
