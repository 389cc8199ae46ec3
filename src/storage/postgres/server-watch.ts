/** The server may have changed; the transaction has to be retried. */
export class ServerUnsure extends Error {
  /** The code of PostgreSQL for a retryable transaction. */
  readonly code = '40001'

  constructor() {
    super('The connection to the database server was lost before this transaction began.')
  }
}

/**
 * Tracks whether the database server is still the one that was identified last. A lost connection may mean
 * that the server was restarted, possibly with another state.
 */
export class ServerWatch {
  readonly #look: () => Promise<void>
  #losses = 0
  /** The number of lost connections when the server was last identified; undefined before. */
  #lossesSeen: number | undefined
  #looking: Promise<void> | undefined

  constructor(look: () => Promise<void>) {
    this.#look = look
  }

  noteLoss(): void {
    this.#losses++
  }

  get isSure(): boolean {
    return this.#lossesSeen === undefined || this.#lossesSeen === this.#losses
  }

  /** Identifies the server again if necessary. */
  async ensure(): Promise<void> {
    if (this.isSure) return
    this.#looking ??= this.look().finally(() => {
      this.#looking = undefined
    })
    await this.#looking
  }

  async look(): Promise<void> {
    const losses = this.#losses
    await this.#look()
    this.#lossesSeen = losses
  }
}
