import { invalidRule } from './invalid-rule.ts'
import { lastWallMs, type RulePeriods } from './rule-periods.ts'
import type { StepBudget } from './step-budget.ts'

/** Whether a rule has any occurrence from the start on. What a whole cycle lacks never comes. */
export function everOccurs(periods: RulePeriods, startMs: number, budget: StepBudget): boolean {
  for (let index = 0; index <= periods.perCycle && periods.isInCalendar(index); index += 1) {
    if (!budget.covers(1)) throw invalidRule()
    const period = periods.at(index)
    if (period.indexFrom(startMs) < period.length) return true
  }
  return false
}

/**
 * The time of the nth occurrence from the start on; the end of the calendar if that is earlier. The
 * rule has to have occurrences.
 */
export function nthOccurrence(
  periods: RulePeriods,
  { n, startMs }: { n: number; startMs: number },
  budget: StepBudget,
): number {
  // Counting begins with the period of the start, so what that has before the start is added.
  const total = n + periods.at(0).indexFrom(startMs)
  let left = total
  for (let index = 0; periods.isInCalendar(index); index += 1) {
    if (index === periods.perCycle) {
      const perWholeCycle = total - left
      const cycles = Math.floor((left - 1) / perWholeCycle)
      left -= cycles * perWholeCycle
      index += cycles * periods.perCycle
    }
    if (!budget.covers(1)) throw invalidRule()
    const period = periods.at(index)
    if (left <= period.length) return Math.min(period.wallAt(left - 1), lastWallMs)
    left -= period.length
  }
  return lastWallMs
}
