import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../texts/calendar.ts'
import { Button, ErrorNote } from '../../ui/index.ts'
import { type Draft, momentsOf, problemWith } from '../event/draft.ts'
import { keys } from '../state/keys.ts'
import { queryFreeBusy } from '../wire/calendars.ts'
import { useRooms } from './directory.ts'

interface RoomFieldsProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** Rooms by name, and whether they are available at the time of the event. */
export function RoomFields(props: RoomFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.addRoom}</summary>
      {isOpen && <Rooms {...props} />}
    </details>
  )
}

function Rooms({ draft, onChange }: RoomFieldsProps) {
  const rooms = useRooms()
  const all = rooms.data?.items ?? []
  const window = problemWith(draft) === undefined ? windowOf(draft) : undefined
  const ids = all.map(({ email }) => email)
  const busy = useQuery({
    queryKey: [...keys.freeBusy, window, ids],
    queryFn: ({ signal }) => queryFreeBusy(window!, ids, signal),
    enabled: window !== undefined && ids.length > 0,
  })
  if (rooms.error !== null) {
    return <ErrorNote error={rooms.error} onRetry={() => void rooms.refetch()} />
  }
  if (rooms.data === undefined) return null
  if (all.length === 0) return <p className="muted">{t.noRooms}</p>
  const invited = new Set(draft.attendees.map(({ email }) => email))
  const isBusy = (id: string) => (busy.data?.calendars?.[id]?.busy?.length ?? 0) > 0
  return (
    <ul className="rooms plain-list" aria-label={t.rooms}>
      {all.map(({ email, name, location }) => (
        <li key={email}>
          <span>
            <bdi>{name}</bdi>
            <span className="muted block">
              {busy.data !== undefined && (isBusy(email) ? t.roomBusy : t.roomAvailable)}
              {location !== undefined && ` · ${location}`}
            </span>
          </span>
          <Button
            aria-label={t.addNamedRoom(name)}
            disabled={invited.has(email) || isBusy(email)}
            onClick={() =>
              onChange({
                ...draft,
                attendees: [...draft.attendees, { email, displayName: name, resource: true }],
                location: draft.location || [name, location].filter(Boolean).join(', '),
              })
            }
          >
            {invited.has(email) ? t.addedRoom : t.add}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function windowOf(draft: Draft) {
  const { start, end } = momentsOf(draft)
  return { timeMin: start.toInstant().toString(), timeMax: end.toInstant().toString() }
}
