import { useState } from 'react'
import { usePerson } from '../../session/use-session.ts'
import { MoreIcon } from '../../ui/icons.tsx'
import { ConfirmDialog, FormDialog, Menu, type MenuItem, TextField } from '../../ui/index.ts'
import { useAdminChange } from '../use-admin-change.ts'
import { RoleField } from './role-field.tsx'
import { UserTokens } from './user-tokens.tsx'
import { type AdminRole, roleNames, type User, userChanges } from './users.ts'

type Asked = 'password' | 'role' | 'tokens' | 'factors' | 'disable' | 'delete'

/** The actions on a user. Administrators cannot lock themselves out. */
export function UserMenu({ user }: { user: User }) {
  const { sub } = usePerson()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const { email, isDisabled = false } = user
  const toggle = useAdminChange({
    run: async (wanted: boolean) => {
      await (wanted ? userChanges.disable(user) : userChanges.enable(user))
    },
    said: (wanted) => (wanted ? `${email} is disabled.` : `${email} can sign in again.`),
    onDone: close,
  })
  const remove = useAdminChange({
    run: () => userChanges.delete(user),
    said: () => `${email} is deleted.`,
    onDone: close,
  })
  const reset = useAdminChange({
    run: () => userChanges.resetSecondFactor(user),
    said: () => `${email} has no second factor.`,
    onDone: close,
  })
  const items: MenuItem[] = [
    { label: 'Set a password…', onSelect: () => setAsked('password') },
    { label: 'Tokens…', onSelect: () => setAsked('tokens') },
  ]
  if (user.id !== sub) {
    items.push(
      { label: 'Change role…', onSelect: () => setAsked('role') },
      { label: 'Reset second factor…', onSelect: () => setAsked('factors') },
      isDisabled
        ? { label: 'Enable', isAfterLine: true, onSelect: () => toggle.mutate(false) }
        : { label: 'Disable…', isAfterLine: true, onSelect: () => setAsked('disable') },
      { label: 'Delete…', isAlarm: true, onSelect: () => setAsked('delete') },
    )
  }
  return (
    <>
      <Menu
        label={`Actions for ${email}`}
        button={<MoreIcon />}
        className="button quiet icon-only"
        place="below"
        items={items}
      />
      {asked === 'password' && <PasswordDialog user={user} onClose={close} />}
      {asked === 'role' && <RoleDialog user={user} onClose={close} />}
      {asked === 'tokens' && <UserTokens user={user} onClose={close} />}
      <ConfirmDialog
        title={`Reset the second factor of ${email}?`}
        isOpen={asked === 'factors'}
        onClose={close}
        action="Reset"
        isBusy={reset.isPending}
        onConfirm={() => reset.mutate(undefined)}
      >
        <p>
          Their passkeys, authenticator app and recovery codes are removed. They sign in with the
          password alone until they set up another one.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Disable ${email}?`}
        isOpen={asked === 'disable'}
        onClose={close}
        action="Disable"
        isBusy={toggle.isPending}
        onConfirm={() => toggle.mutate(true)}
      >
        <p>All their tokens and sessions end at once, and nobody can sign in as them.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Delete ${email}?`}
        isOpen={asked === 'delete'}
        onClose={close}
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      >
        <p>Their calendars, shelves and tokens are gone for good.</p>
      </ConfirmDialog>
    </>
  )
}

/** Changes the administrator role of a user. */
function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
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

function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
