/** A moment as the wire has it. */
export const wireMoment = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' })
