/** The days, weeks, months or years that a rule steps through, numbered from that of the start. */
export interface Periods {
  /** After this many periods the calendar, and so the choice of days, begins anew. */
  readonly perCycle: number
  /** The last period that begins on the day or before; negative before the start. */
  indexOf(day: number): number
  firstDayOf(index: number): number
  /** Which days the rule takes, in order and counted from the first day of the period. */
  daysOf(index: number): readonly number[]
}

export const noDays: readonly number[] = []

/** How many steps it takes until they fall on the same places of the cycle again. */
export function stepsPerCycle({ units, interval }: { units: number; interval: number }): number {
  return units / greatestCommonDivisor(units, interval)
}

function greatestCommonDivisor(one: number, other: number): number {
  let [a, b] = [one, other]
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
