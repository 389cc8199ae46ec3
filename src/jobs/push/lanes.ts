/** A running task that can be aborted. */
export interface Underway {
  readonly done: Promise<void>
  abort(): void
}

interface LanesContext<T> {
  /** The maximum number of young tasks. */
  readonly inFlightMax: number
  /** The maximum number of young tasks per host, and of slow tasks per host. */
  readonly perHostMax: number
  /** The time limit of a task. */
  readonly timeoutMs: number
  readonly begin: (item: T) => Underway | undefined
  /** Called with items that cannot start soon because their host does not respond. */
  readonly postpone: (item: T) => void
}

interface Lane<T> {
  readonly host: string
  readonly waiting: T[]
  young: number
  slow: number
}

interface Active<T> {
  readonly lane: Lane<T>
  readonly beganAt: number
  readonly abort: () => void
}

// Tasks that take longer count as slow.
const youngMs = 50
const sweepEveryMs = 25
// A host whose slow tasks all take longer than this is stuck.
const stuckMs = 2_000
const slowMax = 1_024

/**
 * Starts many tasks concurrently, with a limit per host. Slow tasks do not count as young ones, so that an
 * unresponsive host does not delay others.
 */
export class Lanes<T> {
  readonly #context: LanesContext<T>
  readonly #lanes = new Map<string, Lane<T>>()
  /** The lanes with waiting items. */
  readonly #queued = new Set<Lane<T>>()
  readonly #young = new Set<Active<T>>()
  readonly #slow = new Set<Active<T>>()
  #sweeping: NodeJS.Timeout | undefined

  constructor(context: LanesContext<T>) {
    this.#context = context
  }

  get size(): number {
    return this.#young.size + this.#slow.size
  }

  /** Whether nothing waits and at most one task is young. */
  get isQuiet(): boolean {
    return this.#young.size <= 1 && this.#queued.size === 0
  }

  add(host: string, item: T): void {
    let lane = this.#lanes.get(host)
    if (lane === undefined) {
      lane = { host, waiting: [], young: 0, slow: 0 }
      this.#lanes.set(host, lane)
    }
    lane.waiting.push(item)
    this.#queued.add(lane)
    this.#fill(lane)
  }

  /** Starts nothing more, and aborts running tasks. */
  abandon(): void {
    this.#lanes.clear()
    this.#queued.clear()
    for (const { abort } of [...this.#young, ...this.#slow]) abort()
    this.#rest()
  }

  #fill(lane: Lane<T>): void {
    const { inFlightMax, perHostMax } = this.#context
    while (
      lane.waiting.length > 0 &&
      lane.young < perHostMax &&
      lane.slow < perHostMax &&
      this.#young.size < inFlightMax &&
      this.#slow.size < slowMax
    ) {
      this.#begin(lane, lane.waiting.shift()!)
    }
    if (lane.waiting.length > 0) return
    this.#queued.delete(lane)
    if (lane.young + lane.slow === 0) this.#lanes.delete(lane.host)
  }

  #fillAll(): void {
    const served: Lane<T>[] = []
    for (const lane of this.#queued) {
      if (this.#young.size >= this.#context.inFlightMax) break
      this.#fill(lane)
      if (lane.waiting.length > 0) served.push(lane)
    }
    // Lanes that had a turn and still have waiting items are served last the next time.
    for (const lane of served) {
      this.#queued.delete(lane)
      this.#queued.add(lane)
    }
  }

  #begin(lane: Lane<T>, item: T): void {
    const underway = this.#context.begin(item)
    if (underway === undefined) return
    const active = { lane, beganAt: performance.now(), abort: underway.abort }
    lane.young++
    this.#young.add(active)
    this.#sweeping ??= setInterval(() => this.#sweep(), sweepEveryMs).unref()
    void underway.done.finally(() => this.#end(active))
  }

  #end(active: Active<T>): void {
    if (this.#young.delete(active)) active.lane.young--
    else if (this.#slow.delete(active)) active.lane.slow--
    this.#fill(active.lane)
    this.#fillAll()
    if (this.size === 0) this.#rest()
  }

  #sweep(): void {
    const now = performance.now()
    for (const active of this.#young) {
      if (now - active.beganAt < youngMs) break
      this.#young.delete(active)
      this.#slow.add(active)
      active.lane.young--
      active.lane.slow++
    }
    for (const { beganAt, abort } of this.#slow) {
      if (now - beganAt < this.#context.timeoutMs) break
      abort()
    }
    this.#postponeStuck(now)
    this.#fillAll()
  }

  #postponeStuck(now: number): void {
    const looked = new Set<Lane<T>>()
    for (const { lane, beganAt } of this.#slow) {
      if (now - beganAt < stuckMs) break
      if (looked.has(lane)) continue
      looked.add(lane)
      if (lane.slow < this.#context.perHostMax) continue
      for (const item of lane.waiting.splice(0)) this.#context.postpone(item)
      this.#queued.delete(lane)
    }
  }

  #rest(): void {
    clearInterval(this.#sweeping)
    this.#sweeping = undefined
  }
}
