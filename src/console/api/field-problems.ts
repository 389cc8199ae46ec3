import { ApiProblem } from './problem.ts'

/**
 * The message of a failed form, at the field that the error is about. The server names the field, or its message
 * mentions it; other errors belong to the first field.
 */
export function fieldProblems<Field extends string>(
  error: unknown,
  fields: Readonly<Record<Field, RegExp>>,
): Partial<Record<Field, string>> {
  if (!(error instanceof Error)) return {}
  const names = Object.keys(fields) as Field[]
  const about =
    error instanceof ApiProblem ? `${error.location ?? ''} ${error.serverMessage}` : error.message
  const field = names.find((name) => fields[name].test(about)) ?? names[0]!
  return { [field]: error.message } as Partial<Record<Field, string>>
}
