import type { ReactNode } from 'react'
import { t } from '../../texts/calendar.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { useDiscardQuestion } from './discard-question.tsx'
import type { Draft } from './draft.ts'
import { EventForm, formId } from './event-form.tsx'

interface EventFormDialogProps {
  readonly title: string
  /** The draft that the form began with. */
  readonly first: Draft
  readonly draft: Draft
  readonly isTelling: boolean
  readonly isSaving: boolean
  readonly onChange: (draft: Draft) => void
  readonly onTelling: (isTelling: boolean) => void
  readonly onSave: () => void
  readonly onClose: () => void
  /** Dialogs that open while the event is saved. */
  readonly children?: ReactNode
}

/** The full form of an event in a dialog, which asks before changes are discarded. */
export function EventFormDialog(props: EventFormDialogProps) {
  const { title, first, draft, isTelling, isSaving, onChange, onTelling, onSave, onClose } = props
  const [close, question] = useDiscardQuestion({ isChanged: draft !== first, isSaving, onClose })
  return (
    <Dialog
      title={title}
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
      <EventForm {...{ draft, isTelling, onChange, onTelling }} onSubmit={onSave} />
      {props.children}
      {question}
    </Dialog>
  )
}
