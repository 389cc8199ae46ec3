import { useState } from 'react'
import { bodyOf, type Draft, problemWith, wrongGuest } from '../event/draft.ts'
import { useChanging } from '../state/changing.ts'
import { addEvent } from '../state/event-changes.ts'

/** Saves a new event. While it is being saved, the form is hidden; it appears again if the server refuses. */
export function useNewEvent(onSaved: () => void) {
  const [isSaving, setSaving] = useState(false)
  const change = useChanging()
  const save = async (draft: Draft, isTelling: boolean) => {
    if (problemWith(draft) !== undefined || wrongGuest(draft) !== undefined) return
    const body = bodyOf(draft)
    setSaving(true)
    const id = `draft${draft.calendarId.length}`
    const isSaved = await change({
      calendarIds: [draft.calendarId],
      expect: (cache) =>
        cache.edit(draft.calendarId, (events) => [
          ...events,
          { id, summary: draft.summary, start: body.start!, end: body.end!, locked: true },
        ]),
      run: () =>
        addEvent(
          draft.calendarId,
          withoutNulls(body),
          isTelling && body.attendees ? 'all' : 'none',
        ),
    })
    if (isSaved) onSaved()
    else setSaving(false)
  }
  return { save, isSaving }
}

const withoutNulls = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
