import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api/index.ts'
import { t } from '../texts/admin.ts'
import { Button, Dialog, MoreAtEnd, Outcome, Table, TextField } from '../ui/index.ts'
import { adminList } from './admin-list.ts'
import { useAdminChange } from './use-admin-change.ts'

export interface Group {
  readonly id: string
  readonly email: string
  readonly name?: string
}

interface Member {
  readonly email: string
  readonly role?: string
}

/** The members of a group. */
export function Members({ group, onClose }: { group: Group; onClose: () => void }) {
  const path = `groups/${encodeURIComponent(group.id)}/members`
  const members = useInfiniteQuery(adminList<Member>(path))
  const [email, setEmail] = useState('')
  const add = useAdminChange({
    run: (address: string) => api.post<Member>(`/admin/v1/${path}`, { body: { email: address } }),
    said: (address) => t.memberAdded(address),
    onDone: () => setEmail(''),
    hasForm: true,
  })
  const remove = useAdminChange({
    run: (address: string) => api.del(`/admin/v1/${path}/${encodeURIComponent(address)}`),
    said: (address) => t.memberRemoved(address),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(email)
  }
  return (
    <Dialog title={t.membersOf(group.email)} isOpen onClose={onClose} size="wide">
      <form className="toolbar" onSubmit={submit}>
        <TextField
          label={t.addMember}
          type="email"
          required
          value={email}
          onValue={setEmail}
          problem={add.error?.message}
        />
        <Button type="submit" isBusy={add.isPending}>
          {t.add}
        </Button>
      </form>
      <Outcome of={members}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noMembers}</p>
          ) : (
            <Table
              label={t.members}
              columns={[t.email, t.role, { label: t.actions, kind: 'hidden' }]}
            >
              {all.map((member) => (
                <tr key={member.email}>
                  <th scope="row">{member.email}</th>
                  <td>{member.role}</td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={t.removeNamed(member.email)}
                      onClick={() => remove.mutate(member.email)}
                    >
                      {t.remove}
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Outcome>
      <MoreAtEnd of={members} />
    </Dialog>
  )
}
