import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
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
    onSuccess: (_, { name }) => toast({ text: t.snapshotRestored(name) }),
    onSettled: async () => {
      setRestoring(undefined)
      // All cached data may be outdated.
      await client.invalidateQueries()
    },
  })
  const remove = useMutation({
    mutationFn: (snapshot: Snapshot) => api.del(at(snapshot)),
    onSuccess: (_, { name }) => toast({ text: t.deleted(name) }),
    onSettled: refresh,
  })
  return (
    <div className="stack">
      <SaveForm onSaved={refresh} />
      <Outcome of={snapshots}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noSnapshots}</p>
          ) : (
            <Table
              label={t.tabs.snapshots}
              columns={[t.name, t.savedAt, { label: t.actions, kind: 'hidden' }]}
            >
              {all.map((snapshot) => (
                <tr key={snapshot.name}>
                  <th scope="row">{snapshot.name}</th>
                  <td className="nowrap">{formatMoment(snapshot.created, 'exact')}</td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={t.restoreNamed(snapshot.name)}
                      onClick={() => setRestoring(snapshot)}
                    >
                      {t.restore}
                    </Button>
                    <Button
                      kind="quiet"
                      aria-label={t.deleteNamed(snapshot.name)}
                      onClick={() => remove.mutate(snapshot)}
                    >
                      {t.delete}
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Outcome>
      <ConfirmDialog
        title={t.restoreTitle}
        isOpen={restoring !== undefined}
        onClose={() => setRestoring(undefined)}
        action={t.restore}
        isBusy={restore.isPending}
        onConfirm={() => restoring && restore.mutate(restoring)}
      >
        <p>{restoring && t.restoreText(restoring.name)}</p>
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
      toast({ text: t.snapshotSaved(name) })
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
      <Field label={t.snapshotName} problem={save.error?.message}>
        {(control) => (
          <input
            {...control}
            required
            pattern="[A-Za-z0-9_.\-]{1,100}"
            title={t.snapshotNameRule}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button kind="main" type="submit" isBusy={save.isPending}>
        {t.save}
      </Button>
    </form>
  )
}
