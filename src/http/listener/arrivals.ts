const turnsMax = 64

/** As many as connections can wait to be accepted, by default of Node. */
const lastTurnsMax = 511

/**
 * Waits until simultaneous connections are accepted. Node accepts one connection per turn of the event loop,
 * and turns that answer requests can be long: later connections would wait for the responses of earlier ones,
 * and for their next requests.
 */
export class Arrivals {
  #count = 0
  #quiet: Promise<void> | undefined
  #closePort: (() => void) | undefined

  /** Called for each connection. */
  note(): void {
    // Started before this connection counts, so that its own turn is not a quiet one.
    this.#quiet ??= new Promise((resolve) => this.#watch(resolve, 0))
    this.#count++
  }

  /**
   * Closes the port after a turn without a new connection, before any request that waited for it is answered: the
   * operating system would reset the connections that it has not handed over yet.
   */
  async end(closePort: () => void): Promise<void> {
    this.#closePort = closePort
    this.note()
    await this.#quiet
  }

  /** Resolves after a turn without a new connection; undefined if none is being accepted. */
  get quiet(): Promise<void> | undefined {
    return this.#quiet
  }

  #watch(resolve: () => void, turns: number): void {
    const before = this.#count
    setImmediate(() => {
      const isLast = turns >= (this.#closePort === undefined ? turnsMax : lastTurnsMax)
      if (this.#count !== before && !isLast) return this.#watch(resolve, turns + 1)
      this.#closePort?.()
      this.#closePort = undefined
      this.#quiet = undefined
      resolve()
    })
  }
}
