import { unavailable } from '#/kernel/errors.ts'

/** Runs tasks one after the other, and refuses them when too many wait. */
export class TaskQueue {
  readonly #waitingMax: number
  readonly #refusal: string
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor({ waitingMax, refusal }: { readonly waitingMax: number; readonly refusal: string }) {
    this.#waitingMax = waitingMax
    this.#refusal = refusal
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#waiting > this.#waitingMax) throw unavailable(this.#refusal)
    this.#waiting++
    const result = this.#last.then(task, task)
    this.#last = result
    try {
      return await result
    } finally {
      this.#waiting--
    }
  }
}
