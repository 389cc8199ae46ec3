import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { formatMoment } from '../locale/index.ts'
import { PlusIcon } from '../ui/icons.tsx'
import { Button, Dialog, Field, Outcome, Table, toast } from '../ui/index.ts'
import { endKey, makeKey, ownKeys } from './clients.ts'
import { SecretOnce } from './secret-once.tsx'

/** API keys, which give access to public data only. */
export function Keys() {
  const client = useQueryClient()
  const keys = useQuery(ownKeys)
  const [isMaking, setMaking] = useState(false)
  const end = useMutation({
    mutationFn: (key: { id: string; name: string }) => endKey(key.id),
    onSuccess: (_, { name }) => toast({ text: `“${name}” is revoked.` }),
    onSettled: () => client.invalidateQueries({ queryKey: ownKeys.queryKey }),
  })
  return (
    <section className="stack">
      <div className="row between">
        <h2>API keys</h2>
        <Button icon={<PlusIcon />} onClick={() => setMaking(true)}>
          New key
        </Button>
      </div>
      <Outcome of={keys}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">None yet. A key opens what is public, and nothing of yours.</p>
          ) : (
            <Table
              label="API keys"
              columns={['Name', 'Made', { label: 'Actions', kind: 'hidden' }]}
            >
              {all.map((key) => (
                <tr key={key.id}>
                  <th scope="row">
                    <bdi>{key.name}</bdi>
                  </th>
                  <td className="nowrap">{formatMoment(key.created)}</td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={`Revoke ${key.name}`}
                      onClick={() => end.mutate(key)}
                    >
                      Revoke
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Outcome>
      {isMaking && <KeyDialog onClose={() => setMaking(false)} />}
    </section>
  )
}

function KeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useId()
  const [name, setName] = useState('')
  const make = useMutation({
    mutationFn: () => makeKey(name),
    onError: () => {},
    onSuccess: () => client.invalidateQueries({ queryKey: ownKeys.queryKey }),
  })
  if (make.data !== undefined) {
    return <SecretOnce title="Your new key" secret={make.data.key} onClose={onClose} />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Dialog
      title="New key"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" form={form} isBusy={make.isPending}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        <Field label="Name" problem={make.error?.message}>
          {(control) => (
            <input
              {...control}
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
