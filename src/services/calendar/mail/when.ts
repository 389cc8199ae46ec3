import type { Event, EventDateTime } from '../schemas/event.ts'

/** When an event is, for people: `Fri, 1 May 2026, 15:00 – 16:00 (Europe/Zurich)`. */
export function whenText({ start, end, originalStartTime }: Event, zone: string): string {
  const begins = start ?? originalStartTime
  if (begins === undefined) return 'not known'
  return begins.date === undefined ? timeText(begins, end, zone) : daysText(begins.date, end?.date)
}

function timeText(begins: EventDateTime, ends: EventDateTime | undefined, zone: string): string {
  const from = zonedTime(begins, zone)
  const to = ends?.dateTime === undefined ? from : zonedTime(ends, zone)
  const first = `${dayText(from.toPlainDate())}, ${clockText(from)}`
  if (from.equals(to)) return `${first} (${zone})`
  const isSameDay = from.toPlainDate().equals(to.toPlainDate())
  const last = isSameDay ? clockText(to) : `${dayText(to.toPlainDate())}, ${clockText(to)}`
  return `${first} – ${last} (${zone})`
}

/** The end names the day after the last one. */
function daysText(first: string, end: string | undefined): string {
  const from = Temporal.PlainDate.from(first)
  const to = end === undefined ? from : Temporal.PlainDate.from(end).subtract({ days: 1 })
  const isOneDay = Temporal.PlainDate.compare(to, from) <= 0
  return isOneDay ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
}

const zonedTime = ({ dateTime }: EventDateTime, zone: string) =>
  Temporal.Instant.from(dateTime!).toZonedDateTimeISO(zone)

const dayText = (date: Temporal.PlainDate): string =>
  date.toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    calendar: 'gregory',
  })

const clockText = (time: Temporal.ZonedDateTime): string =>
  time.toPlainTime().toString({ smallestUnit: 'minute' })
