import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api, fieldProblems } from '../api/index.ts'
import { session } from '../session/session.ts'
import { t } from '../texts/shell.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Field } from '../ui/fields/field.tsx'

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
  const problems = fieldProblems(change.error, { current: /current/i, next: /password/i })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Dialog
      title={t.changePassword}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="main" type="submit" form={form} isBusy={change.isPending}>
            {t.changePassword}
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        <Field label={t.currentPassword} problem={problems.current}>
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
        <Field label={t.newPassword} hint={t.newPasswordHint} problem={problems.next}>
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
