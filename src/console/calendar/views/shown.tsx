import { lazy, Suspense, useCallback, useDeferredValue, useMemo } from 'react'
import { t } from '../../texts/calendar.ts'
import { ErrorNote, Spinner } from '../../ui/index.ts'
import { useCreate } from '../create/create.ts'
import { useOpen } from '../desk.ts'
import { useMoving } from '../event/moving.ts'
import { useReachQuestion } from '../event/reach-question.tsx'
import { useCalendars, usePalette } from '../state/calendars.ts'
import { type Occurrence, useOccurrences } from '../state/occurrences.ts'
import type { Place } from '../time/place.ts'
import { rangeOf } from '../time/views.ts'
import { Grid } from './grid.tsx'
import { useLate } from './late.ts'

// Most people open a day, a week or a month, which load sooner without these.
const Agenda = lazy(async () => ({ default: (await import('./agenda.tsx')).Agenda }))
const Year = lazy(async () => ({ default: (await import('./year.tsx')).Year }))

/** The selected view with the events of the selected calendars. */
export function Shown({ place: { view, date, zone, go } }: { place: Place }) {
  const list = useCalendars()
  const { data: palette } = usePalette()
  const range = useMemo(() => rangeOf(view, date), [view, date])
  const events = useOccurrences({ calendars: list.data ?? [], palette, range, zone })
  const { isLoading } = events
  // Rendering thousands of events takes a while, and input must not wait for it.
  const occurrences = useDeferredValue(events.occurrences)
  const error = events.error ?? list.error ?? undefined
  const isLate = useLate(isLoading || list.isPending)
  const setOpen = useOpen()
  const create = useCreate(zone)
  const [askReach, question] = useReachQuestion()
  const move = useMoving(askReach)
  const open = useCallback(
    ({ calendar, event }: Occurrence) =>
      setOpen({ kind: 'event', calendarId: calendar.id, eventId: event.id }),
    [setOpen],
  )
  const tryAgain = () => {
    void list.refetch()
    events.retry()
  }
  return (
    <>
      {error !== undefined && <ErrorNote error={error} onRetry={tryAgain} />}
      {isLate && (
        <div className="cal-loading">
          <Spinner label={t.loadingEvents} />
        </div>
      )}
      {view === 'agenda' ? (
        <Suspense>
          <Agenda
            {...{ occurrences, range, zone }}
            isReady={!isLoading}
            onOpen={open}
            onCreate={create}
          />
        </Suspense>
      ) : view === 'year' ? (
        <Suspense>
          <Year {...{ date, zone, occurrences }} />
        </Suspense>
      ) : (
        <Grid
          {...{ view, date, zone, occurrences }}
          onOpen={open}
          onSelect={create}
          onMove={move}
          onShow={go}
        />
      )}
      {question}
    </>
  )
}
