import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, NameDialog, Outcome, SecretDialog, Table, toast } from '../../ui/index.ts'
import { endKey, makeKey, ownKeys } from './clients.ts'

/** API keys, which give access to public data only. */
export function Keys() {
  const client = useQueryClient()
  const keys = useQuery(ownKeys)
  const [isMaking, setMaking] = useState(false)
  const end = useMutation({
    mutationFn: (key: { id: string; name: string }) => endKey(key.id),
    onSuccess: (_, { name }) => toast({ text: t.revoked(name) }),
    onSettled: () => client.invalidateQueries({ queryKey: ownKeys.queryKey }),
  })
  return (
    <section className="stack">
      <div className="row between">
        <h2>{t.apiKeys}</h2>
        <Button icon={<PlusIcon />} onClick={() => setMaking(true)}>
          {t.newKey}
        </Button>
      </div>
      <Outcome of={keys}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noKeys}</p>
          ) : (
            <Table
              label={t.apiKeys}
              columns={[t.name, t.created, { label: t.actions, kind: 'hidden' }]}
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
                      aria-label={t.revokeNamed(key.name)}
                      onClick={() => end.mutate(key)}
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
      {isMaking && <KeyDialog onClose={() => setMaking(false)} />}
    </section>
  )
}

function KeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: makeKey,
    onError: () => {},
    onSuccess: () => client.invalidateQueries({ queryKey: ownKeys.queryKey }),
  })
  if (make.data !== undefined) {
    return <SecretDialog title={t.yourNewKey} secret={make.data.key} onClose={onClose} />
  }
  return <NameDialog title={t.newKey} action={t.create} change={make} onClose={onClose} />
}
