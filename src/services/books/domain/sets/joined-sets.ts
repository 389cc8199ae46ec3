import type { VolumeSet } from './volume-set.ts'

/** The volumes that are in all of some sets, and in none of others. */
export interface JoinedSets {
  readonly all: readonly VolumeSet[]
  readonly none: readonly VolumeSet[]
}

/** The limits of a walk through sets. */
export interface Walk {
  /** The first position. */
  readonly from: number
  /** Stops when this many are found. */
  readonly limit: number
  /** Stops when this many positions were visited. */
  readonly stepsMax: number
  /** Collects the positions; without it, they are only counted. */
  readonly found?: number[]
}

interface Walked {
  readonly count: number
  /** Where to continue; absent at the end. */
  readonly next?: number
}

/** Visits the volumes that are in all sets, by ascending position. */
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
