import { positional, type SqlValue } from '../arguments.ts'
import { objectMaker } from '../generated.ts'
import type { Compiled } from '../statement.ts'

// With fewer rows the database spends more on reading the text than is spared on the way to it.
const rowsMin = 8
/** So many rows go in one text. */
const rowsMax = 1_000

const insert = /^\s*insert\s+into\s+(\w+)\s*\(([^()]*)\)\s*values\s*\(([\s$\d,]*)\)(.*)$/is

const statements = new Map<string, Many | undefined>()

/** An insert of as many rows as a text of JSON holds. */
interface Many {
  readonly compiled: Compiled
  /** Makes what the text holds of the arguments of an insert of one row. */
  readonly rowOf: (values: readonly SqlValue[]) => object
}

/**
 * A statement for each of the rows, or one for many rows where it is a plain insert: values one by one
 * would cost more than the rest of the work. One that meets what is there already stays as it is,
 * unless its rows are distinct: it may not meet a row of its own.
 */
export function* widened(
  compiled: Compiled,
  rows: readonly unknown[],
  areDistinct: boolean,
): Iterable<{ compiled: Compiled; args: unknown }> {
  const many = rows.length < rowsMin ? undefined : manyOf(compiled)
  if (many === undefined || (!areDistinct && /\bon conflict\b/i.test(compiled.sql))) {
    for (const args of rows) yield { compiled, args }
    return
  }
  for (let begin = 0; begin < rows.length; begin += rowsMax) {
    const some = rows.slice(begin, begin + rowsMax)
    const text = textOf(some.map((args) => many.rowOf(positional(compiled, args))))
    yield { compiled: many.compiled, args: [text] }
  }
}

/** What is not well formed is replaced, as it is in values that are sent one by one. */
function textOf(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  const isWellFormed = !text.includes('\\ud')
  return isWellFormed ? text : JSON.stringify(rows, (_, value) => wellFormed(value))
}

const wellFormed = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

function manyOf(compiled: Compiled): Many | undefined {
  const { sql } = compiled
  if (!statements.has(sql)) statements.set(sql, widen(compiled))
  return statements.get(sql)
}

/** The table itself says which types its columns have. */
function widen({ sql }: Compiled): Many | undefined {
  const found = insert.exec(sql)
  if (found === null) return undefined
  const [table, columnList, places, rest] = found.slice(1) as [string, string, string, string]
  const columns = listed(columnList)
  const byPlace = listed(places).map((place) => Number(place.slice(1)) - 1)
  const inOrder: string[] = []
  for (const [index, place] of byPlace.entries()) inOrder[place] = columns[index]!
  // A value that goes into several columns has no one column to be called after.
  if (inOrder.length !== columns.length || inOrder.includes(undefined as never)) return undefined
  return {
    rowOf: objectMaker(inOrder),
    compiled: {
      isSelect: false,
      sql: `insert into ${table} (${columnList})
        select ${columnList} from json_populate_recordset(null::${table}, $1)${rest}`,
      names: ['rows'],
      valuesIn: (args) => args as unknown[],
    },
  }
}

const listed = (text: string) => text.split(',').map((name) => name.trim())
