import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainedError } from '../../api/index.ts'
import { Button, Dialog, Field, TextField } from '../../ui/index.ts'
import { PeopleInput } from '../people/people-input.tsx'
import {
  deleteCalendar,
  deleteEntry,
  insertCalendar,
  insertEntry,
  listSharedCalendars,
} from '../wire/calendars.ts'
import { afterFirstAttempt, insertSubscription } from '../wire/subscriptions.ts'
import { useListChange } from './list-change.ts'
import '../event/event.css'
import './calendars.css'
import { t } from '../../texts/calendar.ts'

/** Creates a calendar, adds one by its address, or subscribes to a feed. */
export function AddCalendarDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const change = useListChange()
  const create = () =>
    change(async () => {
      const { id } = await insertCalendar({ summary: name.trim(), timeZone: zone })
      return { text: t.calendarCreated(name.trim()), undo: () => deleteCalendar(id) }
    }).then((isDone) => isDone && onClose())
  const subscribe = (calendarId: string) =>
    change(async () => {
      const { id, summary } = await insertEntry(calendarId).catch((error: unknown) => {
        throw explainedError(error, { notFound: t.calendarNotFound })
      })
      return { text: t.subscribed(summary), undo: () => deleteEntry(id) }
    }, setProblem).then((isDone) => isDone && onClose())
  return (
    <Dialog title={t.addCalendar} isOpen onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void create()
        }}
      >
        <Field label={t.newCalendarName}>
          {(control) => (
            <input {...control} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Button type="submit" kind="main" disabled={name.trim() === ''}>
          {t.createCalendar}
        </Button>
      </form>
      <form
        className="stack after-line"
        onSubmit={(event) => {
          event.preventDefault()
          if (address.trim() !== '') void subscribe(address.trim())
        }}
      >
        <Field label={t.calendarAddress} hint={t.calendarAddressHint} problem={problem}>
          {(control) => (
            <PeopleInput
              control={control}
              value={address}
              onValue={(value) => {
                setAddress(value)
                setProblem(undefined)
              }}
              onPick={({ email }) => setAddress(email)}
            />
          )}
        </Field>
        <Button type="submit" disabled={address.trim() === ''}>
          {t.subscribe}
        </Button>
      </form>
      <FeedForm onDone={onClose} />
      <SharedCalendars onAdd={(id) => void subscribe(id)} />
    </Dialog>
  )
}

/** Subscribes to the feed of another server. */
function FeedForm({ onDone }: { onDone: () => void }) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string>()
  const change = useListChange()
  const [isBusy, setBusy] = useState(false)
  const subscribe = async () => {
    setBusy(true)
    const isDone = await change(async () => {
      const added = await insertSubscription({ address }).catch((error: unknown) => {
        throw explainedError(error, { invalid: t.feedAddressInvalid })
      })
      const { calendarId, summary = address, error } = await afterFirstAttempt(added)
      const text = error === undefined ? t.subscribedTo(summary) : t.feedUnreadable(summary, error)
      return { text, undo: () => deleteCalendar(calendarId) }
    }, setProblem)
    setBusy(false)
    if (isDone) onDone()
  }
  return (
    <form
      className="stack after-line"
      onSubmit={(event) => {
        event.preventDefault()
        void subscribe()
      }}
    >
      <TextField
        label={t.feedAddress}
        hint={t.feedAddressHint}
        required
        value={address}
        onValue={(value) => {
          setAddress(value)
          setProblem(undefined)
        }}
        problem={problem}
      />
      <Button type="submit" isBusy={isBusy} disabled={address.trim() === ''}>
        {t.addFeed}
      </Button>
    </form>
  )
}

/** Calendars that others have shared and that are not on the list yet. */
function SharedCalendars({ onAdd }: { onAdd: (calendarId: string) => void }) {
  const { data } = useQuery({
    queryKey: ['calendar', 'shared'],
    queryFn: ({ signal }) => listSharedCalendars(signal),
    staleTime: 0,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section className="stack after-line" aria-labelledby="shared-calendars">
      <h3 id="shared-calendars">{t.sharedWithMe}</h3>
      <ul className="shared-calendars plain-list">
        {data.items.map(({ id, summary, owner }) => (
          <li key={id}>
            <span>
              <bdi>{summary}</bdi>
              {summary !== owner && (
                <span className="muted block">
                  <bdi>{owner}</bdi>
                </span>
              )}
            </span>
            <Button aria-label={t.addNamedCalendar(summary)} onClick={() => onAdd(id)}>
              {t.add}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
