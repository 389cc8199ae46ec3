import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PointerEvent, useState } from 'react'
import { api } from '../../api/index.ts'
import { formatClock, formatMoment, formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/admin.ts'
import { Outcome, SelectField } from '../../ui/index.ts'
import { bytesWords } from './bytes-words.ts'
import { graphSize, largestOf, linesOf, type Moment, momentAt } from './graph-points.ts'

interface MetricsPoint {
  readonly time: string
  readonly requestsPerMinute: number
  readonly clientErrorsPerMinute: number
  readonly serverErrorsPerMinute: number
  readonly p95Ms?: number
  readonly jobsWaiting: number
  readonly jobsRunning: number
  readonly jobsFailed: number
  readonly databaseBytes: string
}

interface Graph {
  readonly title: string
  readonly lines: readonly string[]
  readonly values: (point: MetricsPoint) => Moment['values']
  readonly format: (value: number) => string
}

const count = (value: number) => formatNumber(value, { maximumFractionDigits: 1 })

const graphs: readonly Graph[] = [
  {
    title: t.graphs.requests,
    lines: [t.graphs.all],
    values: ({ requestsPerMinute }) => [requestsPerMinute],
    format: count,
  },
  {
    title: t.graphs.errors,
    lines: [t.graphs.clientErrors, t.graphs.serverErrors],
    values: (point) => [point.clientErrorsPerMinute, point.serverErrorsPerMinute],
    format: count,
  },
  {
    title: t.graphs.latency,
    lines: [t.graphs.p95],
    values: ({ p95Ms }) => [p95Ms],
    format: (value) => t.milliseconds(count(value)),
  },
  {
    title: t.jobs,
    lines: [t.facts.waiting, t.facts.running, t.facts.failed],
    values: (point) => [point.jobsWaiting, point.jobsRunning, point.jobsFailed],
    format: count,
  },
  {
    title: t.graphs.storage,
    lines: [t.database],
    values: ({ databaseBytes }) => [Number(databaseBytes)],
    format: (value) => bytesWords(String(Math.round(value))),
  },
]

const hoursOptions = [1, 6, 24]
const refreshMs = 15_000

/** Graphs of the metrics of the server over the last hours. */
export function Graphs() {
  const [hours, setHours] = useState(1)
  const metrics = useQuery({
    queryKey: ['admin', 'metrics', hours],
    queryFn: async ({ signal }) => {
      const { items } = await api.get<{ items?: readonly MetricsPoint[] }>('/admin/v1/metrics', {
        query: { hours },
        signal,
      })
      return items ?? []
    },
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })
  return (
    <section className="stack" aria-label={t.graphs.title}>
      <div className="row between">
        <h2>{t.graphs.title}</h2>
        <SelectField
          label={t.graphs.period}
          value={hours}
          onValue={(value) => setHours(Number(value))}
        >
          {hoursOptions.map((each) => (
            <option key={each} value={each}>
              {t.graphs.hours(each)}
            </option>
          ))}
        </SelectField>
      </div>
      <Outcome of={metrics} lines={6}>
        {(points) => (
          <div className="graphs">
            {graphs.map((graph) => (
              <GraphFigure key={graph.title} graph={graph} points={points} />
            ))}
          </div>
        )}
      </Outcome>
    </section>
  )
}

/** Lines over time, with the latest values or those at the pointer. */
function GraphFigure({ graph, points }: { graph: Graph; points: readonly MetricsPoint[] }) {
  const [pointedTime, setPointedTime] = useState<string>()
  const { title, lines, format } = graph
  const moments = points.map((point) => ({ time: point.time, values: graph.values(point) }))
  const shown = moments.find(({ time }) => time === pointedTime) ?? moments.at(-1)
  const wordsOf = (moment: Moment | undefined) =>
    lines.map((name, index) => {
      const value = moment?.values[index]
      return t.graphs.value(name, value === undefined ? t.graphs.none : format(value))
    })
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointedTime(momentAt(moments, (clientX - left) / width)?.time)
  }
  const { width, height } = graphSize
  return (
    <figure className="card graph">
      <figcaption>{title}</figcaption>
      <p className="graph-scale" aria-hidden="true">
        {format(largestOf(moments))}
      </p>
      <svg
        role="img"
        aria-label={t.graphs.label(title, wordsOf(moments.at(-1)).join(', '))}
        viewBox={`0 -2 ${width} ${height + 4}`}
        preserveAspectRatio="none"
        onPointerMove={point}
        onPointerLeave={() => setPointedTime(undefined)}
      >
        {lines.flatMap((name, index) =>
          linesOf(moments, index).map((line) => (
            <polyline key={`${name} ${line}`} className={`line-${index + 1}`} points={line} />
          )),
        )}
      </svg>
      <p className="graph-times" aria-hidden="true">
        {pointedTime !== undefined && shown !== undefined ? (
          <span>{formatMoment(shown.time, 'exact')}</span>
        ) : (
          [moments.at(0), moments.at(-1)].map(
            (moment) => moment && <time key={moment.time}>{formatClock(moment.time)}</time>,
          )
        )}
      </p>
      <p className="graph-values" aria-hidden="true">
        {wordsOf(shown).map((words, index) => (
          <span key={lines[index]} className={`key-${index + 1}`}>
            {words}
          </span>
        ))}
      </p>
    </figure>
  )
}
