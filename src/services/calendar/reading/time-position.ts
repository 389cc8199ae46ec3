/** The position of an event in the order of time: by start, then end, then id. */
export interface TimePosition {
  readonly startMs: number
  readonly endMs: number
  readonly id: string
}

export const earliestMs = -9_000_000_000_000_000
export const latestMs = 9_000_000_000_000_000

const beginning: TimePosition = { startMs: earliestMs, endMs: earliestMs, id: '' }

export const positionText = ({ startMs, endMs, id }: TimePosition): string =>
  `${startMs} ${endMs} ${id}`

/** Parses a position from a page token, which can be forged. */
export function positionIn(text: string): TimePosition {
  const [, start, end, id] = /^(-?\d{1,15}) (-?\d{1,15}) (.+)$/.exec(text) ?? []
  if (id === undefined) return beginning
  return { startMs: Number(start), endMs: Number(end), id }
}

export const compareTimePositions = (one: TimePosition, other: TimePosition): number =>
  one.startMs - other.startMs ||
  one.endMs - other.endMs ||
  (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
