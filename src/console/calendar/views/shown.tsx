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
import { type DayRange, rangeOf } from '../time/views.ts'
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
  const occurrences = useAfterRange(events.occurrences, range)
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
            {...{ range, zone }}
            occurrences={occurrences ?? none}
            isReady={!isLoading && occurrences !== undefined}
            onOpen={open}
            onCreate={create}
          />
        </Suspense>
      ) : view === 'year' ? (
        <Suspense>
          <Year {...{ date, zone }} occurrences={occurrences ?? none} />
        </Suspense>
      ) : (
        <Grid
          {...{ view, date, zone }}
          occurrences={occurrences ?? none}
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

const none: readonly Occurrence[] = []
/** The number of events whose rendering is not noticed. */
const atOnceMax = 100

/**
 * Rendering thousands of events takes a while, and input must not wait for it. They are undefined while a new range is
 * rendered without them.
 */
function useAfterRange(
  occurrences: readonly Occurrence[],
  range: DayRange,
): readonly Occurrence[] | undefined {
  const current = useMemo(() => ({ occurrences, range }), [occurrences, range])
  const deferred = useDeferredValue(current)
  if (occurrences.length <= atOnceMax) return occurrences
  return deferred.range === range ? deferred.occurrences : undefined
}
