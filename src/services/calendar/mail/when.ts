import type { Event, EventDateTime } from '../schemas/event.ts'

/** How times are told to somebody. */
export interface Telling {
  readonly zone: string
  /** How many hours the clock has: 24 unless said otherwise. */
  readonly clock?: 12 | 24
}

/** When an event is, for people: `Fri, 1 May 2026, 15:00 – 16:00 (Europe/Zurich)`. */
export function whenText({ start, end, originalStartTime }: Event, telling: Telling): string {
  const begins = start ?? originalStartTime
  if (begins === undefined) return 'not known'
  const isTimed = begins.date === undefined
  return isTimed ? timeText(begins, end, telling) : daysText(begins.date!, end?.date)
}

function timeText(
  begins: EventDateTime,
  ends: EventDateTime | undefined,
  { zone, clock = 24 }: Telling,
): string {
  const from = zonedTime(begins, zone)
  const to = ends?.dateTime === undefined ? from : zonedTime(ends, zone)
  const first = `${dayText(from.toPlainDate())}, ${clockText(from, clock)}`
  if (from.equals(to)) return `${first} (${zone})`
  const isSameDay = from.toPlainDate().equals(to.toPlainDate())
  const end = clockText(to, clock)
  const last = isSameDay ? end : `${dayText(to.toPlainDate())}, ${end}`
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

function dayText(date: Temporal.PlainDate): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    calendar: 'gregory',
  })
  return dayFormat.format(date)
}

// Making a format takes far longer than using it, and starting needs none.
let dayFormat: Intl.DateTimeFormat | undefined

function clockText(time: Temporal.ZonedDateTime, clock: 12 | 24): string {
  if (clock === 24) return time.toPlainTime().toString({ smallestUnit: 'minute' })
  const minutes = String(time.minute).padStart(2, '0')
  return `${time.hour % 12 || 12}:${minutes} ${time.hour < 12 ? 'am' : 'pm'}`
}
