import { useState } from 'react'
import { explained } from '../../api/index.ts'
import { Button, Dialog, Field } from '../../ui/index.ts'
import { deleteCalendar, deleteEntry, insertCalendar, insertEntry } from '../wire/calendars.ts'
import { useListChange } from './list-change.ts'
import '../event/event.css'
import './calendars.css'
import { t } from '../../texts/calendar.ts'

/** A new calendar, or one of somebody else by its address. */
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
  const subscribe = () =>
    change(async () => {
      const { id, summary } = await insertEntry(address.trim()).catch((error: unknown) => {
        throw explained(error, { notFound: t.calendarNotFound })
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
          if (address.trim() !== '') void subscribe()
        }}
      >
        <Field label={t.calendarAddress} hint={t.calendarAddressHint} problem={problem}>
          {(control) => (
            <input
              {...control}
              value={address}
              onChange={({ target }) => {
                setAddress(target.value)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
        <Button type="submit" disabled={address.trim() === ''}>
          {t.subscribe}
        </Button>
      </form>
    </Dialog>
  )
}
