interface Gathering<Args, Row> {
  readonly requested: Map<string, Args>
  readonly found: Promise<ReadonlyMap<string, Row>>
}

/**
 * Combines all reads of one turn of the event loop, because a round trip to a server costs more than most
 * reads. The same key is read once.
 */
export class GatheredReads<Args, Row> {
  readonly #readAll: (requested: ReadonlyMap<string, Args>) => Promise<ReadonlyMap<string, Row>>
  readonly #keysMax: number
  #gathering: Gathering<Args, Row> | undefined

  /** `keysMax` limits the keys of a combined read. */
  constructor(
    readAll: (requested: ReadonlyMap<string, Args>) => Promise<ReadonlyMap<string, Row>>,
    keysMax: number,
  ) {
    this.#readAll = readAll
    this.#keysMax = keysMax
  }

  async read(key: string, args: Args): Promise<Row | undefined> {
    if (this.#gathering === undefined || this.#gathering.requested.size >= this.#keysMax)
      this.#begin()
    const { requested, found } = this.#gathering!
    requested.set(key, args)
    return (await found).get(key)
  }

  #begin(): void {
    const requested = new Map<string, Args>()
    const found = new Promise<ReadonlyMap<string, Row>>((resolve) => {
      setImmediate(() => {
        if (this.#gathering === gathering) this.#gathering = undefined
        resolve(this.#readAll(requested))
      })
    })
    const gathering = { requested, found }
    this.#gathering = gathering
  }
}
