/** A slice that took more of the processor than this is followed by a rest that is as long. */
const heavyMs = 10
const restMsMax = 100

/**
 * Divides the event loop between long work and everybody else: long work runs for one slice, then
 * the loop serves what has arrived meanwhile. All work that shares an object takes turns, so that
 * others wait for one slice and not for one slice of each. A step that is much longer than its slice
 * is followed by a rest, because the answer to others may take several turns of the loop.
 */
export class TimeSlices {
  readonly #sliceMs: number
  readonly #cpuMs: () => number
  readonly #waiting: (() => void)[] = []
  #endsAt = 0
  #cpuMsAtStart: number

  constructor(sliceMs: number, cpuMs = threadCpuMs) {
    this.#sliceMs = sliceMs
    this.#cpuMs = cpuMs
    this.#cpuMsAtStart = cpuMs()
  }

  /** To be asked before each step: undefined to go on at once, otherwise resolves in a later slice. */
  next(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && performance.now() < this.#endsAt) return undefined
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) this.#schedule()
    })
  }

  #schedule(): void {
    const usedMs = this.#cpuMs() - this.#cpuMsAtStart
    const isRested = performance.now() - this.#endsAt > usedMs
    if (usedMs <= heavyMs || isRested) setImmediate(this.#begin)
    else setTimeout(this.#begin, Math.min(usedMs, restMsMax))
  }

  readonly #begin = (): void => {
    this.#cpuMsAtStart = this.#cpuMs()
    this.#endsAt = performance.now() + this.#sliceMs
    this.#waiting.shift()?.()
    // In the next turn, when it is known what the slice took.
    if (this.#waiting.length > 0) setImmediate(() => this.#schedule())
  }
}

/** How long work of this kind holds the event loop before others are served. */
const longWorkMs = 2

/** For the calls of all batches and the pages of all long lists of this process. */
export const longWork = new TimeSlices(longWorkMs)

/** What this thread has taken of the processor so far. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
