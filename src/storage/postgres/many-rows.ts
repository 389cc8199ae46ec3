import { positional, type SqlValue } from '../arguments.ts'
import type { Compiled } from '../statement.ts'

// Fewer rows are not worth a statement of their own.
const rowsMin = 8
/** So many rows go in one statement. */
const rowsMax = 1_000

const insert = /^(\s*insert\s+into\s+\w+\s*\([^()]*\))\s*values\s*\(([\s$\d,]*)\)(.*)$/is

// What no text has that is worth keeping: between the values of a column, and in place of none.
const between = '\x01'
const nothing = '\x02'

/** The arrays that parameters can be cast to, by the object ids of PostgreSQL's types. */
const arrays: Readonly<Record<number, string>> = {
  16: 'boolean[]',
  20: 'bigint[]',
  23: 'integer[]',
  25: 'text[]',
  701: 'double precision[]',
  1082: 'date[]',
  1700: 'numeric[]',
}

interface Step {
  readonly compiled: Compiled
  readonly args: unknown
}

const statements = new Map<string, Compiled | undefined>()

/**
 * A statement for each of the rows, or one for many rows where it is a plain insert, which gets each
 * column as one text: values one by one would cost more than the rest of the work. One that meets what
 * is there already stays as it is, unless its rows are distinct: it may not meet a row of its own.
 */
export async function widened(
  compiled: Compiled,
  rows: readonly unknown[],
  {
    areDistinct,
    typesOf,
  }: {
    readonly areDistinct: boolean
    /** The object ids of the types that the parameters of a statement have. */
    readonly typesOf: (compiled: Compiled) => Promise<readonly number[]>
  },
): Promise<Step[]> {
  const isWide = rows.length >= rowsMin && (areDistinct || !/\bon conflict\b/i.test(compiled.sql))
  const many = isWide ? await manyOf(compiled, typesOf) : undefined
  const columns = many === undefined ? undefined : columnsOf(compiled, rows)
  if (many === undefined || columns === undefined) return rows.map((args) => ({ compiled, args }))
  return columns.map((args) => ({ compiled: many, args }))
}

async function manyOf(
  compiled: Compiled,
  typesOf: (compiled: Compiled) => Promise<readonly number[]>,
): Promise<Compiled | undefined> {
  const { sql } = compiled
  if (!statements.has(sql)) {
    const found = insert.exec(sql)
    statements.set(sql, found === null ? undefined : widen(found, await typesOf(compiled)))
  }
  return statements.get(sql)
}

function widen([, into, places, rest]: RegExpExecArray, types: readonly number[]) {
  const casts = types.map((type) => arrays[type])
  if (casts.includes(undefined)) return undefined
  const lists = casts.map(
    (cast, index) => `string_to_array($${index + 1}::text, E'\\x01', E'\\x02')::${cast}`,
  )
  const names = casts.map((_, index) => `v${index + 1}`)
  return {
    isSelect: false,
    sql: `${into} select ${places!.replaceAll('$', 'v')}
      from unnest(${lists.join(', ')}) as row (${names.join(', ')})${rest}`,
    names,
    valuesIn: (args: unknown) => args as unknown[],
  } satisfies Compiled
}

/**
 * The columns of parts of the rows; undefined where a value has one of the marks. The parts are of like
 * size, since a text of a single value that is empty would be a column of none.
 */
function columnsOf(compiled: Compiled, rows: readonly unknown[]): string[][] | undefined {
  const parts: string[][] = []
  const size = Math.ceil(rows.length / Math.ceil(rows.length / rowsMax))
  for (let begin = 0; begin < rows.length; begin += size) {
    const columns = compiled.names.map(() => '')
    for (let index = begin; index < Math.min(rows.length, begin + size); index++) {
      const values = positional(compiled, rows[index])
      if (values.some(isMarked)) return undefined
      const before = index === begin ? '' : between
      for (let place = 0; place < values.length; place++) {
        columns[place] += `${before}${values[place] ?? nothing}`
      }
    }
    parts.push(columns)
  }
  return parts
}

const isMarked = (value: SqlValue) =>
  typeof value === 'string' && (value.includes(between) || value.includes(nothing))
