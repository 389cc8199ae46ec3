/** The reports that this process writes, so that one that is deleted does not go on. */
export class RunningReports {
  readonly #running = new Map<string, AbortController>()

  /** Runs work that ends early when the report is deleted here, or when the signal says so. */
  async run<T>(
    id: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController()
    this.#running.set(id, controller)
    try {
      return await work(AbortSignal.any([signal, controller.signal]))
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id)
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort(new Cancelled())
  }
}

/** A report that its user has deleted. */
export class Cancelled extends Error {
  constructor() {
    super('The report has been deleted.')
    this.name = 'Cancelled'
  }
}
