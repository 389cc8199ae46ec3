import { useState } from 'react'
import { Button, Dialog } from '../../ui/index.ts'
import { useChanging } from '../state/changing.ts'
import { addEvent } from '../state/event-changes.ts'
import { bodyOf, type Draft, problemWith, wrongGuest } from './draft.ts'
import { EventForm, formId } from './event-form.tsx'
import './event.css'
import { t } from '../../texts/calendar.ts'

/** The form for a new event. */
export function NewEventDialog({ draft: first, onClose }: { draft: Draft; onClose: () => void }) {
  const [draft, setDraft] = useState(first)
  const [isTelling, setTelling] = useState(true)
  const [isSaving, setSaving] = useState(false)
  const change = useChanging()
  const save = async () => {
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
    // What could not be saved stands in the form again.
    if (isSaved) onClose()
    else setSaving(false)
  }
  return (
    <Dialog
      title={t.newEvent}
      size="wide"
      isOpen={!isSaving}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="main" type="submit" form={formId}>
            {t.save}
          </Button>
        </>
      }
    >
      <EventForm
        {...{ draft, isTelling }}
        onChange={setDraft}
        onTelling={setTelling}
        onSubmit={() => void save()}
      />
    </Dialog>
  )
}

const withoutNulls = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
