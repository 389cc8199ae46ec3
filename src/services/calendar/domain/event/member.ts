import { invalidField } from '#/kernel/errors.ts'

/** The value, which has to be one of the members; undefined where none is given. */
export function memberOf<M extends string>(
  members: readonly M[],
  given: string | undefined,
  name: string,
): M | undefined {
  if (!given) return undefined
  const member = members.find((candidate) => candidate === given)
  if (member === undefined) throw invalidField(`Invalid ${name} value.`)
  return member
}
