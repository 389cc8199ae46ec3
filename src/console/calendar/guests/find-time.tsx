import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateFormat, formatList } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { Button, ErrorNote } from '../../ui/index.ts'
import { type Draft, momentsOf, problemWith, startingAt } from '../event/draft.ts'
import { isRoom, mayShare, useCalendars } from '../state/calendars.ts'
import { keys } from '../state/keys.ts'
import { queryFreeBusy } from '../wire/calendars.ts'
import type { FreeBusy } from '../wire/types.ts'
import { BusyGrid } from './busy-grid.tsx'
import { conflictsAt, freeTimes } from './free-times.ts'

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
  const { data: calendars = [] } = useCalendars()
  const own = [
    ...new Set([
      draft.calendarId,
      ...calendars.filter((entry) => mayShare(entry) && !isRoom(entry)).map(({ id }) => id),
    ]),
  ]
  const guests = draft.attendees.filter(({ email }) => !own.includes(email))
  const ids = [...own, ...guests.map(({ email }) => email)]
  const window = { timeMin: dayStart.toInstant().toString(), timeMax: until.toInstant().toString() }
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.freeBusy, window, ids],
    queryFn: ({ signal }) => queryFreeBusy(window, ids, signal),
  })
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const rows = [
    { name: t.you, ...availabilityOf(data, own) },
    ...guests.map(({ email, displayName = email }) => ({
      name: displayName,
      ...availabilityOf(data, data.groups?.[email]?.calendars ?? [email]),
    })),
  ]
  const { busy, unknown } = conflictsAt(rows, start.epochMilliseconds, end.epochMilliseconds)
  const minutes = start.until(end).total({ unit: 'minutes', relativeTo: start })
  const found = freeTimes({
    people: rows,
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
      <p role="status">
        {busy.length > 0
          ? t.busyThen(formatList(busy))
          : unknown.length > 0
            ? t.unknownThen(formatList(unknown))
            : t.allFreeThen}
      </p>
      {!draft.isAllDay && (
        <div className="suggestions">
          <p>
            {unknown.length > 0
              ? t.noSuggestions(formatList(unknown))
              : found.length === 0
                ? t.noCommonTime
                : t.commonTimes}
          </p>
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

/** When somebody with these calendars is busy. */
function availabilityOf({ calendars = {} }: FreeBusy, ids: readonly string[]) {
  const answers = ids.map((id) => calendars[id])
  return {
    // A group that is too large has no members here.
    isKnown:
      ids.length > 0 &&
      answers.every((each) => each !== undefined && (each.errors?.length ?? 0) === 0),
    busy: answers.flatMap((each) => each?.busy ?? []),
  }
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
