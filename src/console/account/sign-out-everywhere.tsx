import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { session } from '../session/session.ts'
import { Button, ConfirmDialog } from '../ui/index.ts'

/** Ends all sessions of the person, this one included. */
export function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => api.post('/almanac/v1/users/me/sessions/endAll'),
    onSuccess: () => session.signOut(),
  })
  return (
    <section className="security-part" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p>If you have lost a device, sign out of all browsers and programs at once.</p>
      <div className="security-actions">
        <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      </div>
      <ConfirmDialog
        title="Sign out everywhere?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Sign out everywhere"
        isBusy={end.isPending}
        onConfirm={() => end.mutate()}
      >
        <p>
          You have to sign in again on this device too, and programs ask for access again. Tokens
          that you have created stay.
        </p>
      </ConfirmDialog>
    </section>
  )
}
