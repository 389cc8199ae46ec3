import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api/index.ts'
import { session } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Field } from '../ui/field.tsx'

/** Changes the password of the user, which signs the user out everywhere. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useId()
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const change = useMutation({
    mutationFn: () =>
      api.post('/almanac/v1/users/me/password/change', {
        body: { currentPassword, newPassword },
      }),
    // Shown beside the field.
    onError: () => {},
    onSuccess: () => session.signIn(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Dialog
      title="Change password"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" form={form} isBusy={change.isPending}>
            Change password
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        <Field label="Current password" problem={change.error?.message}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="current-password"
              required
              value={currentPassword}
              onChange={(event) => setCurrentPassword(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="New password"
          hint="At least 10 characters. You are signed out everywhere and sign in again."
        >
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="new-password"
              required
              minLength={10}
              value={newPassword}
              onChange={(event) => setNewPassword(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
