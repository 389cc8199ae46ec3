import { memo, useMemo } from 'react'
import type { Occurrence } from '../state/occurrences.ts'
import { DateLink } from '../time/date-link.tsx'
import { eventDays } from '../time/event-days.ts'
import { MonthTable } from '../time/month-table.tsx'
import { todayIn } from '../time/today.ts'
import { dateText, rangeOf } from '../time/views.ts'
import './year.css'
import { t } from '../../texts/calendar.ts'

interface YearProps {
  readonly date: Temporal.PlainDate
  readonly zone: string
  readonly occurrences: readonly Occurrence[]
}

/** Twelve months, with a mark on each day that shows how full it is. */
export const Year = memo(function Year({ date, zone, occurrences }: YearProps) {
  const counts = useMemo(() => countsByDay(occurrences, zone, date), [occurrences, zone, date])
  const today = todayIn(zone).toString()
  const first = date.with({ month: 1, day: 1 })
  return (
    <div className="year">
      {Array.from({ length: 12 }, (_, index) => (
        <Month key={index} first={first.add({ months: index })} counts={counts} today={today} />
      ))}
    </div>
  )
})

interface MonthProps {
  readonly first: Temporal.PlainDate
  readonly counts: ReadonlyMap<string, number>
  readonly today: string
}

function Month({ first, counts, today }: MonthProps) {
  return (
    <MonthTable
      first={first}
      className="year-month"
      caption={
        <DateLink view="month" date={first}>
          {dateText(first, { month: 'long' })}
        </DateLink>
      }
    >
      {(date) => <Day {...{ date, first, counts, today }} />}
    </MonthTable>
  )
}

function Day({ date, first, counts, today }: MonthProps & { readonly date: Temporal.PlainDate }) {
  if (date.month !== first.month) return null
  const text = date.toString()
  const count = counts.get(text) ?? 0
  return (
    <DateLink
      view="day"
      date={date}
      className={`year-day level-${levelOf(count)}`}
      aria-current={text === today ? 'date' : undefined}
      aria-label={`${dateText(date, { dateStyle: 'long' })}, ${t.eventCount(count)}`}
    >
      {date.day}
    </DateLink>
  )
}

const levelOf = (count: number): number => (count === 0 ? 0 : count < 3 ? 1 : count < 6 ? 2 : 3)

/** Events count on each of their days. */
function countsByDay(occurrences: readonly Occurrence[], zone: string, date: Temporal.PlainDate) {
  const { names, spanOf } = eventDays(rangeOf('year', date), zone)
  const counts = new Map<string, number>()
  for (const { event } of occurrences) {
    const { first, last } = spanOf(event)
    const end = Math.min(last + 1, names.length)
    for (let index = Math.max(0, first); index < end; index++) {
      counts.set(names[index]!, (counts.get(names[index]!) ?? 0) + 1)
    }
  }
  return counts
}
