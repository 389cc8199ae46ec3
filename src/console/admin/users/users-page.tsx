import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldProblems } from '../../api/index.ts'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/admin.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import {
  Button,
  Checkbox,
  containsText,
  EmptyState,
  FormDialog,
  MoreAtEnd,
  Outcome,
  Table,
  TextField,
} from '../../ui/index.ts'
import { adminList } from '../admin-list.ts'
import { AdminPage } from '../admin-page.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { RoleField } from './role-field.tsx'
import { UserMenu } from './user-menu.tsx'
import { type AdminRole, type NewUser, type User, userChanges } from './users.ts'

/** The users of this server. */
export function UsersPage() {
  const users = useInfiniteQuery(adminList<User>('users', { maxResults: 500 }))
  const [text, setText] = useState('')
  const [isMaking, setMaking] = useState(false)
  return (
    <AdminPage
      title={t.users}
      actions={
        <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
          {t.newUser}
        </Button>
      }
    >
      <div className="toolbar">
        <TextField label={t.findUser} type="search" value={text} onValue={setText} />
      </div>
      <Outcome of={users} lines={6}>
        {(all) => <UserTable users={all.filter((user) => matches(user, text))} />}
      </Outcome>
      <MoreAtEnd of={users} />
      {isMaking && <UserDialog onClose={() => setMaking(false)} />}
    </AdminPage>
  )
}

function UserTable({ users }: { users: readonly User[] }) {
  if (users.length === 0) return <EmptyState title={t.noUsers} />
  return (
    <Table
      label={t.users}
      columns={[t.email, t.name, t.state, t.created, { label: t.actions, kind: 'hidden' }]}
    >
      {users.map((user) => (
        <tr key={user.id}>
          <th scope="row">
            <bdi>{user.email}</bdi>
          </th>
          <td>
            <bdi>{user.name}</bdi>
          </td>
          <td className="nowrap">
            {user.isDisabled ? <span className="badge alarm">{t.disabled}</span> : t.active}{' '}
            {user.adminRole && <span className="badge">{t.roles[user.adminRole]}</span>}
          </td>
          <td className="nowrap">{formatMoment(user.created)}</td>
          <td className="actions">
            <UserMenu user={user} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const matches = ({ email, name = '' }: User, text: string): boolean =>
  containsText(`${email} ${name}`, text)

/** Creates a user, with a password if needed. */
function UserDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<AdminRole | undefined>()
  const [isInvited, setInvited] = useState(false)
  const make = useAdminChange({
    run: async (user: NewUser) => {
      const made = await userChanges.create(user)
      if (isInvited) await userChanges.invite(made)
    },
    said: (user) => (isInvited ? t.createdAndInvited(user.email) : t.createdNamed(user.email)),
    onDone: onClose,
    hasForm: true,
  })
  const problems = fieldProblems(make.error, { email: /address/i, password: /password/i })
  const submit = () =>
    make.mutate({
      email,
      ...(role && { adminRole: role }),
      ...(name === '' ? {} : { name }),
      ...(password === '' ? {} : { password }),
    })
  return (
    <FormDialog
      title={t.newUser}
      action={t.create}
      isBusy={make.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.email}
        type="email"
        required
        value={email}
        onValue={setEmail}
        problem={problems.email}
      />
      <TextField label={t.name} maxLength={200} value={name} onValue={setName} />
      <TextField
        label={t.password}
        type="password"
        autoComplete="new-password"
        minLength={10}
        hint={t.passwordHint}
        value={password}
        onValue={setPassword}
        problem={problems.password}
      />
      <Checkbox label={t.inviteByMail} checked={isInvited} onValue={setInvited} />
      <RoleField value={role} onValue={setRole} />
    </FormDialog>
  )
}
