import { useState } from 'react'
import { FormDialog, TextField } from '../../ui/index.ts'
import { useAdminChange } from '../use-admin-change.ts'
import { RoleField } from './role-field.tsx'
import { type AdminRole, type NewUser, userChanges } from './users.ts'

/** Makes a user, with a password where they are to sign in with one. */
export function UserDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<AdminRole | undefined>()
  const make = useAdminChange({
    run: (user: NewUser) => userChanges.create(user),
    said: (user) => `${user.email} is there.`,
    onDone: onClose,
  })
  const submit = () =>
    make.mutate({
      email,
      ...(role && { adminRole: role }),
      ...(name === '' ? {} : { name }),
      ...(password === '' ? {} : { password }),
    })
  return (
    <FormDialog
      title="New user"
      action="Create"
      isBusy={make.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="email"
        required
        value={email}
        onValue={setEmail}
        problem={make.error?.message}
      />
      <TextField label="Name" maxLength={200} value={name} onValue={setName} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        minLength={10}
        hint="At least 10 characters. Without one they cannot sign in by password."
        value={password}
        onValue={setPassword}
      />
      <RoleField value={role} onValue={setRole} />
    </FormDialog>
  )
}
