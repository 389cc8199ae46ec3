import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { api } from '../api/index.ts'
import { formatMoment, formatNumber } from '../locale/index.ts'
import { RefreshIcon } from '../ui/icons.tsx'
import { Button, Outcome, Table } from '../ui/index.ts'
import { AdminPage } from './admin-page.tsx'
import { bytesWords } from './bytes-words.ts'

interface Health {
  readonly version: string
  readonly node: string
  readonly mode: string
  readonly startedAt: string
  readonly now: string
  readonly memoryBytes: string
  readonly database: {
    readonly engine: string
    readonly bytes: string
    readonly logBytes?: string
    readonly poolUsed?: number
    readonly poolMax?: number
  }
  readonly jobs: { readonly ready: number; readonly running: number; readonly dead: number }
  /** Absent if all data is in a PostgreSQL database. */
  readonly dataFolder?: { readonly freeBytes: string; readonly totalBytes: string }
}

interface TimetableEntry {
  readonly name: string
  readonly pattern: string
  readonly nextAt: string
}

const refreshMs = 15_000

/** The health of the server, refreshed periodically. */
export function HealthPage() {
  const health = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => api.get<Health>('/admin/v1/health', { signal }),
    refetchInterval: refreshMs,
    staleTime: 0,
  })
  return (
    <AdminPage
      title="Administration"
      actions={
        <Button
          icon={<RefreshIcon />}
          isBusy={health.isFetching}
          onClick={() => void health.refetch()}
        >
          Refresh
        </Button>
      }
    >
      <Outcome of={health} lines={8}>
        {(now) => (
          <div className="cards">
            {factsOf(now).map(({ title, facts }) => (
              <section key={title} className="card">
                <h2>{title}</h2>
                <dl className="facts">
                  {facts.map(([name, value]) => (
                    <Fragment key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </Fragment>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        )}
      </Outcome>
      <Timetable />
    </AdminPage>
  )
}

const factsOf = ({ database, jobs, dataFolder, ...server }: Health) => [
  {
    title: 'Server',
    facts: [
      ['Version', server.version],
      ['Node', server.node],
      ['Mode', server.mode],
      ['Started', formatMoment(server.startedAt)],
      ['Its time', formatMoment(server.now, 'exact')],
      ['Memory', bytesWords(server.memoryBytes)],
    ],
  },
  {
    title: 'Database',
    facts: [
      ['Engine', database.engine],
      ['Size', bytesWords(database.bytes)],
      ...(database.logBytes === undefined ? [] : [['Log', bytesWords(database.logBytes)]]),
      ...(database.poolMax === undefined
        ? []
        : [['Connections', `${database.poolUsed ?? 0} of ${database.poolMax}`]]),
    ],
  },
  {
    title: 'Jobs',
    facts: [
      ['Waiting', formatNumber(jobs.ready)],
      ['Running', formatNumber(jobs.running)],
      ['Given up', formatNumber(jobs.dead)],
    ],
  },
  ...(dataFolder === undefined
    ? []
    : [
        {
          title: 'Disk',
          facts: [
            ['Free', bytesWords(dataFolder.freeBytes)],
            ['All', bytesWords(dataFolder.totalBytes)],
          ],
        },
      ]),
]

function Timetable() {
  const timetable = useQuery({
    queryKey: ['admin', 'timetable'],
    queryFn: async ({ signal }) =>
      (await api.get<{ items?: readonly TimetableEntry[] }>('/admin/v1/timetable', { signal }))
        .items ?? [],
  })
  return (
    <section className="stack">
      <h2>Timetable</h2>
      <Outcome of={timetable}>
        {(all) => (
          <Table label="Timetable" columns={['What', 'When (UTC)', 'Next']}>
            {all.map(({ name, pattern, nextAt }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  <code>{pattern}</code>
                </td>
                <td className="nowrap">{formatMoment(nextAt)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Outcome>
    </section>
  )
}
