import { Dialog, ErrorNote, Spinner } from '../../ui/index.ts'
import { titleOfEvent } from '../state/event-changes.ts'
import { useLate } from '../views/late.ts'
import { EventActions } from './event-actions.tsx'
import { EventDetails } from './event-details.tsx'
import { useEvent } from './event-query.ts'
import './event.css'
import { t } from '../../texts/calendar.ts'

interface EventDialogProps {
  readonly calendarId: string
  readonly eventId: string
  readonly zone: string
  readonly onClose: () => void
}

/** The details of an event, and the actions on it. */
export function EventDialog({ calendarId, eventId, zone, onClose }: EventDialogProps) {
  const { data: event, error, refetch, isPending } = useEvent(calendarId, eventId)
  const isLate = useLate(isPending)
  return (
    <Dialog title={event === undefined ? t.event : titleOfEvent(event)} isOpen onClose={onClose}>
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isLate && <Spinner label={t.loadingEvent} />}
      {event !== undefined && (
        <>
          <EventDetails {...{ calendarId, event, zone }} />
          <EventActions {...{ calendarId, event }} onDone={onClose} />
        </>
      )}
    </Dialog>
  )
}
