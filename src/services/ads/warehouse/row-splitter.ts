const quote = 0x22
const lineFeed = 0x0a

/** Receives bytes, file by file. */
export interface FragmentSink {
  write(bytes: Uint8Array): Promise<void>
  /** Ends the current file and starts the next one. */
  next(): Promise<void>
}

/**
 * Splits lines of text into files with a maximum number of rows. A line feed within quotes is part of its
 * row. In lines of JSON, where quotes have no such meaning, every line feed ends a row.
 */
export class RowSplitter {
  readonly #sink: FragmentSink
  readonly #rowsMax: number
  readonly #hasQuotes: boolean
  #isQuoted = false
  #rowsOfFile = 0
  rowCount = 0

  constructor(sink: FragmentSink, { rowsMax, hasQuotes }: { rowsMax: number; hasQuotes: boolean }) {
    this.#sink = sink
    this.#rowsMax = rowsMax
    this.#hasQuotes = hasQuotes
  }

  /** Takes the next bytes, which can end anywhere. */
  async take(bytes: Uint8Array): Promise<void> {
    let begin = 0
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]
      if (byte === quote && this.#hasQuotes) this.#isQuoted = !this.#isQuoted
      if (byte !== lineFeed || this.#isQuoted) continue
      this.rowCount += 1
      this.#rowsOfFile += 1
      if (this.#rowsOfFile < this.#rowsMax) continue
      await this.#sink.write(bytes.subarray(begin, index + 1))
      begin = index + 1
      this.#isFull = true
      this.#rowsOfFile = 0
      if (begin < bytes.length) await this.#begin()
    }
    if (begin >= bytes.length) return
    if (this.#isFull) await this.#begin()
    await this.#sink.write(bytes.subarray(begin))
  }

  #isFull = false

  async #begin(): Promise<void> {
    this.#isFull = false
    await this.#sink.next()
  }
}
