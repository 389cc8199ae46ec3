import { dateTime, readOnly } from './schema.ts'

/** The property with the creation time of a resource. */
export const created = readOnly(dateTime({ about: 'When it was made.' }))

/** A time in the format of the wire: `2011-02-02T20:34:20.146Z`. */
export const wireMoment = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' })
