/** The reports that this process is writing, so that deleting one stops it. */
export class RunningReports {
  readonly #running = new Map<string, AbortController>()

  /** Runs work that stops when the report is deleted here, or when the signal aborts. */
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

/** Thrown when the user has deleted the report. */
export class Cancelled extends Error {
  constructor() {
    super('The report has been deleted.')
    this.name = 'Cancelled'
  }
}
