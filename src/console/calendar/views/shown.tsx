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
export function Shown({ place }: { place: Place }) {
  const list = useCalendars()
  const { data: palette } = usePalette()
  const range = useMemo(() => rangeOf(place.view, place.date), [place])
  const calendars = list.data ?? []
  const events = useOccurrences({ calendars, palette, range, zone: place.zone })
  const { isLoading, error = list.error ?? undefined } = events
  const isLate = useLate(isLoading || list.isPending)
  const setOpen = useOpen()
  const create = useCreate(place.zone)
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
  const { occurrences } = events
  const current = useMemo(
    () => ({ ...place, range, occurrences, isReady: !isLoading }),
    [place, range, occurrences, isLoading],
  )
  // The toolbar answers the user first, because replacing hundreds of events takes several frames.
  const { view, date, ...drawn } = useDeferredValue(current)
  const { zone } = drawn
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
            {...{ zone }}
            range={drawn.range}
            occurrences={drawn.occurrences}
            isReady={drawn.isReady}
            onOpen={open}
            onCreate={create}
          />
        </Suspense>
      ) : view === 'year' ? (
        <Suspense>
          <Year {...{ date, zone }} occurrences={drawn.occurrences} />
        </Suspense>
      ) : (
        <Grid
          {...{ view, date, zone }}
          occurrences={drawn.occurrences}
          onOpen={open}
          onSelect={create}
          onMove={move}
          onShow={drawn.go}
        />
      )}
      {question}
    </>
  )
}
