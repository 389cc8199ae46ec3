import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '../../texts/calendar.ts'
import { ConfirmDialog } from '../../ui/index.ts'

interface Form {
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly onClose: () => void
}

const always = () => true
const never = () => false

/**
 * Asks before a form with changes is closed, or left with the back button. The second part has to be rendered in
 * the form.
 */
export function useDiscardQuestion({
  isChanged,
  isSaving,
  onClose,
}: Form): [close: () => void, question: ReactNode] {
  const [isAsking, setAsking] = useState(false)
  const leaving = useBlocker({
    // A form that is being saved is hidden, and so would the question be.
    shouldBlockFn: isSaving ? never : always,
    enableBeforeUnload: isChanged,
    disabled: !isChanged,
    withResolver: true,
  })
  const question = (
    <ConfirmDialog
      title={t.discardTitle}
      isOpen={isAsking || leaving.status === 'blocked'}
      onClose={() => {
        setAsking(false)
        leaving.reset?.()
      }}
      action={t.discard}
      onConfirm={() => {
        onClose()
        leaving.proceed?.()
      }}
    >
      <p>{t.discardText}</p>
    </ConfirmDialog>
  )
  return [() => (isChanged ? setAsking(true) : onClose()), question]
}
