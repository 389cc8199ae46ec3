import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { formatMoment, formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/admin.ts'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Button, type Fact, Facts, Outcome, Table } from '../../ui/index.ts'
import { AdminPage } from '../admin-page.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { bytesWords } from './bytes-words.ts'
import { Graphs } from './graphs.tsx'

interface Health {
  readonly version: string
  readonly node: string
  readonly mode: keyof typeof t.modes
  readonly startedAt: string
  readonly now: string
  readonly memoryBytes: string
  readonly database: {
    readonly engine: keyof typeof t.engines
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
      title={t.administration}
      actions={
        <Button
          icon={<RefreshIcon />}
          isBusy={health.isFetching}
          onClick={() => void health.refetch()}
        >
          {t.refresh}
        </Button>
      }
    >
      <Outcome of={health} lines={8}>
        {(now) => (
          <div className="cards">
            {factsOf(now).map(({ title, facts }) => (
              <section key={title} className="card">
                <h2>{title}</h2>
                <Facts facts={facts} />
              </section>
            ))}
          </div>
        )}
      </Outcome>
      <Graphs />
      <Timetable />
    </AdminPage>
  )
}

const factsOf = ({
  database,
  jobs,
  dataFolder,
  ...server
}: Health): { title: string; facts: Fact[] }[] => [
  {
    title: t.server,
    facts: [
      [t.facts.version, server.version],
      [t.facts.node, server.node],
      [t.facts.mode, t.modes[server.mode]],
      [t.facts.started, formatMoment(server.startedAt)],
      [t.facts.time, formatMoment(server.now, 'exact')],
      [t.facts.memory, bytesWords(server.memoryBytes)],
    ],
  },
  {
    title: t.database,
    facts: [
      [t.facts.engine, t.engines[database.engine]],
      [t.facts.size, bytesWords(database.bytes)],
      [t.facts.log, database.logBytes === undefined ? undefined : bytesWords(database.logBytes)],
      [t.facts.connections, database.poolMax && t.usedOf(database.poolUsed ?? 0, database.poolMax)],
    ],
  },
  {
    title: t.jobs,
    facts: [
      [t.facts.waiting, formatNumber(jobs.ready)],
      [t.facts.running, formatNumber(jobs.running)],
      [t.facts.failed, formatNumber(jobs.dead)],
    ],
  },
  ...(dataFolder === undefined
    ? []
    : [
        {
          title: t.disk,
          facts: [
            [t.facts.free, bytesWords(dataFolder.freeBytes)],
            [t.facts.total, bytesWords(dataFolder.totalBytes)],
          ] satisfies Fact[],
        },
      ]),
]

function Timetable() {
  const run = useAdminChange({
    run: (name: string) => api.post<void>(`/admin/v1/timetable/${encodeURIComponent(name)}/run`),
    said: (name) => t.started(name),
  })
  const timetable = useQuery({
    queryKey: ['admin', 'timetable'],
    queryFn: async ({ signal }) =>
      (await api.get<{ items?: readonly TimetableEntry[] }>('/admin/v1/timetable', { signal }))
        .items ?? [],
  })
  return (
    <section className="stack">
      <h2>{t.timetable}</h2>
      <Outcome of={timetable}>
        {(all) => (
          <Table
            label={t.timetable}
            columns={[t.task, t.schedule, t.nextRun, { label: t.actions, kind: 'hidden' }]}
          >
            {all.map(({ name, pattern, nextAt }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  <code>{pattern}</code>
                </td>
                <td className="nowrap">{formatMoment(nextAt)}</td>
                <td className="actions">
                  <Button
                    kind="quiet"
                    aria-label={t.runNamed(name)}
                    onClick={() => run.mutate(name)}
                  >
                    {t.runNow}
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Outcome>
    </section>
  )
}
