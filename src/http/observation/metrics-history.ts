import type { Clock } from '#/kernel/clock.ts'
import { bucketSeconds, type Tally } from './request-metrics.ts'

/** The figures that are sampled in addition to requests. */
interface SampledFigures {
  readonly jobs: { readonly ready: number; readonly running: number; readonly dead: number }
  readonly databaseBytes: number
}

/** The figures of a span of time, which ends at `atMs`. */
interface MetricsPoint extends SampledFigures {
  readonly atMs: number
  readonly requestsPerMinute: number
  /** Responses with status 400 to 499, and from 500. */
  readonly clientErrorsPerMinute: number
  readonly serverErrorsPerMinute: number
  /** 95 % of the responses took at most this long; absent without requests. */
  readonly p95Ms?: number
}

interface Sample extends SampledFigures {
  readonly atMs: number
  readonly requests: number
  readonly clientErrors: number
  readonly serverErrors: number
  readonly durations: Float64Array
}

const emptySample: Omit<Sample, 'atMs'> = {
  requests: 0,
  clientErrors: 0,
  serverErrors: 0,
  durations: new Float64Array(bucketSeconds.length + 1),
  jobs: { ready: 0, running: 0, dead: 0 },
  databaseBytes: 0,
}

interface MetricsHistoryContext {
  readonly tallies: ReadonlyMap<string, Tally>
  readonly clock: Pick<Clock, 'machineMs'>
  readonly figures: () => Promise<SampledFigures>
  /** Called if a sample cannot be taken. */
  readonly onFailure: (error: unknown) => void
}

const sampleEveryMs = 60_000
const samplesMax = 24 * 60
const pointsMax = 120
const minuteMs = 60_000

/** The metrics of this process of the last day, sampled every minute and held in memory. */
export class MetricsHistory {
  readonly #context: MetricsHistoryContext
  readonly #samples: Sample[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(context: MetricsHistoryContext) {
    this.#context = context
  }

  start(): void {
    // Only the counts of the first sample matter, which are zero.
    this.#samples.push({ ...emptySample, atMs: this.#context.clock.machineMs() })
    this.#timer = setInterval(() => void this.#sample(), sampleEveryMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** The figures of the last hours up to now, in at most 120 points. */
  async pointsOf(hours: number): Promise<MetricsPoint[]> {
    const now = await this.#read()
    const startMs = now.atMs - hours * 60 * minuteMs
    const stepMs = Math.ceil((hours * 60 * minuteMs) / pointsMax)
    const points: MetricsPoint[] = []
    let previous: Sample | undefined
    for (const [index, sample] of [...this.#samples, now].entries()) {
      if (sample.atMs < startMs || previous === undefined) previous = sample
      const isLast = index === this.#samples.length
      if (sample.atMs > previous.atMs && (isLast || sample.atMs - previous.atMs >= stepMs)) {
        points.push(pointBetween(previous, sample))
        previous = sample
      }
    }
    return points
  }

  async #sample(): Promise<void> {
    try {
      this.#samples.push(await this.#read())
      if (this.#samples.length > samplesMax) this.#samples.shift()
    } catch (error) {
      // While the server stops, the database may be closed.
      if (this.#timer !== undefined) this.#context.onFailure(error)
    }
  }

  async #read(): Promise<Sample> {
    const { tallies, clock, figures } = this.#context
    const durations = new Float64Array(bucketSeconds.length + 1)
    let [requests, clientErrors, serverErrors] = [0, 0, 0]
    for (const { byStatus, buckets } of tallies.values()) {
      for (const [status, count] of byStatus) {
        requests += count
        if (status >= 500) serverErrors += count
        else if (status >= 400) clientErrors += count
      }
      for (const [index, count] of buckets.entries()) durations[index]! += count
    }
    const counts = { requests, clientErrors, serverErrors, durations }
    return { atMs: clock.machineMs(), ...counts, ...(await figures()) }
  }
}

function pointBetween(from: Sample, to: Sample): MetricsPoint {
  const minutes = (to.atMs - from.atMs) / minuteMs
  const p95Ms = percentileMs(to.durations.map((count, index) => count - from.durations[index]!))
  return {
    atMs: to.atMs,
    requestsPerMinute: (to.requests - from.requests) / minutes,
    clientErrorsPerMinute: (to.clientErrors - from.clientErrors) / minutes,
    serverErrorsPerMinute: (to.serverErrors - from.serverErrors) / minutes,
    jobs: to.jobs,
    databaseBytes: to.databaseBytes,
    ...(p95Ms !== undefined && { p95Ms }),
  }
}

/** The upper bound of the bucket in which 95 % of the durations are reached. */
function percentileMs(counts: Float64Array): number | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return undefined
  let reached = 0
  const bucket = counts.findIndex((count) => {
    reached += count
    return reached >= all * 0.95
  })
  return (bucketSeconds[bucket] ?? bucketSeconds.at(-1)!) * 1000
}
