/** A moment as the wire has it: `2011-02-02T20:34:20.146Z`. */
export const wireTime = (atMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toString({ smallestUnit: 'millisecond' })
