import { useState } from 'react'
import { FormDialog, TextField } from '../../ui/index.ts'
import { useAdminChange } from '../use-admin-change.ts'
import { type User, userChanges } from './users.ts'

export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const set = useAdminChange({
    run: async (text: string) => void (await userChanges.setPassword(user, text)),
    said: () => `${user.email} has another password.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Password of ${user.email}`}
      action="Set"
      isBusy={set.isPending}
      onSubmit={() => set.mutate(password)}
      onClose={onClose}
    >
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint="At least 10 characters. They are signed out everywhere."
        value={password}
        onValue={setPassword}
        problem={set.error?.message}
      />
    </FormDialog>
  )
}
