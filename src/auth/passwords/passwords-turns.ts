import { unavailable } from '#/kernel/errors.ts'

/** Lets a few run at a time, some more wait, and refuses the rest. */
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
      // A turn is handed over, so that whoever comes meanwhile does not get in between.
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
