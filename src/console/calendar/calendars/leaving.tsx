import { useState } from 'react'
import { Button, Field } from '../../ui/index.ts'
import { mayShare, nameOf } from '../state/calendars.ts'
import { deleteCalendar, deleteEntry, insertEntry, patchEntry } from '../wire/calendars.ts'
import type { CalendarEntry } from '../wire/types.ts'
import { useListChange } from './list-change.ts'

interface LeavingProps {
  readonly entry: CalendarEntry
  readonly onDone: () => void
}

/** Takes a calendar off the list, or away for everybody. */
export function Leaving({ entry, onDone }: LeavingProps) {
  const change = useListChange()
  const [typed, setTyped] = useState('')
  const name = nameOf(entry)
  const leave = () =>
    change(async () => {
      await deleteEntry(entry.id)
      return { text: `${name} is off your list.`, undo: () => comeBack(entry) }
    }).then((isDone) => isDone && onDone())
  const remove = () =>
    change(async () => {
      await deleteCalendar(entry.id)
      return { text: `Deleted ${name}.` }
    }).then((isDone) => isDone && onDone())
  return (
    <div className="stack">
      <section className="stack">
        <h3>Take it off your list</h3>
        <p>The calendar and its events stay as they are for everybody else.</p>
        <Button onClick={() => void leave()}>Take it off the list</Button>
      </section>
      {mayShare(entry) && (
        <section className="stack">
          <h3>Delete it for everybody</h3>
          <p>All of its events are deleted with it. This cannot be undone.</p>
          <Field label="Write the name of the calendar to delete it">
            {(control) => (
              <input {...control} value={typed} onChange={({ target }) => setTyped(target.value)} />
            )}
          </Field>
          <Button
            kind="alarm"
            disabled={typed.trim() !== name.trim()}
            onClick={() => void remove()}
          >
            Delete the calendar
          </Button>
        </section>
      )}
    </div>
  )
}

/** Puts an entry back as it was. */
async function comeBack({
  id,
  colorId,
  selected,
  summaryOverride,
  defaultReminders,
}: CalendarEntry) {
  await insertEntry(id)
  await patchEntry(id, {
    selected: selected === true,
    ...(colorId !== undefined && { colorId }),
    ...(summaryOverride !== undefined && { summaryOverride }),
    ...(defaultReminders !== undefined && { defaultReminders }),
  })
}
