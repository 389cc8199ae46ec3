import type { ReactNode } from 'react'
import { t } from '../../texts/shared.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The label of the confirm button, such as `Delete`. */
  readonly action: string
  readonly onConfirm: () => void
  readonly isBusy?: boolean
  /** The consequences of the action. */
  readonly children: ReactNode
}

/** Asks for confirmation of a destructive action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, action, onConfirm, isBusy = false, children } = props
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="alarm" isBusy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
