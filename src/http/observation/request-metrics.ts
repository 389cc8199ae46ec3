/** The upper bounds of the duration buckets; the last bucket has none. */
export const bucketSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

export interface Tally {
  readonly byStatus: Map<number, number>
  /** The number of responses per bucket, not cumulative. */
  readonly buckets: Float64Array
  seconds: number
}

/**
 * Request counts as plain numbers, converted when metrics are read: a labeled counter of the library costs
 * more than all other bookkeeping of a request.
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
