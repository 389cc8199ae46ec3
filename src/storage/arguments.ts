import type { Compiled } from './statement.ts'

export type SqlValue = string | number | null

/** The values of named arguments in the order that the compiled text wants them. */
export function positional<T>(
  { names, sql }: Compiled,
  args: unknown,
  bind: (value: SqlValue) => T,
): T[] {
  const values: T[] = []
  for (const name of names) {
    const value = (args as Record<string, unknown>)[name]
    if (typeof value !== 'string' && typeof value !== 'number' && value !== null) {
      throw new TypeError(
        `The argument "${name}" is ${typeof value}; a statement takes text, numbers and null: ${sql}`,
      )
    }
    values.push(bind(value))
  }
  return values
}
