import type { Compiled } from './statement.ts'

export type SqlValue = string | number | null

/** The values of named arguments in the order of the compiled statement. */
export function positional(compiled: Compiled, args: unknown): SqlValue[] {
  const values = compiled.valuesIn(args)
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (typeof value !== 'string' && typeof value !== 'number' && value !== null) {
      throw new TypeError(
        `The argument "${compiled.names[index]}" is ${typeof value}; a statement takes text, ` +
          `numbers and null: ${compiled.sql}`,
      )
    }
  }
  return values as SqlValue[]
}
