import { csvRows } from '#/kernel/text/csv.ts'
import { BadEntry, badEntry, type Entry, type Reading } from '../entry.ts'

/** A row, by lowercase column names. */
export type Row = (column: string) => string | undefined

/** Reads a table with a header row; each further row is an entry. */
export async function* csvEntries(
  chunks: AsyncIterable<Buffer>,
  read: (row: Row) => Reading,
): AsyncGenerator<Entry> {
  let columns: ReadonlyMap<string, number> | undefined
  for await (const row of csvRows(chunks)) {
    if ('problem' in row) yield badEntry(row.line, row.problem)
    else if (columns === undefined) columns = columnsOf(row.cells)
    else yield rowEntry({ ...row, columns, read })
  }
}

/** Versions of an export differ in the case of names. */
const columnsOf = (cells: readonly string[]): ReadonlyMap<string, number> =>
  new Map(cells.map((name, index) => [name.trim().toLowerCase(), index]))

function rowEntry({
  line,
  cells,
  columns,
  read,
}: {
  line: number
  cells: readonly string[]
  columns: ReadonlyMap<string, number>
  read: (row: Row) => Reading
}): Entry {
  return {
    line,
    read: () => {
      if (cells.length > columns.size) {
        throw new BadEntry(`the row has ${cells.length} columns instead of ${columns.size}`)
      }
      return read((column) => {
        const index = columns.get(column)
        return index === undefined ? undefined : cells[index]
      })
    },
  }
}
