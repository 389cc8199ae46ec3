import { civilDateOf, weekdayOf } from '../civil-date.ts'
import type { Rule } from './rule.ts'

/** Fills in what a rule leaves open about its days from the day on which the series begins. */
export function withStartDefaults(rule: Rule, startDay: number): Rule {
  const { frequency, months, weekNumbers, yearDays, monthDays, weekdays } = rule
  if (yearDays.length + monthDays.length + weekdays.length > 0) return rule
  if (frequency === 'DAILY') return rule
  if (frequency === 'WEEKLY' || weekNumbers.length > 0)
    return { ...rule, weekdays: [{ weekday: weekdayOf(startDay), ordinal: 0 }] }
  const { month, day } = civilDateOf(startDay)
  if (frequency === 'MONTHLY' || months.length > 0) return { ...rule, monthDays: [day] }
  return { ...rule, months: [month], monthDays: [day] }
}
