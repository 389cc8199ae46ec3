/** The upper ends of the buckets that durations are counted in; the last bucket has none. */
export const bucketSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

export interface Tally {
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

  get tallies(): ReadonlyMap<string, Tally> {
    return this.#tallies
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
