import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog, EmptyState, ErrorNote, Field, Spinner, useDebounced } from '../../ui/index.ts'
import { useOpen } from '../desk.ts'
import { useCalendars, usePalette } from '../state/calendars.ts'
import { keys } from '../state/keys.ts'
import { type Occurrence, occurrenceOf } from '../state/occurrences.ts'
import { momentOf, windowOf } from '../time/event-time.ts'
import { todayIn } from '../time/today.ts'
import { dateText } from '../time/views.ts'
import { AgendaLine } from '../views/agenda.tsx'
import { timeWords } from '../views/agenda-lines.ts'
import '../event/event.css'
import { t } from '../../texts/calendar.ts'
import { firstInstances, listInstances } from '../wire/events.ts'
import { withStarting } from './starting.ts'

const shownMax = 50

/** How far back and ahead events are found by the start of a word, while the user types. */
const nearby = { months: 3 }

/**
 * Searches events of the selected calendars, a year back and a year ahead. The server finds whole words; words that
 * are not finished are found in the titles and locations of events near today.
 */
export function SearchDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  return (
    <Dialog title={t.searchEvents} size="wide" isOpen onClose={onClose}>
      <Field label={t.search}>
        {(control) => (
          <input
            {...control}
            data-first-focus
            inputMode="search"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {q !== '' && <Results {...{ q, zone }} />}
    </Dialog>
  )
}

function Results({ q, zone }: { q: string; zone: string }) {
  const setOpen = useOpen()
  const { data: calendars = [] } = useCalendars()
  const { data: palette } = usePalette()
  const selected = calendars.filter((entry) => entry.selected === true)
  const today = todayIn(zone)
  const window = windowOf(
    { start: today.subtract({ years: 1 }), end: today.add({ years: 1 }) },
    zone,
  )
  const results = useQueries({
    queries: selected.map(({ id }) => ({
      queryKey: [...keys.search, id, q, window],
      queryFn: ({ signal }: { signal: AbortSignal }) => listInstances(id, window, { q, signal }),
      placeholderData: keepPreviousData,
    })),
  })
  const near = windowOf({ start: today.subtract(nearby), end: today.add(nearby) }, zone)
  const nearEvents = useQueries({
    queries: selected.map(({ id }) => ({
      queryKey: [...keys.search, id, near],
      queryFn: ({ signal }: { signal: AbortSignal }) => firstInstances(id, near, signal),
    })),
  })
  const failed = [...results, ...nearEvents].find(({ isError }) => isError)
  if (failed !== undefined)
    return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
  if ([...results, ...nearEvents].some(({ isPending }) => isPending))
    return <Spinner label={t.searching} />
  const found = selected
    .flatMap((calendar, index) =>
      withStarting(q, results[index]?.data ?? [], nearEvents[index]?.data ?? []).map((event) =>
        occurrenceOf(calendar, event, palette),
      ),
    )
    .toSorted((one, other) => startMs(one, zone) - startMs(other, zone))
  if (found.length === 0) {
    return <EmptyState title={t.nothingFound(q)}>{t.nothingFoundHint}</EmptyState>
  }
  const open = ({ calendar, event }: Occurrence) =>
    setOpen({ kind: 'event', calendarId: calendar.id, eventId: event.id })
  return (
    <section aria-label={t.results}>
      <p role="status" className="muted">
        {found.length > shownMax ? t.firstOf(shownMax, found.length) : t.found(found.length)}
      </p>
      <ul className="plain-list">
        {found.slice(0, shownMax).map((occurrence) => (
          <li key={occurrence.key}>
            <AgendaLine
              occurrence={occurrence}
              time={`${dayWords(occurrence, zone)}, ${timeWords(occurrence, zone)}`}
              onOpen={open}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const startMs = ({ event }: Occurrence, zone: string) =>
  momentOf(event.start, zone).epochMilliseconds

const dayWords = ({ event }: Occurrence, zone: string) =>
  dateText(momentOf(event.start, zone).toPlainDate(), { dateStyle: 'medium' })
