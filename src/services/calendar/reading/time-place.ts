/** The position of an event in the order of time: by start, then end, then id. */
export interface TimePlace {
  readonly startMs: number
  readonly endMs: number
  readonly id: string
}

export const earliestMs = -9_000_000_000_000_000
export const latestMs = 9_000_000_000_000_000

const beginning: TimePlace = { startMs: earliestMs, endMs: earliestMs, id: '' }

export const placeText = ({ startMs, endMs, id }: TimePlace): string => `${startMs} ${endMs} ${id}`

/** Parses a position from a page token, which can be forged. */
export function placeIn(text: string): TimePlace {
  const [, start, end, id] = /^(-?\d{1,15}) (-?\d{1,15}) (.+)$/.exec(text) ?? []
  if (id === undefined) return beginning
  return { startMs: Number(start), endMs: Number(end), id }
}

export const compareTimePlaces = (one: TimePlace, other: TimePlace): number =>
  one.startMs - other.startMs ||
  one.endMs - other.endMs ||
  (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
