/**
 * Functions for names that are known only when a statement is made. Written out name by name they
 * cost a seventh of a loop over the names, since each makes or reads objects of one shape. The names
 * are those of columns and parameters in our own SQL.
 */

/** Makes an object of values that come in the order of the names. */
export const objectMaker = <T>(names: readonly string[]) =>
  generated<(values: readonly T[]) => Record<string, T>>(
    'values',
    `({ ${names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`).join(', ')} })`,
  )

/** Reads the values of an object in the order of the names. */
export const valuesReader = (names: readonly string[]) =>
  generated<(object: unknown) => unknown[]>(
    'object',
    `[${names.map((name) => `object[${JSON.stringify(name)}]`).join(', ')}]`,
  )

const generated = <F>(parameter: string, expression: string) =>
  new Function(parameter, `return ${expression}`) as F
