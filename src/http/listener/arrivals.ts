const turnsMax = 64

/**
 * Waits until simultaneous connections are accepted. Node accepts one connection per turn of the event loop,
 * and turns that answer requests can be long: later connections would wait for the responses of earlier ones,
 * and for their next requests.
 */
export class Arrivals {
  #count = 0
  #quiet: Promise<void> | undefined

  /** Called for each connection. */
  note(): void {
    // Started before this connection counts, so that its own turn is not a quiet one.
    this.#quiet ??= new Promise((resolve) => this.#watch(resolve, turnsMax))
    this.#count++
  }

  /** Resolves after a turn without a new connection; undefined if none is being accepted. */
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
