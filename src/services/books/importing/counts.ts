/** What became of the entries of an import. */
export interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly withdrawn: number
  /** Entries that are no volumes. */
  readonly others: number
  readonly bad: number
}

export const noCounts: Counts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  others: 0,
  bad: 0,
}

export function sumOfCounts(one: Counts, two: Partial<Counts>): Counts {
  const sum = { ...one }
  for (const name of Object.keys(noCounts) as (keyof Counts)[]) sum[name] += two[name] ?? 0
  return sum
}
