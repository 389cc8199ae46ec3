/** How long something may wait in all, which several things that follow each other share. */
export class WaitBudget {
  #leftMs: number

  constructor(waitMs: number) {
    this.#leftMs = waitMs
  }

  /** Waits for work that goes on by itself, until it has ended or nothing is left of the budget. */
  async spend(work: Promise<unknown>): Promise<void> {
    const began = performance.now()
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#leftMs)
    await Promise.race([work, late])
    clearTimeout(timer)
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - began))
  }
}
