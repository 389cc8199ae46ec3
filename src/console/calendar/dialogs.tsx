import { lazy, Suspense, useEffect } from 'react'
import { t } from '../texts/calendar.ts'
import { Dialog } from '../ui/index.ts'
import { type Open, useOpen } from './desk.ts'
import { CalendarList } from './side/calendar-list.tsx'

const loadEvent = () => import('./event/event-dialog.tsx')
const loadNew = () => import('./create/new-event-dialog.tsx')
const loadQuick = () => import('./create/quick-event-dialog.tsx')

// Dialogs are loaded after the page, which appears sooner.
const EventDialog = lazy(async () => ({ default: (await loadEvent()).EventDialog }))
const NewEventDialog = lazy(async () => ({ default: (await loadNew()).NewEventDialog }))
const QuickEventDialog = lazy(async () => ({ default: (await loadQuick()).QuickEventDialog }))
const EditEventDialog = lazy(async () => ({
  default: (await import('./event/edit-event-dialog.tsx')).EditEventDialog,
}))
const CalendarDialog = lazy(async () => ({
  default: (await import('./calendars/calendar-dialog.tsx')).CalendarDialog,
}))
const AddCalendarDialog = lazy(async () => ({
  default: (await import('./calendars/add-calendar-dialog.tsx')).AddCalendarDialog,
}))
const SearchDialog = lazy(async () => ({
  default: (await import('./search/search-dialog.tsx')).SearchDialog,
}))
const TimeZoneDialog = lazy(async () => ({
  default: (await import('../shell/time-zone-dialog.tsx')).TimeZoneDialog,
}))

/** Renders the open dialog. */
export function Dialogs({ open, zone }: { open: Open | undefined; zone: string }) {
  const setOpen = useOpen()
  const onClose = () => setOpen(undefined)
  useEffect(loadAhead, [])
  return (
    <Suspense>
      {open?.kind === 'event' && <EventDialog {...open} {...{ zone, onClose }} />}
      {open?.kind === 'new' && <NewEventDialog draft={open.draft} onClose={onClose} />}
      {open?.kind === 'quick' && (
        <QuickEventDialog draft={open.draft} anchor={open.anchor} onClose={onClose} />
      )}
      {open?.kind === 'edit' && <EditEventDialog {...open} {...{ zone, onClose }} />}
      {open?.kind === 'calendar' && (
        <CalendarDialog calendarId={open.calendarId} onClose={onClose} />
      )}
      {open?.kind === 'add-calendar' && <AddCalendarDialog zone={zone} onClose={onClose} />}
      {open?.kind === 'search' && <SearchDialog zone={zone} onClose={onClose} />}
      <Dialog title={t.calendars} isOpen={open?.kind === 'calendars'} onClose={onClose}>
        <CalendarList />
      </Dialog>
      {open?.kind === 'zone' && <TimeZoneDialog onClose={onClose} />}
    </Suspense>
  )
}

const settledMs = 1_000

/** Preloads the most common dialogs. */
function loadAhead() {
  const timer = setTimeout(() => {
    // If this fails, opening a dialog loads it again and reports the error.
    for (const load of [loadEvent, loadQuick, loadNew]) void load().catch(() => {})
  }, settledMs)
  return () => clearTimeout(timer)
}
