import { Counter, Gauge, type Registry } from 'prom-client'

const bucketSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

interface Tally {
  readonly byStatus: Map<number, number>
  /** How many answers took at most so long, each counted in its own bucket only. */
  readonly buckets: Float64Array
  seconds: number
}

/**
 * Counts of requests, kept as plain numbers and handed over when somebody looks: a library's
 * counter with labels costs more than the rest of the bookkeeping of a request.
 */
export class RequestMetrics {
  readonly #tallies = new Map<string, Tally>()

  constructor(registry: Registry) {
    const tallies = this.#tallies
    const registers = [registry]
    new Counter({
      name: 'almanac_requests_total',
      help: 'Requests answered, by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
      collect() {
        this.reset()
        for (const [operation, { byStatus }] of tallies) {
          for (const [status, count] of byStatus) this.inc({ operation, status }, count)
        }
      },
    })
    new Gauge({
      name: 'almanac_request_seconds_bucket',
      help: 'Requests answered within so many seconds, by operation.',
      labelNames: ['operation', 'le'],
      registers,
      collect() {
        for (const [operation, { buckets }] of tallies) {
          let within = 0
          for (const [index, count] of buckets.entries()) {
            within += count
            this.set({ operation, le: String(bucketSeconds[index] ?? '+Inf') }, within)
          }
        }
      },
    })
    new Gauge({
      name: 'almanac_request_seconds_sum',
      help: 'Seconds that all requests took together, by operation.',
      labelNames: ['operation'],
      registers,
      collect() {
        for (const [operation, { seconds }] of tallies) this.set({ operation }, seconds)
      },
    })
  }

  count(operation: string, status: number, seconds: number): void {
    let tally = this.#tallies.get(operation)
    if (tally === undefined) {
      tally = {
        byStatus: new Map(),
        buckets: new Float64Array(bucketSeconds.length + 1),
        seconds: 0,
      }
      this.#tallies.set(operation, tally)
    }
    tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1)
    tally.seconds += seconds
    let bucket = 0
    while (bucket < bucketSeconds.length && seconds > bucketSeconds[bucket]!) bucket++
    tally.buckets[bucket]!++
  }
}
