import { useState } from 'react'
import { t } from '../../texts/calendar.ts'
import type { Draft } from '../event/draft.ts'
import { EventFormDialog } from '../event/event-form-dialog.tsx'
import { useNewEvent } from './new-event.ts'
import '../event/event.css'

/** The full form for a new event. */
export function NewEventDialog({ draft: first, onClose }: { draft: Draft; onClose: () => void }) {
  const [draft, setDraft] = useState(first)
  const [isTelling, setTelling] = useState(true)
  const { save, isSaving } = useNewEvent(onClose)
  return (
    <EventFormDialog
      title={t.newEvent}
      {...{ first, draft, isTelling, isSaving, onClose }}
      onChange={setDraft}
      onTelling={setTelling}
      onSave={() => void save(draft, isTelling)}
    />
  )
}
