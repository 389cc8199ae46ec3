import type { Compiled } from '../statement.ts'

// Each size is a statement that a connection prepares, so there are few of them.
const sizes = [128, 16, 1]

const tuple = /\bvalues\s*(\([^()]*\))/i

const widened = new Map<string, Compiled>()

/** An insert of one row as statements of many rows, with the arguments of each. */
export function* insertsOf(
  compiled: Compiled,
  rows: readonly unknown[],
): Iterable<{ compiled: Compiled; args: Record<string, unknown> }> {
  let begin = 0
  while (begin < rows.length) {
    const size = sizes.find((candidate) => candidate <= rows.length - begin)!
    const args: Record<string, unknown> = {}
    for (let index = 0; index < size; index++) {
      const row = rows[begin + index] as Record<string, unknown>
      for (const name of compiled.names) args[`${name}_${index}`] = row[name]
    }
    yield { compiled: ofSize(compiled, size), args }
    begin += size
  }
}

function ofSize(compiled: Compiled, size: number): Compiled {
  const key = `${size} ${compiled.sql}`
  let many = widened.get(key)
  if (many === undefined) {
    many = widen(compiled, size)
    widened.set(key, many)
  }
  return many
}

function widen({ sql, names }: Compiled, size: number): Compiled {
  const [, one] = tuple.exec(sql) ?? []
  if (one === undefined) throw new Error(`This is no insert of one row: ${sql}`)
  const tuples = Array.from({ length: size }, (_, index) =>
    one.replace(/\$(\d+)/g, (_found, place) => `$${Number(place) + index * names.length}`),
  )
  return {
    sql: sql.replace(one, () => tuples.join(', ')),
    names: tuples.flatMap((_, index) => names.map((name) => `${name}_${index}`)),
  }
}
