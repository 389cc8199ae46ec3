import { TableText } from './table-text.ts'

/** A row of a table and the line on which it begins, or what is wrong with it. */
export type CsvRow = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly problem: string }
)

const rowLengthMax = 262_144
const tooLong = 'the row is too long, or a quotation mark is not closed'

const quote = '"'

const delimiters = [',', ';', '\t'] as const

export type Delimiter = (typeof delimiters)[number]

/** What separates the cells of a table, as its first line shows; a comma wins over the others. */
export function delimiterOf(firstLine: string): Delimiter {
  const bare = firstLine.replaceAll(/"[^"]*("|$)/g, '')
  return delimiters.find((delimiter) => bare.includes(delimiter)) ?? ','
}

/**
 * Separates a table into rows as their bytes come in. Behind a quotation mark that is never closed
 * it goes on with the next line; one in the middle of a cell is taken as it stands.
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const table = new Table()
  for await (const chunk of chunks) yield* table.add(chunk)
  yield* table.end()
}

class Table {
  readonly #bytes = new TableText()
  /** What has no end yet: a row, or a line that is passed over. */
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
        // An empty line is no row.
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

/** Some programs end lines with carriage returns alone. What the first line shows holds for all. */
function newlineOf(text: string, isOver: boolean): '\n' | '\r' | undefined {
  const first = /\r\n|\r(?!$)|\n/.exec(text)?.[0]
  if (first === undefined && !isOver && text.length <= rowLengthMax) return undefined
  return first === '\r' ? '\r' : '\n'
}

interface Row {
  readonly cells: string[]
  /** Where the next one begins, and how many lines below. */
  readonly end: number
  readonly lines: number
}

interface Start {
  readonly at: number
  readonly newline: '\n' | '\r'
  readonly delimiter: Delimiter
  /** Nothing follows the text. */
  readonly isOver: boolean
}

/** The row that begins somewhere, unless its end is still to come. */
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
    // What has just come may go on in what comes next: `""`, or the second half of a line break.
    if (rowEnd === text.length && !isOver) return undefined
    const next = text.indexOf(delimiter, close)
    const isLast = next === -1 || next > rowEnd
    const isReturned = isLast && newline === '\n' && text[rowEnd - 1] === '\r' && rowEnd > close
    const cellEnd = isLast ? (isReturned ? rowEnd - 1 : rowEnd) : next
    cells.push(
      isQuoted && close + 1 === cellEnd
        ? unquoted(text.slice(from + 1, close))
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

/** Where the quotation mark stands that ends a cell; two in a row stand for one within. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf(quote, from)
  while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2)
  return at
}

const unquoted = (text: string): string =>
  text.includes(quote) ? text.replaceAll('""', quote) : text
