import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../locale/index.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, EmptyState, MoreAtEnd, Outcome, Table, TextField } from '../../ui/index.ts'
import { adminList } from '../admin-list.ts'
import { AdminPage } from '../admin-page.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserMenu } from './user-menu.tsx'
import { roleNames, type User } from './users.ts'

/** Who can use this server. */
export function UsersPage() {
  const users = useInfiniteQuery(adminList<User>('users', { maxResults: 500 }))
  const [text, setText] = useState('')
  const [isMaking, setMaking] = useState(false)
  return (
    <AdminPage
      title="Users"
      actions={
        <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
          New user
        </Button>
      }
    >
      <div className="toolbar">
        <TextField label="Find a user" type="search" value={text} onValue={setText} />
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
  if (users.length === 0) return <EmptyState title="There is no such user." />
  return (
    <Table
      label="Users"
      columns={['Address', 'Name', 'State', 'Since', { label: 'Actions', kind: 'hidden' }]}
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
            {user.isDisabled ? <span className="badge alarm">Disabled</span> : 'Active'}{' '}
            {user.adminRole && <span className="badge">{roleNames[user.adminRole]}</span>}
          </td>
          <td className="nowrap">{formatMoment(user.created, 'short')}</td>
          <td className="actions">
            <UserMenu user={user} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const matches = ({ email, name = '' }: User, text: string): boolean =>
  `${email} ${name}`.toLowerCase().includes(text.trim().toLowerCase())
