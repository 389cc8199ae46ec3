import { type Parser, parse } from 'csv-parse'

/** Longer rows are taken for ones whose quotation mark is not closed. */
const rowBytesMax = 262_144

export type CsvRow = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly problem: string }
)

const newline = 10

/**
 * Separates a table into rows. The parser knows where a row ends; the line it begins on is counted
 * here. Behind a row that does not end it is begun anew on the next line.
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  let splitter = new Splitter(1)
  for await (const chunk of chunks) {
    for (let rest: Buffer | undefined = chunk; rest !== undefined; ) {
      await splitter.write(rest)
      yield* splitter.take()
      rest = splitter.unread
      if (rest !== undefined) splitter = new Splitter(splitter.line)
    }
  }
  for (let isOver = false; !isOver; ) {
    await splitter.end()
    yield* splitter.take()
    const rest = splitter.unread
    isOver = rest === undefined
    if (rest === undefined) continue
    splitter = new Splitter(splitter.line)
    await splitter.write(rest)
  }
}

class Splitter {
  readonly #parser: Parser
  #rows: CsvRow[] = []
  /** What was written since the line that is counted last, and where that is. */
  #held: Buffer = Buffer.alloc(0)
  #heldFrom = 0
  #line: number
  #isLost = false

  constructor(line: number) {
    this.#line = line
    this.#parser = parse({
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: rowBytesMax,
      // Quotation marks within a cell are taken as they stand.
      relax_quotes: true,
      on_record: (cells: string[], { bytes }) => {
        if (this.#isLost) return null
        this.#rows.push({ line: this.#rowLine(), cells })
        this.#countTo(bytes)
        return null
      },
      on_skip: () => {
        this.#isLost = true
        return undefined
      },
    })
    this.#parser.resume()
  }

  get line(): number {
    return this.#line
  }

  /** What has to be read again by another one; undefined when all is well. */
  get unread(): Buffer | undefined {
    return this.#isLost ? this.#held : undefined
  }

  take(): CsvRow[] {
    return this.#rows.splice(0)
  }

  async write(chunk: Buffer): Promise<void> {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    await new Promise((resolve) => this.#parser.write(chunk, resolve))
    if (this.#isLost) this.#giveUp()
  }

  async end(): Promise<void> {
    await new Promise((resolve) => this.#parser.end(resolve))
    if (this.#isLost) this.#giveUp()
  }

  /** Passes over the line that does not end. */
  #giveUp(): void {
    this.#rows.push({ line: this.#rowLine(), problem: 'a quotation mark is not closed' })
    const at = this.#held.indexOf(newline, this.#blankBytes())
    this.#line = this.#rowLine() + 1
    this.#held = at === -1 ? Buffer.alloc(0) : this.#held.subarray(at + 1)
  }

  #countTo(bytes: number): void {
    const end = bytes - this.#heldFrom
    if (end <= 0) return
    for (let at = this.#held.indexOf(newline); at !== -1 && at < end; ) {
      this.#line++
      at = this.#held.indexOf(newline, at + 1)
    }
    this.#held = this.#held.subarray(end)
    this.#heldFrom = bytes
  }

  /** Rows begin behind the empty lines that precede them. */
  #rowLine(): number {
    const blank = this.#held.subarray(0, this.#blankBytes())
    return this.#line + blank.reduce((sum, byte) => sum + (byte === newline ? 1 : 0), 0)
  }

  #blankBytes(): number {
    let length = 0
    while (this.#held[length] === newline || this.#held[length] === 13) length++
    return length
  }
}
