import { useState } from 'react'
import { t } from '../texts/shell.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { session } from './session.ts'

/** Asks the user to sign in again, and returns to the same page. */
export function SignInAgain() {
  const [isLeaving, setLeaving] = useState(false)
  const close = () => session.setStale(false)
  return (
    <Dialog
      title={t.signInAgain}
      isOpen
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t.cancel}</Button>
          <Button
            kind="main"
            isBusy={isLeaving}
            onClick={() => {
              setLeaving(true)
              void session.signIn()
            }}
          >
            {t.signIn}
          </Button>
        </>
      }
    >
      <p>{t.signInAgainReason}</p>
    </Dialog>
  )
}
