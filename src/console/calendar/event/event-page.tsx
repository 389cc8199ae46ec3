import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTimeZone } from '../../locale/index.ts'
import { EmptyState, ErrorNote, Page, Spinner } from '../../ui/index.ts'
import { NewEventDialog } from '../create/new-event-dialog.tsx'
import { type Open, OpenContext } from '../desk.ts'
import { titleOfEvent } from '../state/event-changes.ts'
import { momentOf } from '../time/event-time.ts'
import { useLate } from '../views/late.ts'
import { EditEventDialog } from './edit-event-dialog.tsx'
import { eventIn } from './eid.ts'
import { EventActions } from './event-actions.tsx'
import { EventDetails } from './event-details.tsx'
import { useLinkedEvent } from './event-query.ts'
import './event.css'
import { t } from '../../texts/calendar.ts'

const route = getRouteApi('/calendar/event')

/** The page of one event, which its `htmlLink` leads to. */
export function EventPage() {
  const { eid } = route.useSearch()
  const named = eventIn(eid)
  if (named !== undefined) return <Named {...named} />
  return (
    <Page title={t.event}>
      <EmptyState
        title={t.eventNotFoundTitle}
        action={<Link to="/calendar/{-$view}/{-$date}">{t.goToCalendar}</Link>}
      />
    </Page>
  )
}

function Named({ calendarId, eventId }: { calendarId: string; eventId: string }) {
  const zone = useTimeZone()
  const navigate = useNavigate()
  const { data: event, error, refetch, isPending } = useLinkedEvent(calendarId, eventId)
  const isLate = useLate(isPending)
  const [open, setOpen] = useState<Open>()
  const goToCalendar = () => void navigate({ to: '/calendar/{-$view}/{-$date}' })
  return (
    <OpenContext value={setOpen}>
      <Page title={event === undefined ? t.event : titleOfEvent(event)}>
        {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isLate && <Spinner label={t.loadingEvent} />}
        {event?.status === 'cancelled' && <p className="note">{t.eventDeleted}</p>}
        {event?.start !== undefined && (
          <div className="event-page">
            <Link
              to="/calendar/{-$view}/{-$date}"
              params={{ view: 'week', date: momentOf(event.start, zone).toPlainDate().toString() }}
            >
              {t.showInCalendar}
            </Link>
            <EventDetails {...{ calendarId, event, zone }} />
            {event.status !== 'cancelled' && (
              <EventActions {...{ calendarId, event }} onDone={goToCalendar} />
            )}
          </div>
        )}
        {open?.kind === 'new' && (
          <NewEventDialog draft={open.draft} onClose={() => setOpen(undefined)} />
        )}
        {open?.kind === 'edit' && (
          <EditEventDialog {...open} zone={zone} onClose={() => setOpen(undefined)} />
        )}
      </Page>
    </OpenContext>
  )
}
