import { daysAfter } from '../days.ts'

/** A row of the daily report. */
export interface DayRow {
  readonly date: string
  readonly impr?: number
  readonly clicks?: number
  readonly cost?: number
  readonly dfaTransactions?: number
  readonly dfaRevenue?: number
}

export const dayColumns = [
  'date',
  'impr',
  'clicks',
  'cost',
  'dfaTransactions',
  'dfaRevenue',
] as const

type Sums = Record<'impr' | 'clicks' | 'cost' | 'dfaTransactions' | 'dfaRevenue', number>

const ratio = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator

/** The key figures, each computed from sums, with the type by which it is formatted. */
export const keyFigures = [
  { name: 'impr', type: 'Integer', of: ({ impr }: Sums) => impr },
  { name: 'clicks', type: 'Integer', of: ({ clicks }: Sums) => clicks },
  { name: 'ctr', type: 'Percent', of: ({ clicks, impr }: Sums) => ratio(clicks, impr) },
  { name: 'cost', type: 'Money', of: ({ cost }: Sums) => cost },
  { name: 'avgCpc', type: 'Money', of: ({ cost, clicks }: Sums) => ratio(cost, clicks) },
  { name: 'dfaTransactions', type: 'Integer', of: (sums: Sums) => sums.dfaTransactions },
  { name: 'dfaRevenue', type: 'Money', of: ({ dfaRevenue }: Sums) => dfaRevenue },
  { name: 'roas', type: 'Percent', of: ({ dfaRevenue, cost }: Sums) => ratio(dfaRevenue, cost) },
] as const

export type KeyFigure = (typeof keyFigures)[number]

function sumsOf(rows: readonly DayRow[]): Sums {
  const sums: Sums = { impr: 0, clicks: 0, cost: 0, dfaTransactions: 0, dfaRevenue: 0 }
  for (const row of rows) {
    for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += row[name] ?? 0
  }
  return sums
}

export interface Period {
  readonly start: string
  readonly end: string
}

/** The days of a period, in order. */
export function daysOf({ start, end }: Period): string[] {
  const days: string[] = []
  for (let day = start; day <= end; day = daysAfter(day, 1)) days.push(day)
  return days
}

/** The period of the same length before a period. */
export function periodBefore(period: Period): Period {
  return {
    start: daysAfter(period.start, -daysOf(period).length),
    end: daysAfter(period.start, -1),
  }
}

/** A key figure in a period and in the one before, and its change as a share of the latter. */
export function figureIn(figure: KeyFigure, rows: readonly DayRow[], period: Period) {
  const { value, byDay } = within(figure, rows, period)
  const before = within(figure, rows, periodBefore(period))
  const isComparable = value !== null && before.value !== null && before.value !== 0
  return {
    value,
    byDay,
    byDayBefore: before.byDay,
    change: isComparable ? value / before.value! - 1 : undefined,
  }
}

function within({ of }: KeyFigure, rows: readonly DayRow[], period: Period) {
  const some = rows.filter(({ date }) => date >= period.start && date <= period.end)
  const groups = Map.groupBy(some, ({ date }) => date)
  return {
    value: of(sumsOf(some)),
    byDay: daysOf(period).map((day) => of(sumsOf(groups.get(day) ?? []))),
  }
}
