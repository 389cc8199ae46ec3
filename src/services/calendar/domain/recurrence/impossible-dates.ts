import type { Rule } from './rule.ts'

/** Whether a rule asks for days that none of its months has, such as February 30. */
export function asksForImpossibleDates({ months, monthDays }: Rule): boolean {
  if (months.length === 0 || monthDays.length === 0) return false
  const longest = Math.max(...months.map((month) => daysAtMost[month - 1]!))
  return monthDays.every((day) => Math.abs(day) > longest)
}

const daysAtMost = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
