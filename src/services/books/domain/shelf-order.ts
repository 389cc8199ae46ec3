/** The distance between volumes that are added next to each other. */
export const positionGap = 2 ** 24

/** Positions stay within this absolute value, where all integers are exact. */
const farthest = 2 ** 52

// Fewer free positions than this between two neighbors would soon be used up again.
const roomMin = 16

export const isInReach = (position: number): boolean => Math.abs(position) <= farthest

/** The positions of two neighbors; undefined beyond an end of the shelf. */
export interface Bounds {
  readonly before: number | undefined
  readonly after: number | undefined
}

/** A position between two neighbors; undefined if they are too close. */
export function positionBetween({ before, after }: Bounds): number | undefined {
  const position = between(before, after)
  const isFree = isInReach(position) && position !== before && position !== after
  return isFree ? position : undefined
}

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? 0 : after - positionGap
  return after === undefined ? before + positionGap : before + Math.floor((after - before) / 2)
}

/** Evenly spaced positions for several in a row; undefined if there is too little room. */
export function positionsBetween({ before, after }: Bounds, count: number): number[] | undefined {
  const step =
    before === undefined || after === undefined
      ? positionGap
      : Math.floor((after - before) / (count + 1))
  const first = before ?? (after === undefined ? 0 : after - step * (count + 1))
  const positions = Array.from({ length: count }, (_, index) => first + step * (index + 1))
  const isFree = step >= roomMin && positions.every(isInReach)
  return isFree ? positions : undefined
}
