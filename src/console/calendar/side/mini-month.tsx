import { useDeferredValue, useState } from 'react'
import { isDate } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Button } from '../../ui/index.ts'
import { DateLink } from '../time/date-link.tsx'
import { MonthTable } from '../time/month-table.tsx'
import type { Place } from '../time/place.ts'
import { todayIn } from '../time/today.ts'
import { dateText } from '../time/views.ts'
import { NextIcon, PreviousIcon } from '../toolbar-icons.tsx'
import './mini-month.css'

/** A small month in the sidebar to go to a day, and a field to go to any date. */
export function MiniMonth({ place }: { place: Place }) {
  // The view that the user waits for is drawn first.
  const { view, date, zone, go } = useDeferredValue(place)
  // The month follows the view until the user turns its pages.
  const [turned, setTurned] = useState({ from: date, months: 0 })
  const months = turned.from.equals(date) ? turned.months : 0
  const first = date.with({ day: 1 }).add({ months })
  const turn = (by: 1 | -1) => setTurned({ from: date, months: months + by })
  return (
    <section className="mini-month" aria-label={t.miniMonth}>
      <header>
        <p>{dateText(first, { month: 'long', year: 'numeric' })}</p>
        <Button
          kind="quiet"
          label={t.previousMonth}
          icon={<PreviousIcon />}
          onClick={() => turn(-1)}
        />
        <Button kind="quiet" label={t.nextMonth} icon={<NextIcon />} onClick={() => turn(1)} />
      </header>
      <Days {...{ first, date, view }} today={todayIn(zone)} />
      <label className="mini-month-jump">
        {t.goToDate}
        <input
          type="date"
          value={date.toString()}
          onChange={({ target }) => {
            if (isDate(target.value)) go(view, Temporal.PlainDate.from(target.value))
          }}
        />
      </label>
    </section>
  )
}

interface DaysProps {
  readonly first: Temporal.PlainDate
  readonly date: Temporal.PlainDate
  readonly today: Temporal.PlainDate
  readonly view: Place['view']
}

function Days({ first, date, today, view }: DaysProps) {
  return (
    <MonthTable first={first}>
      {(day) => (
        <DateLink
          view={view}
          date={day}
          className={dayClass({
            isOfMonth: day.month === first.month,
            isSelected: day.equals(date),
            isToday: day.equals(today),
          })}
          aria-current={day.equals(today) ? 'date' : undefined}
          aria-label={`${day.day}, ${dateText(day, { dateStyle: 'full' })}`}
        >
          {day.day}
        </DateLink>
      )}
    </MonthTable>
  )
}

const dayClass = (day: { isOfMonth: boolean; isSelected: boolean; isToday: boolean }): string =>
  [
    'mini-day',
    day.isOfMonth ? '' : 'other',
    day.isSelected ? 'selected' : '',
    day.isToday ? 'today' : '',
  ]
    .filter(Boolean)
    .join(' ')
