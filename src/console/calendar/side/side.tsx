import { CalendarList } from './calendar-list.tsx'

/** The calendars beside the view, on screens that have room for it. */
export function Side() {
  return (
    <aside className="cal-side" aria-label="Calendars">
      <CalendarList />
    </aside>
  )
}
