import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../texts/calendar.ts'
import { ConfirmDialog } from '../../ui/index.ts'

/** Asks before a form with changes is closed. The second part has to be rendered in the form. */
export function useDiscardQuestion(
  isChanged: boolean,
  onClose: () => void,
): [close: () => void, question: ReactNode] {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
  const question = (
    <ConfirmDialog
      title={t.discardTitle}
      isOpen={isAsking}
      onClose={() => setAsking(false)}
      action={t.discard}
      onConfirm={onClose}
    >
      <p>{t.discardText}</p>
    </ConfirmDialog>
  )
  return [() => (isChanged ? setAsking(true) : onClose()), question]
}
