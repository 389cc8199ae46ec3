import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/index.ts'
import { t } from '../../texts/admin.ts'
import { Button, Dialog, Outcome, SelectField, Table, TextField } from '../../ui/index.ts'
import { useAdminChange } from '../use-admin-change.ts'
import type { User } from './users.ts'

interface AdsGrant {
  readonly agencyId: string
  /** Absent if the grant is about the whole agency. */
  readonly advertiserId?: string
  readonly role: 'reader' | 'uploader'
}

type NewGrant = Pick<AdsGrant, 'role'> & {
  readonly agencyId?: string
  readonly advertiserId?: string
}

/** What a user can access in search advertising. */
export function AdsGrants({ user, onClose }: { user: User; onClose: () => void }) {
  const path = `/admin/v1/users/${encodeURIComponent(user.id)}/adsGrants`
  const grants = useQuery({
    queryKey: ['admin', 'adsGrants', user.id],
    queryFn: async ({ signal }) =>
      (await api.get<{ items?: readonly AdsGrant[] }>(path, { signal })).items ?? [],
  })
  const remove = useAdminChange({
    run: ({ agencyId, advertiserId }: AdsGrant) =>
      api.del(path, { query: advertiserId === undefined ? { agencyId } : { advertiserId } }),
    said: () => t.grantRemoved(user.email),
  })
  return (
    <Dialog
      title={t.adsAccessOf(user.email)}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <Button kind="main" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <Outcome of={grants}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noGrants}</p>
          ) : (
            <Table
              label={t.adsAccess}
              columns={[t.grantPlace, t.role, { label: t.actions, kind: 'hidden' }]}
            >
              {all.map((grant) => (
                <tr key={placeOf(grant)}>
                  <th scope="row">{placeOf(grant)}</th>
                  <td>{t.grantRoles[grant.role]}</td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={t.removeNamed(placeOf(grant))}
                      onClick={() => remove.mutate(grant)}
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
      <NewGrantForm user={user} path={path} />
    </Dialog>
  )
}

const placeOf = ({ agencyId, advertiserId }: AdsGrant): string =>
  advertiserId === undefined ? t.grantAgency(agencyId) : t.grantAdvertiser(advertiserId)

function NewGrantForm({ user, path }: { user: User; path: string }) {
  const [kind, setKind] = useState<'advertiserId' | 'agencyId'>('advertiserId')
  const [id, setId] = useState('')
  const [role, setRole] = useState<AdsGrant['role']>('reader')
  const add = useAdminChange({
    run: (body: NewGrant) => api.post<AdsGrant>(path, { body }),
    said: () => t.grantAdded(user.email),
    onDone: () => setId(''),
    hasForm: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ [kind]: id.trim(), role })
  }
  return (
    <form className="toolbar" onSubmit={submit}>
      <SelectField
        label={t.grantKind}
        value={kind}
        onValue={(value) => setKind(value as typeof kind)}
      >
        <option value="advertiserId">{t.grantKinds.advertiserId}</option>
        <option value="agencyId">{t.grantKinds.agencyId}</option>
      </SelectField>
      <TextField
        label={t.grantId}
        required
        pattern="[0-9]+"
        inputMode="numeric"
        value={id}
        onValue={setId}
        problem={add.error?.message}
      />
      <SelectField
        label={t.role}
        value={role}
        onValue={(value) => setRole(value as AdsGrant['role'])}
      >
        <option value="reader">{t.grantRoles.reader}</option>
        <option value="uploader">{t.grantRoles.uploader}</option>
      </SelectField>
      <Button type="submit" isBusy={add.isPending}>
        {t.addAccess}
      </Button>
    </form>
  )
}
