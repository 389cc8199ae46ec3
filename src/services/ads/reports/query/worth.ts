import { type Days, type ReportPlan, valuesOf } from '../request/plan.ts'
import { literal, quotient, type ReportDialect } from './dialect.ts'
import type { Homes } from './homes.ts'

/** An amount converted to the report's currency; `worth` is the alias of the rate table. */
export const convertedAmount = (dialect: ReportDialect, amount: string, worth: string): string =>
  quotient(dialect, `(${dialect.wide(amount)} * ${worth}.num)`, `${worth}.den`)

/**
 * Which of two currencies has no rate, if an amount cannot be converted: that of the amount, unless it has
 * one. Without a day, the current rate is used.
 */
export const currencyWithoutRate = (
  { currency, day }: { readonly currency: string; readonly day: string | undefined },
  target: string,
): string => {
  const rates =
    day === undefined
      ? `spans r where r.currency = ${currency}`
      : `dated r where r.currency = ${currency} and r.day = ${day}`
  return `case when exists (select 1 from ${rates}) then ${literal(target)} else ${currency} end`
}

const earliest = '2009-11-01'

/**
 * The values of currencies in that of the report, per day and now. A day without a rate has the last one
 * before it. The currency of the report needs no rates.
 */
export function worthTables(plan: ReportPlan, homes: Homes, today: string): string[] {
  const { first, last } = coveredDays(plan, today)
  const target = literal(plan.currency)
  return [
    `spans as (
      select currency, day, lead(day) over (partition by currency order by day) as until,
        per_dollar_micros as rate
      from ${homes.relation('rates')} r where currency <> 'USD'
      union all select 'USD', date ${literal(earliest)}, null, 1000000)`,
    `covered_days as (
      select cast(day as date) as day from generate_series(
        date ${literal(first)}, date ${literal(last)}, interval '1 day') g (day))`,
    `dated as (
      select s.currency, d.day, s.rate from spans s
      join covered_days d on d.day >= s.day and (s.until is null or d.day < s.until))`,
    `worth_of_day as (
      select s.currency, s.day, t.rate as num, s.rate as den from dated s
      join dated t on t.day = s.day and t.currency = ${target}
      where s.currency <> ${target}
      union all select ${target}, day, 1, 1 from covered_days)`,
    `worth_now as (
      select s.currency, t.rate as num, s.rate as den from spans s
      join spans t on t.currency = ${target} and t.until is null
      where s.until is null and s.currency <> ${target}
      union all select ${target}, 1, 1)`,
  ]
}

// Conversions can be a day ahead, and it can be tomorrow already in their zone.
const daysAheadMax = 2

/** The days of the report, without those in the future. */
function coveredDays(plan: ReportPlan, today: string): Days {
  const latest = Temporal.PlainDate.from(today).add({ days: daysAheadMax }).toString()
  let [first, last] = [plan.days?.first ?? earliest, plan.days?.last ?? latest]
  for (const value of valuesOf(plan)) {
    if (value.is !== 'metric' && value.is !== 'customMetric') continue
    if (value.days !== undefined && value.days.first < first) first = value.days.first
    if (value.days !== undefined && value.days.last > last) last = value.days.last
  }
  if (last > latest) last = latest
  return { first: first < last ? first : last, last }
}
