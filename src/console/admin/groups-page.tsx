import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { t } from '../texts/admin.ts'
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
      title={t.groups}
      actions={
        <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
          {t.newGroup}
        </Button>
      }
    >
      <Outcome of={groups}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.noGroups}>{t.noGroupsHint}</EmptyState>
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
    said: ({ email }) => t.deleted(email),
    onDone: () => setEnding(undefined),
  })
  return (
    <>
      <Table label={t.groups} columns={[t.email, t.name, { label: t.actions, kind: 'hidden' }]}>
        {groups.map((group) => (
          <tr key={group.id}>
            <th scope="row">{group.email}</th>
            <td>
              <bdi>{group.name}</bdi>
            </td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={t.membersOf(group.email)}
                onClick={() => setShown(group)}
              >
                {t.members}
              </Button>
              <Button
                kind="quiet"
                aria-label={t.deleteNamed(group.email)}
                onClick={() => setEnding(group)}
              >
                {t.delete}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {shown !== undefined && <Members group={shown} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        title={t.deleteTitle(ending?.email)}
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action={t.delete}
        isBusy={remove.isPending}
        onConfirm={() => ending && remove.mutate(ending)}
      >
        <p>{t.deleteGroupText}</p>
      </ConfirmDialog>
    </>
  )
}

function GroupDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const make = useAdminChange({
    run: (body: { email: string; name?: string }) => api.post<Group>('/admin/v1/groups', { body }),
    said: (group) => t.createdNamed(group.email),
    onDone: onClose,
    hasForm: true,
  })
  return (
    <FormDialog
      title={t.newGroup}
      action={t.create}
      isBusy={make.isPending}
      onSubmit={() => make.mutate({ email, ...(name === '' ? {} : { name }) })}
      onClose={onClose}
    >
      <TextField
        label={t.email}
        type="email"
        required
        value={email}
        onValue={setEmail}
        problem={make.error?.message}
      />
      <TextField label={t.name} maxLength={200} value={name} onValue={setName} />
    </FormDialog>
  )
}
