import { useState } from 'react'
import { bodyOf, type Draft, problemWith, wrongGuest } from '../event/draft.ts'
import { useChanging } from '../state/changing.ts'
import { addEvent } from '../state/event-changes.ts'
import { usePlace } from '../time/place.ts'
import { rangeOf } from '../time/views.ts'

/** Saves a new event. While it is being saved, the form is hidden; it appears again if the server refuses. */
export function useNewEvent(onSaved: () => void) {
  const [isSaving, setSaving] = useState(false)
  const change = useChanging()
  const wayTo = useWayTo()
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
      run: async () => {
        const sendUpdates = isTelling && body.attendees ? 'all' : 'none'
        const done = await addEvent(draft.calendarId, withoutNulls(body), sendUpdates)
        return { ...done, show: wayTo(Temporal.PlainDate.from(draft.startDate)) }
      },
    })
    if (isSaved) onSaved()
    else setSaving(false)
  }
  return { save, isSaving }
}

/** How to go to a date; undefined if the view shows it. */
export function useWayTo(): (date: Temporal.PlainDate) => (() => void) | undefined {
  const { view, date: shown, go } = usePlace()
  return (date) => {
    const { start, end } = rangeOf(view, shown)
    const { compare } = Temporal.PlainDate
    const isShown = compare(start, date) <= 0 && compare(date, end) < 0
    return isShown ? undefined : () => go(view, date)
  }
}

const withoutNulls = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
