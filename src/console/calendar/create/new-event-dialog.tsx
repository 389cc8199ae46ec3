import { useState } from 'react'
import { t } from '../../texts/calendar.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { useDiscardQuestion } from '../event/discard-question.tsx'
import type { Draft } from '../event/draft.ts'
import { EventForm, formId } from '../event/event-form.tsx'
import { useNewEvent } from './new-event.ts'
import '../event/event.css'

/** The full form for a new event. */
export function NewEventDialog({ draft: first, onClose }: { draft: Draft; onClose: () => void }) {
  const [draft, setDraft] = useState(first)
  const [isTelling, setTelling] = useState(true)
  const { save, isSaving } = useNewEvent(onClose)
  const [close, question] = useDiscardQuestion(draft !== first, onClose)
  return (
    <Dialog
      title={t.newEvent}
      size="wide"
      isOpen={!isSaving}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t.cancel}</Button>
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
        onSubmit={() => void save(draft, isTelling)}
      />
      {question}
    </Dialog>
  )
}
