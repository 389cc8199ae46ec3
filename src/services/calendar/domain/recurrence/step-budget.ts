/** How much fruitless work a rule may cause; a rule chosen with bad intent could cause very much. */
export class StepBudget {
  #left: number

  constructor(stepsMax: number) {
    this.#left = stepsMax
  }

  /** Whether there was enough left for these steps. */
  covers(steps: number): boolean {
    this.#left -= steps
    return this.#left >= 0
  }
}
