/** A slice that used more CPU time than this is followed by a pause of the same length. */
const heavyMs = 10
const restMsMax = 100

/**
 * Shares the event loop between long work and other requests: long work runs for one slice, then the loop
 * handles what has arrived meanwhile. All work that shares an object takes turns, so that others wait for one
 * slice in total. A slice that was much too long is followed by a pause, because responses to others may need
 * several turns of the loop.
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

  /** Call this before each step: undefined means continue now; otherwise wait for the promise. */
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
    // In the next turn, when the CPU time of the slice is known.
    if (this.#waiting.length > 0) setImmediate(() => this.#schedule())
  }
}

/** How long this work may hold the event loop before others are served. */
const longWorkMs = 2

/** Shared by the calls of all batches and the pages of all long lists of this process. */
export const longWork = new TimeSlices(longWorkMs)

/** The CPU time of this thread. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
