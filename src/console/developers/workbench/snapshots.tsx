import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { formatMoment } from '../../locale/index.ts'
import { Button, ConfirmDialog, Field, Outcome, Table, toast } from '../../ui/index.ts'

interface Snapshot {
  readonly name: string
  readonly created: string
}

const path = '/_almanac/snapshots'

export const snapshotList = queryOptions({
  queryKey: ['workbench', 'snapshots'],
  queryFn: async ({ signal }) =>
    (await api.get<{ snapshots?: readonly Snapshot[] }>(path, { signal })).snapshots ?? [],
  staleTime: 0,
})

const at = ({ name }: Snapshot) => `${path}/${encodeURIComponent(name)}`

/** Saved states of the server, which can be restored. */
export function Snapshots() {
  const client = useQueryClient()
  const [restoring, setRestoring] = useState<Snapshot>()
  const snapshots = useQuery(snapshotList)
  const refresh = () => client.invalidateQueries({ queryKey: snapshotList.queryKey })
  const restore = useMutation({
    mutationFn: (snapshot: Snapshot) => api.post(`${at(snapshot)}/restore`),
    onSuccess: (_, { name }) => toast({ text: `The server is as it was in “${name}”.` }),
    onSettled: async () => {
      setRestoring(undefined)
      // All cached data may be outdated.
      await client.invalidateQueries()
    },
  })
  const remove = useMutation({
    mutationFn: (snapshot: Snapshot) => api.del(at(snapshot)),
    onSuccess: (_, { name }) => toast({ text: `“${name}” is deleted.` }),
    onSettled: refresh,
  })
  return (
    <div className="stack">
      <SaveForm onSaved={refresh} />
      <Outcome of={snapshots}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">No state has been saved yet.</p>
          ) : (
            <Table
              label="Snapshots"
              columns={['Name', 'Saved', { label: 'Actions', kind: 'hidden' }]}
            >
              {all.map((snapshot) => (
                <tr key={snapshot.name}>
                  <th scope="row">{snapshot.name}</th>
                  <td className="nowrap">{formatMoment(snapshot.created, 'exact')}</td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={`Restore ${snapshot.name}`}
                      onClick={() => setRestoring(snapshot)}
                    >
                      Restore
                    </Button>
                    <Button
                      kind="quiet"
                      aria-label={`Delete ${snapshot.name}`}
                      onClick={() => remove.mutate(snapshot)}
                    >
                      Delete
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Outcome>
      <ConfirmDialog
        title="Restore the snapshot?"
        isOpen={restoring !== undefined}
        onClose={() => setRestoring(undefined)}
        action="Restore"
        isBusy={restore.isPending}
        onConfirm={() => restoring && restore.mutate(restoring)}
      >
        <p>
          All that has happened since “{restoring?.name}” is forgotten. You may have to sign in
          again.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function SaveForm({ onSaved }: { onSaved: () => Promise<void> }) {
  const [name, setName] = useState('')
  const save = useMutation({
    mutationFn: () => api.post(path, { body: { name } }),
    onError: () => {},
    onSuccess: async () => {
      toast({ text: `“${name}” is saved.` })
      setName('')
      await onSaved()
    },
  })
  return (
    <form
      className="toolbar"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Field label="Name of the state" problem={save.error?.message}>
        {(control) => (
          <input
            {...control}
            required
            pattern="[A-Za-z0-9_.\-]{1,100}"
            title="Letters, digits, dots, dashes and underscores"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button kind="main" type="submit" isBusy={save.isPending}>
        Save
      </Button>
    </form>
  )
}
