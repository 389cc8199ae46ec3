import type { RandomBytes } from '#/kernel/randomness.ts'

/** A number that no other calendar has; it has to fit into what JavaScript counts exactly. */
export function newCalendarKey(randomBytes: RandomBytes): number {
  const bytes = Buffer.from(randomBytes(7))
  return bytes.readUIntBE(0, 6) * 32 + (bytes[6]! & 31)
}
