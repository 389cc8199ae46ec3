import { unavailable } from '#/kernel/errors.ts'

/** Runs a few tasks concurrently, queues some more, and rejects the rest. */
export class Turns {
  readonly #atOnceMax: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnceMax: number, waitingMax: number) {
    this.#atOnceMax = atOnceMax
    this.#waitingMax = waitingMax
  }

  get isFull(): boolean {
    return this.#waiting.length >= this.#waitingMax
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnceMax) this.#running++
    else await this.#wait()
    try {
      return await work()
    } finally {
      // The slot is passed on directly, so that a new task cannot take it.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  #wait(): Promise<void> {
    if (this.isFull) throw unavailable('Too many passwords are being checked.')
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
