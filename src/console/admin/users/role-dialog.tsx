import { useState } from 'react'
import { FormDialog } from '../../ui/index.ts'
import { useAdminChange } from '../use-admin-change.ts'
import { RoleField } from './role-field.tsx'
import { type AdminRole, roleNames, type User, userChanges } from './users.ts'

/** Gives or takes the role of an administrator. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [role, setRole] = useState(user.adminRole)
  const change = useAdminChange({
    run: async (wanted: AdminRole | undefined) =>
      void (await userChanges.setRole(user, wanted ?? null)),
    said: (wanted) =>
      wanted ? `${user.email}: ${roleNames[wanted]}.` : `${user.email} is an ordinary user.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Role of ${user.email}`}
      action="Save"
      isBusy={change.isPending}
      onSubmit={() => change.mutate(role)}
      onClose={onClose}
    >
      <RoleField value={role} onValue={setRole} problem={change.error?.message} />
    </FormDialog>
  )
}
