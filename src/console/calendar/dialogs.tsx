import { lazy, Suspense } from 'react'
import { TimeZoneDialog } from '../shell/time-zone-dialog.tsx'
import { Dialog } from '../ui/index.ts'
import { type Open, useOpen } from './desk.ts'
import { CalendarList } from './side/calendar-list.tsx'

// Dialogs come after the page, so that the first look at it need not wait for them.
const EventDialog = lazy(async () => ({
  default: (await import('./event/event-dialog.tsx')).EventDialog,
}))
const NewEventDialog = lazy(async () => ({
  default: (await import('./event/new-event-dialog.tsx')).NewEventDialog,
}))
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

/** Whatever is open over the calendar. */
export function Dialogs({ open, zone }: { open: Open | undefined; zone: string }) {
  const setOpen = useOpen()
  const onClose = () => setOpen(undefined)
  return (
    <Suspense>
      {open?.kind === 'event' && <EventDialog {...open} {...{ zone, onClose }} />}
      {open?.kind === 'new' && <NewEventDialog draft={open.draft} onClose={onClose} />}
      {open?.kind === 'edit' && <EditEventDialog {...open} {...{ zone, onClose }} />}
      {open?.kind === 'calendar' && (
        <CalendarDialog calendarId={open.calendarId} onClose={onClose} />
      )}
      {open?.kind === 'add-calendar' && <AddCalendarDialog zone={zone} onClose={onClose} />}
      {open?.kind === 'search' && <SearchDialog zone={zone} onClose={onClose} />}
      <Dialog title="Calendars" isOpen={open?.kind === 'calendars'} onClose={onClose}>
        <CalendarList />
      </Dialog>
      <TimeZoneDialog isOpen={open?.kind === 'zone'} onClose={onClose} />
    </Suspense>
  )
}
