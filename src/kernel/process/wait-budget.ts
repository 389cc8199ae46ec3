/** A total waiting time that several steps share. */
export class WaitBudget {
  #leftMs: number

  constructor(waitMs: number) {
    this.#leftMs = waitMs
  }

  /** Waits for work until it has ended or the budget is used up. The work continues either way. */
  async spend(work: Promise<unknown>): Promise<void> {
    const began = performance.now()
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#leftMs)
    await Promise.race([work, late])
    clearTimeout(timer)
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - began))
  }
}
