import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateFormat } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Button, ErrorNote } from '../../ui/index.ts'
import { type Draft, momentsOf, problemWith, startingAt } from '../event/draft.ts'
import { keys } from '../state/keys.ts'
import { queryFreeBusy } from '../wire/calendars.ts'
import { BusyGrid } from './busy-grid.tsx'
import { freeTimes } from './free-times.ts'

const daysAhead = 7
const suggestionsMax = 4

interface FindTimeProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** Shows when everybody is busy, and offers times that suit all. */
export function FindTime({ draft, onChange }: FindTimeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.findTime}</summary>
      {isOpen && problemWith(draft) === undefined && <Times {...{ draft, onChange }} />}
    </details>
  )
}

function Times({ draft, onChange }: FindTimeProps) {
  const { start, end } = momentsOf(draft)
  const dayStart = start.startOfDay()
  const until = dayStart.add({ days: daysAhead })
  const ids = [draft.calendarId, ...draft.attendees.map(({ email }) => email)]
  const window = { timeMin: dayStart.toInstant().toString(), timeMax: until.toInstant().toString() }
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.freeBusy, window, ids],
    queryFn: ({ signal }) => queryFreeBusy(window, ids, signal),
  })
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const rows = ids.map((id, index) => {
    const known = data.calendars?.[id]
    return {
      name: index === 0 ? t.you : id,
      isKnown: known !== undefined && (known.errors?.length ?? 0) === 0,
      busy: known?.busy ?? [],
    }
  })
  const minutes = start.until(end).total({ unit: 'minutes', relativeTo: start })
  const found = freeTimes({
    busy: rows.flatMap(({ busy }) => busy),
    from: dayStart,
    until,
    minutes,
    countMax: suggestionsMax,
  })
  const take = (at: Temporal.ZonedDateTime) =>
    onChange(
      startingAt(
        draft,
        at.toPlainDate().toString(),
        at.toPlainTime().toString({ smallestUnit: 'minute' }),
      ),
    )
  return (
    <>
      <BusyGrid {...{ rows, dayStart, start, end }} />
      {!draft.isAllDay && (
        <div className="suggestions">
          <p>{found.length === 0 ? t.noCommonTime : t.commonTimes}</p>
          {found.map((at) => (
            <Button key={at.toString()} onClick={() => take(at)}>
              {suggestionFormat(draft.zone).format(at.epochMilliseconds)}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

const suggestionFormat = (timeZone: string) =>
  dateFormat({
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
