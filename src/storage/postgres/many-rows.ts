import type { Compiled } from '../statement.ts'

// Each size is a statement that a connection prepares, so there are few of them.
const sizes = [128, 32, 8, 1]

const tuple = /\bvalues\s*(\([^()]*\))/i

const statements = new Map<string, Compiled>()

/**
 * A statement for each of the rows, or fewer of them for many rows each where it is an insert. One
 * that meets what is there already stays as it is, unless its rows are distinct: it may not meet a row
 * of its own.
 */
export function* widened(
  compiled: Compiled,
  rows: readonly unknown[],
  areDistinct: boolean,
): Iterable<{ compiled: Compiled; args: unknown }> {
  const isInsert = tuple.test(compiled.sql)
  if (!isInsert || (!areDistinct && /\bon conflict\b/i.test(compiled.sql))) {
    for (const args of rows) yield { compiled, args }
    return
  }
  let begin = 0
  while (begin < rows.length) {
    const size = sizes.find((candidate) => candidate <= rows.length - begin)!
    // Values in their order: an object of as many names would cost more than the rest of the work.
    const args: unknown[] = []
    for (let index = 0; index < size; index++) {
      args.push(...compiled.valuesIn(rows[begin + index]))
    }
    yield { compiled: ofSize(compiled, size), args }
    begin += size
  }
}

function ofSize(compiled: Compiled, size: number): Compiled {
  const key = `${size} ${compiled.sql}`
  let many = statements.get(key)
  if (many === undefined) {
    many = widen(compiled, size)
    statements.set(key, many)
  }
  return many
}

function widen({ sql, names }: Compiled, size: number): Compiled {
  const one = tuple.exec(sql)![1]!
  const tuples = Array.from({ length: size }, (_, index) =>
    one.replace(/\$(\d+)/g, (_found, place) => `$${Number(place) + index * names.length}`),
  )
  return {
    isSelect: false,
    sql: sql.replace(one, () => tuples.join(', ')),
    names: Array.from({ length: size * names.length }, (_, place) => String(place)),
    valuesIn: (args) => args as unknown[],
  }
}
