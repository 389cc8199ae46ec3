import { useState } from 'react'
import { t } from '../../texts/calendar.ts'
import { Button, Field } from '../../ui/index.ts'
import { mayShare, nameOf } from '../state/calendars.ts'
import { deleteCalendar, deleteEntry, insertEntry, patchEntry } from '../wire/calendars.ts'
import type { CalendarEntry } from '../wire/types.ts'
import { useListChange } from './list-change.ts'

interface LeavingProps {
  readonly entry: CalendarEntry
  readonly onDone: () => void
}

/** Removes a calendar from the list, or deletes it for everyone. */
export function Leaving({ entry, onDone }: LeavingProps) {
  const change = useListChange()
  const [typed, setTyped] = useState('')
  const name = nameOf(entry)
  const leave = () =>
    change(async () => {
      await deleteEntry(entry.id)
      return { text: t.removedFromList(name), undo: () => comeBack(entry) }
    }).then((isDone) => isDone && onDone())
  const remove = () =>
    change(async () => {
      await deleteCalendar(entry.id)
      return { text: t.calendarDeleted(name) }
    }).then((isDone) => isDone && onDone())
  return (
    <div className="stack">
      <section className="stack">
        <h3>{t.removeFromListTitle}</h3>
        <p>{t.removeFromListText}</p>
        <Button onClick={() => void leave()}>{t.removeFromList}</Button>
      </section>
      {mayShare(entry) && (
        <section className="stack">
          <h3>{t.deleteForEveryone}</h3>
          <p>{t.deleteForEveryoneText}</p>
          <Field label={t.typeNameToDelete}>
            {(control) => (
              <input {...control} value={typed} onChange={({ target }) => setTyped(target.value)} />
            )}
          </Field>
          <Button
            kind="alarm"
            disabled={typed.trim() !== name.trim()}
            onClick={() => void remove()}
          >
            {t.deleteCalendar}
          </Button>
        </section>
      )}
    </div>
  )
}

/** Restores an entry of the calendar list. */
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
