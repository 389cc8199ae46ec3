import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { formatMoment } from '../locale/index.ts'
import { t } from '../texts/account.ts'
import { PlusIcon } from '../ui/icons.tsx'
import { Button, ConfirmDialog, NameDialog, Outcome, SecretDialog, Table } from '../ui/index.ts'

const path = '/almanac/v1/users/me/appPasswords'
const queryKey = ['account', 'app-passwords']

interface AppPassword {
  readonly id: string
  readonly name: string
  readonly created?: string
  readonly lastUsed?: string
}

/** Passwords for calendar programs that cannot open the sign-in page. */
export function AppPasswords() {
  const client = useQueryClient()
  const passwords = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<{ items: readonly AppPassword[] }>(path, { signal }),
  })
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<string>()
  const [revoking, setRevoking] = useState<AppPassword>()
  const create = useMutation({
    mutationFn: (name: string) => api.post<{ password: string }>(path, { body: { name } }),
    // The dialog shows errors.
    onError: () => {},
    onSuccess: ({ password }) => {
      setAdding(false)
      setCreated(password)
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const revoke = useMutation({
    mutationFn: ({ id }: AppPassword) => api.del(`${path}/${id}`),
    onSuccess: () => setRevoking(undefined),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <section className="card settings-part" aria-labelledby="app-passwords">
      <h2 id="app-passwords">{t.appPasswords}</h2>
      <p>{t.appPasswordsIntro}</p>
      <Outcome of={passwords}>
        {({ items }) =>
          items.length > 0 && (
            <Table
              label={t.appPasswords}
              columns={[t.name, t.created, t.lastUsed, { label: t.actions, kind: 'hidden' }]}
            >
              {items.map((each) => (
                <tr key={each.id}>
                  <th scope="row">
                    <bdi>{each.name}</bdi>
                  </th>
                  <td>{each.created !== undefined && formatMoment(each.created)}</td>
                  <td>{each.lastUsed === undefined ? t.never : formatMoment(each.lastUsed)}</td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={t.revokeNamed(each.name)}
                      onClick={() => setRevoking(each)}
                    >
                      {t.revoke}
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Outcome>
      <Button icon={<PlusIcon />} onClick={() => setAdding(true)}>
        {t.createAppPassword}
      </Button>
      {isAdding && (
        <NameDialog
          title={t.createAppPassword}
          action={t.create}
          hint={t.appPasswordNameHint}
          change={create}
          onClose={() => setAdding(false)}
        />
      )}
      {created !== undefined && (
        <SecretDialog
          title={t.appPasswordCreated}
          intro={t.appPasswordOnce}
          secret={created}
          onClose={() => setCreated(undefined)}
        />
      )}
      <ConfirmDialog
        title={t.revokeAppPasswordTitle}
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        action={t.revoke}
        isBusy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking)}
      >
        <p>{revoking && t.revokeAppPasswordText(revoking.name)}</p>
      </ConfirmDialog>
    </section>
  )
}
