import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { formatMoment } from '../locale/index.ts'
import { t } from '../texts/account.ts'
import { PlusIcon } from '../ui/icons.tsx'
import {
  Button,
  ConfirmDialog,
  CopyButton,
  Dialog,
  FormDialog,
  Outcome,
  Table,
  TextField,
} from '../ui/index.ts'

const path = '/almanac/v1/users/me/appPasswords'
const queryKey = ['account', 'app-passwords']

interface AppPassword {
  readonly id: string
  readonly name: string
  readonly created?: string
  readonly lastUsed?: string
  readonly password?: string
}

/** Passwords for calendar programs that cannot open the sign-in page. */
export function AppPasswords() {
  const client = useQueryClient()
  const passwords = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<{ items: readonly AppPassword[] }>(path, { signal }),
  })
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<AppPassword>()
  const [revoking, setRevoking] = useState<AppPassword>()
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
        <CreateDialog
          onCreated={(password) => {
            setAdding(false)
            setCreated(password)
            void client.invalidateQueries({ queryKey })
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {created !== undefined && (
        <Dialog
          title={t.appPasswordCreated}
          isOpen
          onClose={() => setCreated(undefined)}
          actions={
            <Button kind="main" onClick={() => setCreated(undefined)}>
              {t.done}
            </Button>
          }
        >
          <p>{t.appPasswordOnce}</p>
          <code className="app-password">{created.password}</code>
          <CopyButton text={created.password ?? ''} />
        </Dialog>
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

interface CreateDialogProps {
  readonly onCreated: (password: AppPassword) => void
  readonly onClose: () => void
}

function CreateDialog({ onCreated, onClose }: CreateDialogProps) {
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => api.post<AppPassword>(path, { body: { name } }),
    // Shown beside the field.
    onError: () => {},
    onSuccess: onCreated,
  })
  return (
    <FormDialog
      title={t.createAppPassword}
      action={t.create}
      isBusy={create.isPending}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        hint={t.appPasswordNameHint}
        required
        maxLength={200}
        value={name}
        onValue={setName}
        problem={create.error?.message}
      />
    </FormDialog>
  )
}
