import { memo, useMemo, useState } from 'react'
import { Button, EmptyState } from '../../ui/index.ts'
import { nameOf } from '../state/calendars.ts'
import { titleOfEvent } from '../state/event-changes.ts'
import type { Occurrence } from '../state/occurrences.ts'
import { type DayRange, dateText } from '../time/views.ts'
import { agendaLines } from './agenda-lines.ts'
import { responseOf } from './event-face.tsx'
import './agenda.css'
import { t } from '../../texts/calendar.ts'

/** The number of events per page. */
const pageSize = 100

interface AgendaProps {
  readonly occurrences: readonly Occurrence[]
  readonly range: DayRange
  readonly zone: string
  /** Whether all that there is has come. */
  readonly isReady: boolean
  readonly onOpen: (occurrence: Occurrence) => void
  readonly onCreate: () => void
}

/** A list of events, grouped by day. */
export const Agenda = memo(function Agenda(props: AgendaProps) {
  const { occurrences, range, zone, isReady, onOpen, onCreate } = props
  const [shownMax, setShownMax] = useState(pageSize)
  const sorted = useMemo(() => agendaLines(occurrences, range, zone), [occurrences, range, zone])
  if (sorted.length === 0) {
    if (!isReady) return null
    return (
      <EmptyState
        title={t.emptyAgenda}
        action={<Button onClick={() => onCreate()}>{t.createEvent}</Button>}
      >
        {t.emptyAgendaHint}
      </EmptyState>
    )
  }
  const days = Map.groupBy(sorted.slice(0, shownMax), ({ day }) => day)
  return (
    <div className="agenda">
      {[...days].map(([day, lines]) => (
        <section key={day} className="agenda-day" aria-label={dayWords(day)}>
          <h2>{dayWords(day)}</h2>
          <ul>
            {lines.map(({ occurrence, time }) => (
              <li key={occurrence.key}>
                <AgendaLine occurrence={occurrence} time={time} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {sorted.length > shownMax && (
        <Button onClick={() => setShownMax(shownMax + pageSize)}>
          {t.showMoreLeft(sorted.length - shownMax)}
        </Button>
      )}
    </div>
  )
})

interface LineProps {
  readonly occurrence: Occurrence
  readonly time: string
  readonly onOpen: (occurrence: Occurrence) => void
}

export function AgendaLine({ occurrence, time, onOpen }: LineProps) {
  const { calendar, event, color } = occurrence
  const response = responseOf(occurrence)
  const isAnswered = response === undefined || response === 'accepted'
  return (
    <button
      type="button"
      className={response === 'declined' ? 'agenda-line declined' : 'agenda-line'}
      onClick={() => onOpen(occurrence)}
    >
      <span className="dot" style={{ background: color }} />
      <span className="agenda-time">{time}</span>
      <span className="agenda-title">
        <span className="agenda-name">{titleOfEvent(event)}</span>
        {!isAnswered && <span className="muted"> · {t.responses[response]}</span>}
        {event.location !== undefined && <span className="muted"> · {event.location}</span>}
      </span>
      <span className="muted agenda-calendar">{nameOf(calendar)}</span>
    </button>
  )
}

const dayWords = (day: string) =>
  dateText(Temporal.PlainDate.from(day), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
