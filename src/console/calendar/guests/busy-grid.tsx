import { formatList } from '../../locale/index.ts'
import { clockTime, hourOf } from '../time/event-time.ts'
import { dateText } from '../time/views.ts'
import type { BusyTime } from '../wire/types.ts'
import type { Availability } from './free-times.ts'
import './guests.css'
import { t } from '../../texts/calendar.ts'

interface BusyGridProps {
  readonly rows: readonly Availability[]
  readonly dayStart: Temporal.ZonedDateTime
  readonly start: Temporal.ZonedDateTime
  readonly end: Temporal.ZonedDateTime
}

/** One day with a row for each person. A text alternative describes each row. */
export function BusyGrid({ rows, dayStart, start, end }: BusyGridProps) {
  const dayMs = dayStart.add({ days: 1 }).epochMilliseconds - dayStart.epochMilliseconds
  const share = (ms: number) =>
    Math.min(100, Math.max(0, ((ms - dayStart.epochMilliseconds) / dayMs) * 100))
  const place = (fromMs: number, toMs: number) => ({
    insetInlineStart: `${share(fromMs)}%`,
    inlineSize: `${share(toMs) - share(fromMs)}%`,
  })
  return (
    <table className="busy-grid">
      <caption>{dateText(dayStart.toPlainDate(), { dateStyle: 'full' })}</caption>
      <thead aria-hidden="true">
        <tr>
          <th />
          <td className="busy-axis">
            {[6, 12, 18].map((hour) => (
              <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
                {hourOf(dayStart.withPlainTime({ hour }))}
              </span>
            ))}
          </td>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, isKnown, busy }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>
              <div className={isKnown ? 'busy-track' : 'busy-track unknown'} aria-hidden="true">
                {timesOf(busy, dayStart).map(({ from, to }) => (
                  <span
                    key={from.toString()}
                    className="busy-time"
                    style={place(from.epochMilliseconds, to.epochMilliseconds)}
                  />
                ))}
                <span
                  className="wanted-time"
                  style={place(start.epochMilliseconds, end.epochMilliseconds)}
                />
              </div>
              <span className={isKnown ? 'visually-hidden' : 'muted'}>
                {isKnown ? busyWords(timesOf(busy, dayStart)) : t.unknown}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface Span {
  readonly from: Temporal.ZonedDateTime
  readonly to: Temporal.ZonedDateTime
}

/** What of the busy times touches the day. */
function timesOf(busy: readonly BusyTime[], dayStart: Temporal.ZonedDateTime): Span[] {
  const dayEnd = dayStart.add({ days: 1 })
  const { compare } = Temporal.ZonedDateTime
  return busy
    .map(({ start, end }) => ({
      from: Temporal.Instant.from(start).toZonedDateTimeISO(dayStart.timeZoneId),
      to: Temporal.Instant.from(end).toZonedDateTimeISO(dayStart.timeZoneId),
    }))
    .filter(({ from, to }) => compare(from, dayEnd) < 0 && compare(to, dayStart) > 0)
}

const busyWords = (spans: readonly Span[]): string =>
  spans.length === 0
    ? t.freeAllDay
    : t.busyAt(formatList(spans.map(({ from, to }) => t.fromTo(clockTime(from), clockTime(to)))))
