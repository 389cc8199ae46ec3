import type { VolumeSet } from './volume-set.ts'

/** The volumes that are in each of some sets, and in none of others. */
export interface JoinedSets {
  readonly all: readonly VolumeSet[]
  readonly none: readonly VolumeSet[]
}

/** How far to go through what is in sets. */
export interface Walk {
  /** From this place on. */
  readonly from: number
  /** Stops when this many are found. */
  readonly limit: number
  /** Stops when this many positions were visited. */
  readonly stepsMax: number
  /** Takes the places that are found; they are only counted otherwise. */
  readonly found?: number[]
}

export interface Walked {
  readonly count: number
  /** Where to go on; absent at the end. */
  readonly next?: number
}

/** Goes through the volumes that are in all sets, by ascending place. */
export function walkSets({ all, none }: JoinedSets, walk: Walk): Walked {
  const { from, limit, stepsMax, found } = walk
  const [smallest, ...others] = all.toSorted((one, other) => one.size - other.size)
  let count = 0
  let steps = 0
  let next: number | undefined
  smallest!.visit(from, (place) => {
    if (count >= limit || steps >= stepsMax) {
      next = place
      return false
    }
    steps += 1
    for (const set of others) if (!set.has(place)) return true
    for (const set of none) if (set.has(place)) return true
    found?.push(place)
    count += 1
    return true
  })
  return next === undefined ? { count } : { count, next }
}
