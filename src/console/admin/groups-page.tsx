import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { PlusIcon } from '../ui/icons.tsx'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  FormDialog,
  MoreAtEnd,
  Outcome,
  Table,
  TextField,
} from '../ui/index.ts'
import { adminList } from './admin-list.ts'
import { AdminPage } from './admin-page.tsx'
import { type Group, Members } from './members.tsx'
import { useAdminChange } from './use-admin-change.ts'

/** The groups of this server. */
export function GroupsPage() {
  const groups = useInfiniteQuery(adminList<Group>('groups'))
  const [isMaking, setMaking] = useState(false)
  return (
    <AdminPage
      title="Groups"
      actions={
        <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
          New group
        </Button>
      }
    >
      <Outcome of={groups}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="There are no groups.">
              A group can be invited, and calendars can be shared with it.
            </EmptyState>
          ) : (
            <GroupTable groups={all} />
          )
        }
      </Outcome>
      <MoreAtEnd of={groups} />
      {isMaking && <GroupDialog onClose={() => setMaking(false)} />}
    </AdminPage>
  )
}

function GroupTable({ groups }: { groups: readonly Group[] }) {
  const [shown, setShown] = useState<Group>()
  const [ending, setEnding] = useState<Group>()
  const remove = useAdminChange({
    run: ({ id }: Group) => api.del(`/admin/v1/groups/${encodeURIComponent(id)}`),
    said: ({ email }) => `${email} is deleted.`,
    onDone: () => setEnding(undefined),
  })
  return (
    <>
      <Table label="Groups" columns={['Address', 'Name', { label: 'Actions', kind: 'hidden' }]}>
        {groups.map((group) => (
          <tr key={group.id}>
            <th scope="row">{group.email}</th>
            <td>
              <bdi>{group.name}</bdi>
            </td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={`Members of ${group.email}`}
                onClick={() => setShown(group)}
              >
                Members
              </Button>
              <Button
                kind="quiet"
                aria-label={`Delete ${group.email}`}
                onClick={() => setEnding(group)}
              >
                Delete
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {shown !== undefined && <Members group={shown} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        title={`Delete ${ending?.email}?`}
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => ending && remove.mutate(ending)}
      >
        <p>Its members stay, but what was shared with the group is closed to them.</p>
      </ConfirmDialog>
    </>
  )
}

function GroupDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const make = useAdminChange({
    run: (body: { email: string; name?: string }) => api.post<Group>('/admin/v1/groups', { body }),
    said: (group) => `${group.email} is there.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      title="New group"
      action="Create"
      isBusy={make.isPending}
      onSubmit={() => make.mutate({ email, ...(name === '' ? {} : { name }) })}
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
    </FormDialog>
  )
}
