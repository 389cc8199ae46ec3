import { useState } from 'react'
import { Button, Dialog, Field } from '../../ui/index.ts'
import { deleteCalendar, deleteEntry, insertCalendar, insertEntry } from '../wire/calendars.ts'
import { useListChange } from './list-change.ts'
import '../event/event.css'
import './calendars.css'

/** A new calendar, or one of somebody else by its address. */
export function AddCalendarDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const change = useListChange()
  const create = () =>
    change(async () => {
      const { id } = await insertCalendar({ summary: name.trim(), timeZone: zone })
      return { text: `Created ${name.trim()}.`, undo: () => deleteCalendar(id) }
    }).then((isDone) => isDone && onClose())
  const subscribe = () =>
    change(async () => {
      const { id, summary } = await insertEntry(address.trim())
      return { text: `${summary} is on your list.`, undo: () => deleteEntry(id) }
    }).then((isDone) => isDone && onClose())
  return (
    <Dialog title="Add a calendar" isOpen onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void create()
        }}
      >
        <Field label="Name of a new calendar">
          {(control) => (
            <input {...control} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Button type="submit" kind="main" disabled={name.trim() === ''}>
          Create the calendar
        </Button>
      </form>
      <form
        className="stack after-line"
        onSubmit={(event) => {
          event.preventDefault()
          if (address.trim() !== '') void subscribe()
        }}
      >
        <Field
          label="Address of a calendar that is shared with you"
          hint="For a person’s own calendar, their email address."
        >
          {(control) => (
            <input
              {...control}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={address.trim() === ''}>
          Put it on the list
        </Button>
      </form>
    </Dialog>
  )
}
