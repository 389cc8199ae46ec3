import { wordsFor } from '../recurrence/words.ts'
import { titleOfEvent } from '../state/event-changes.ts'
import { whenOf } from '../time/event-time.ts'
import type { CalendarEvent } from '../wire/types.ts'

interface PreviewProps {
  readonly data: CalendarEvent | undefined
  readonly error: Error | null
  readonly zone: string
}

/** What a sentence will become, before it does. */
export function Preview({ data: event, error, zone }: PreviewProps) {
  if (error !== null) return <p className="quick-add-card">{error.message}</p>
  if (event === undefined) return null
  return (
    <div className="quick-add-card">
      <p className="quick-add-title">{titleOfEvent(event)}</p>
      <p>{whenOf(event, zone)}</p>
      {event.recurrence !== undefined && <p>{wordsFor(event.recurrence)}</p>}
      {event.location !== undefined && <p>Where: {event.location}</p>}
      {event.attendees !== undefined && (
        <p>Guests: {event.attendees.map(({ email }) => email).join(', ')}</p>
      )}
      <p className="muted">Press Enter to add it.</p>
    </div>
  )
}
