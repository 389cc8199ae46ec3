import { dateTime, readOnly } from './schema.ts'

export const created = readOnly(dateTime({ about: 'When it was made.' }))

/** A moment as the wire has it. */
export const wireMoment = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' })
