import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { session } from './session.ts'

/** Asks the user to sign in again, and returns to the same page. */
export function SignInAgain() {
  const [isLeaving, setLeaving] = useState(false)
  const close = () => session.setStale(false)
  return (
    <Dialog
      title="Sign in again"
      isOpen
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            kind="main"
            isBusy={isLeaving}
            onClick={() => {
              setLeaving(true)
              void session.signIn()
            }}
          >
            Sign in
          </Button>
        </>
      }
    >
      <p>
        For your security, this needs a recent sign-in, with your second factor if you have one. You
        come back to this page.
      </p>
    </Dialog>
  )
}
