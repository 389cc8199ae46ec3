import type { Parameter } from './sql.ts'

/**
 * Generated functions for names that are known only at run time. They take a seventh of the time of a loop
 * over the names, because the objects have a fixed shape. The names are columns and parameters of our own
 * SQL.
 */

/** Creates an object from values in the order of the names. */
export const objectMaker = <T>(names: readonly string[]) =>
  generateFunction<(values: readonly T[]) => Record<string, T>>(
    'values',
    `({ ${names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`).join(', ')} })`,
  )

/** Returns the values of parameters, taken or computed from the members of an object. */
export const valuesReader = (parameters: readonly Parameter[]) => {
  const values = parameters.map(({ name, computed }, index) =>
    computed === undefined
      ? `object[${JSON.stringify(name)}]`
      : `given[${index}].computed.compute(object[${JSON.stringify(computed.from)}])`,
  )
  return generateFunction<(object: unknown) => unknown[]>(
    'object',
    `[${values.join(', ')}]`,
    parameters,
  )
}

const generateFunction = <F>(parameter: string, expression: string, value?: unknown) =>
  new Function('given', `return (${parameter}) => ${expression}`)(value) as F
