import { invalidField } from '#/kernel/errors.ts'

/** The revision that the body of a new event may begin with. */
export function requireGivenSequence(sequence: number | undefined): number {
  if (sequence !== undefined && sequence < 0) throw invalidField('Invalid sequence value.')
  return sequence ?? 0
}
