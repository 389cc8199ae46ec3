/**
 * Generated functions for names that are known only at run time. They take a seventh of the time of a loop
 * over the names, because the objects have a fixed shape. The names are columns and parameters of our own
 * SQL.
 */

/** Creates an object from values in the order of the names. */
export const objectMaker = <T>(names: readonly string[]) =>
  generated<(values: readonly T[]) => Record<string, T>>(
    'values',
    `({ ${names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`).join(', ')} })`,
  )

/** Returns the values of an object in the order of the names. */
export const valuesReader = (names: readonly string[]) =>
  generated<(object: unknown) => unknown[]>(
    'object',
    `[${names.map((name) => `object[${JSON.stringify(name)}]`).join(', ')}]`,
  )

const generated = <F>(parameter: string, expression: string) =>
  new Function(parameter, `return ${expression}`) as F
