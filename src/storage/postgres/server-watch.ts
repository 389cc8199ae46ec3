/** The server may be another one by now; the transaction has to be begun again. */
export class ServerUnsure extends Error {
  /** What PostgreSQL calls a transaction that should be tried again. */
  readonly code = '40001'

  constructor() {
    super('The connection to the database server was lost before this transaction began.')
  }
}

/**
 * Says whether the database server is surely the one that was looked at last. A connection that is lost
 * may mean that the server was started again, with whatever state somebody has given it.
 */
export class ServerWatch {
  readonly #look: () => Promise<void>
  #losses = 0
  /** How many losses there had been when the server was last looked at; nothing is watched before. */
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

  /** Looks at the server unless that is sure already. */
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
