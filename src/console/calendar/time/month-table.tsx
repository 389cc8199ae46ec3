import type { ReactNode } from 'react'
import { firstDayOfWeek } from '../../locale/index.ts'
import { weekdays } from '../recurrence/rule.ts'
import { weekdayName } from '../recurrence/words.ts'
import { rangeOf } from './views.ts'

interface MonthTableProps {
  /** The first day of the month. */
  readonly first: Temporal.PlainDate
  readonly className?: string
  readonly caption?: ReactNode
  readonly children: (day: Temporal.PlainDate) => ReactNode
}

/** The days of a month in whole weeks. */
export function MonthTable({ first, className, caption, children }: MonthTableProps) {
  const { start, end } = rangeOf('month', first)
  const weeks = start.until(end, { largestUnit: 'days' }).days / 7
  const names = weekdays.map((_, index) => weekdays[(index + firstDayOfWeek() - 1) % 7]!)
  return (
    <table className={className}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col" abbr={weekdayName(name)}>
              {weekdayName(name, 'short').slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeks }, (_, week) => (
          <tr key={start.add({ weeks: week }).toString()}>
            {names.map((name, day) => (
              <td key={name}>{children(start.add({ weeks: week, days: day }))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
