import type { BadRecord } from './writing/writing-batch.ts'

export const badShownMax = 100

/** Counts invalid rows, and keeps the first ones for the report. */
export class BadRecords {
  readonly first: BadRecord[] = []
  count = 0

  constructor({ first = [], count = 0 }: Partial<Pick<BadRecords, 'first' | 'count'>> = {}) {
    this.first.push(...first)
    this.count = count
  }

  add(bad: BadRecord): void {
    this.count += 1
    if (this.first.length < badShownMax) this.first.push(bad)
  }
}
