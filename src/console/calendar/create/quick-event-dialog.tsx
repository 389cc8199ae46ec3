import { useState } from 'react'
import { t } from '../../texts/calendar.ts'
import { Button, Dialog, Field } from '../../ui/index.ts'
import { useOpen } from '../desk.ts'
import { useDiscardQuestion } from '../event/discard-question.tsx'
import { bodyOf, type Draft } from '../event/draft.ts'
import { whenOf } from '../time/event-time.ts'
import { useNewEvent } from './new-event.ts'
import '../event/event.css'

const formId = 'quick-event-form'

interface QuickEventProps {
  readonly draft: Draft
  readonly anchor: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** A popover for a new event at the clicked slot, with a link to the full form. */
export function QuickEventDialog({ draft, anchor, onClose }: QuickEventProps) {
  const setOpen = useOpen()
  const [summary, setSummary] = useState('')
  const { save, isSaving } = useNewEvent(onClose)
  const [close, question] = useDiscardQuestion({ isChanged: summary !== '', isSaving, onClose })
  const { start, end } = bodyOf(draft)
  const typed = { ...draft, summary }
  return (
    <Dialog
      title={t.newEvent}
      isOpen={!isSaving}
      onClose={close}
      anchor={anchor}
      actions={
        <>
          <Button onClick={() => setOpen({ kind: 'new', draft: typed })}>{t.moreOptions}</Button>
          <Button kind="main" type="submit" form={formId}>
            {t.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void save(typed, false)
        }}
      >
        <Field label={t.title}>
          {(control) => (
            <input
              {...control}
              data-first-focus
              value={summary}
              onChange={({ target }) => setSummary(target.value)}
            />
          )}
        </Field>
        <p>{whenOf({ start: start!, end: end! }, draft.zone)}</p>
      </form>
      {question}
    </Dialog>
  )
}
