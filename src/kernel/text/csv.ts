import { TableText } from './table-text.ts'

/** A row of a CSV file with its line number, or what is wrong with it. */
export type CsvRow = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly problem: string }
)

const rowLengthMax = 262_144
const tooLong = 'the row is too long, or a quotation mark is not closed'

const quote = '"'

const delimiters = [',', ';', '\t'] as const

export type Delimiter = (typeof delimiters)[number]

/** The delimiter of a CSV file, detected in its first line. A comma has precedence. */
export function delimiterOf(firstLine: string): Delimiter {
  const bare = firstLine.replaceAll(/"[^"]*("|$)/g, '')
  return delimiters.find((delimiter) => bare.includes(delimiter)) ?? ','
}

/**
 * Parses CSV incrementally. An unclosed quotation mark spoils only its own line; one in the middle of a cell
 * is literal.
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const table = new Table()
  for await (const chunk of chunks) yield* table.add(chunk)
  yield* table.end()
}

class Table {
  readonly #bytes = new TableText()
  /** The incomplete row, or the line that is being skipped. */
  #text = ''
  #line = 1
  #newline: '\n' | '\r' | undefined
  #delimiter: Delimiter | undefined
  #isPassingOver = false

  add(chunk: Buffer): CsvRow[] {
    this.#text += this.#bytes.add(chunk)
    return this.#take({ isOver: false })
  }

  end(): CsvRow[] {
    this.#text += this.#bytes.end()
    return this.#take({ isOver: true })
  }

  #take({ isOver }: { isOver: boolean }): CsvRow[] {
    const text = this.#text
    this.#newline ??= newlineOf(text, isOver)
    const newline = this.#newline
    const rows: CsvRow[] = []
    if (newline === undefined) return rows
    this.#delimiter ??= delimiterOf(text.slice(0, endOf(text, newline, 0)))
    const delimiter = this.#delimiter
    let at = 0
    while (at < text.length) {
      if (this.#isPassingOver) {
        const end = text.indexOf(newline, at)
        at = end === -1 ? text.length : end + 1
        this.#isPassingOver = end === -1
        if (end !== -1) this.#line++
        continue
      }
      const row = rowAt(text, { at, newline, delimiter, isOver })
      if ((row?.end ?? text.length) - at > rowLengthMax) {
        rows.push({ line: this.#line, problem: tooLong })
        this.#isPassingOver = true
      } else if (row !== undefined) {
        // Empty lines are skipped.
        if (row.cells.length > 1 || row.cells[0] !== '') {
          rows.push({ line: this.#line, cells: row.cells })
        }
        this.#line += row.lines
        at = row.end
      } else if (isOver) {
        rows.push({ line: this.#line, problem: 'a quotation mark is not closed' })
        this.#isPassingOver = true
      } else break
    }
    this.#text = text.slice(at)
    return rows
  }
}

/** Some programs end lines with a carriage return alone. The first line decides for the whole file. */
function newlineOf(text: string, isOver: boolean): '\n' | '\r' | undefined {
  const first = /\r\n|\r(?!$)|\n/.exec(text)?.[0]
  if (first === undefined && !isOver && text.length <= rowLengthMax) return undefined
  return first === '\r' ? '\r' : '\n'
}

interface Row {
  readonly cells: string[]
  /** Where the next row begins, and how many lines further. */
  readonly end: number
  readonly lines: number
}

interface Start {
  readonly at: number
  readonly newline: '\n' | '\r'
  readonly delimiter: Delimiter
  /** Whether this is the end of the file. */
  readonly isOver: boolean
}

/** The row that starts at a position, unless its end has not arrived yet. */
function rowAt(text: string, { at, newline, delimiter, isOver }: Start): Row | undefined {
  const cells: string[] = []
  let lines = 1
  let from = at
  let rowEnd = endOf(text, newline, at)
  for (;;) {
    const isQuoted = text[from] === quote
    const close = isQuoted ? closingQuote(text, from + 1) : from
    if (close === -1) return undefined
    while (close > rowEnd) {
      lines++
      rowEnd = endOf(text, newline, rowEnd + 1)
    }
    // The next chunk may continue this one: `""`, or the second half of a line break.
    if (rowEnd === text.length && !isOver) return undefined
    const next = text.indexOf(delimiter, close)
    const isLast = next === -1 || next > rowEnd
    const isReturned = isLast && newline === '\n' && text[rowEnd - 1] === '\r' && rowEnd > close
    const cellEnd = isLast ? (isReturned ? rowEnd - 1 : rowEnd) : next
    cells.push(
      isQuoted && close + 1 === cellEnd
        ? unquotedCell(text.slice(from + 1, close))
        : text.slice(from, cellEnd),
    )
    if (isLast) return { cells, end: rowEnd + 1, lines }
    from = next + 1
  }
}

function endOf(text: string, newline: string, from: number): number {
  const end = text.indexOf(newline, from)
  return end === -1 ? text.length : end
}

/** The closing quotation mark of a cell. Two in a row are an escaped one. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf(quote, from)
  while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2)
  return at
}

const unquotedCell = (text: string): string =>
  text.includes(quote) ? text.replaceAll('""', quote) : text
