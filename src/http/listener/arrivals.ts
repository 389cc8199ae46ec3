const turnsMax = 64

/**
 * Connections that are being made. The system hands over one of them in each turn of the event loop,
 * and a turn that answers requests may be long: whoever connects at the same time as others would
 * wait for the answers of those that were handed over first, and of their next requests.
 */
export class Arrivals {
  #count = 0
  #quiet: Promise<void> | undefined

  /** To be told of each connection. */
  note(): void {
    // From before this one, so that the turn that it came in counts as one that brought something.
    this.#quiet ??= new Promise((resolve) => this.#watch(resolve, turnsMax))
    this.#count++
  }

  /** Resolves when a turn has brought no other connection; absent when none is being made. */
  get quiet(): Promise<void> | undefined {
    return this.#quiet
  }

  #watch(resolve: () => void, turnsLeft: number): void {
    const before = this.#count
    setImmediate(() => {
      if (this.#count !== before && turnsLeft > 0) return this.#watch(resolve, turnsLeft - 1)
      this.#quiet = undefined
      resolve()
    })
  }
}
