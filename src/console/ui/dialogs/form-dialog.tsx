import { type FormEvent, type ReactNode, useId } from 'react'
import { t } from '../../texts/shared.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  readonly title: string
  readonly action: string
  readonly isBusy: boolean
  /** Whether something is missing that the form cannot require by itself. */
  readonly isIncomplete?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a form and one submit button. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isBusy, isIncomplete = false, onSubmit, onClose, children } = props
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="main" type="submit" form={form} isBusy={isBusy} disabled={isIncomplete}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}
