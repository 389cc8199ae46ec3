import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, ConfirmDialog, Outcome, Table, toast } from '../../ui/index.ts'
import { world as current, worldPath } from '../../world.ts'
import { CreateWorldDialog } from './create-world-dialog.tsx'

interface World {
  readonly id: string
  readonly created: string
  readonly isNamed: boolean
}

const path = '/_almanac/worlds'

const worldList = queryOptions({
  queryKey: ['workbench', 'worlds'],
  queryFn: async ({ signal }) =>
    (await api.get<{ worlds?: readonly World[] }>(path, { signal })).worlds ?? [],
  staleTime: 0,
})

/** The worlds of the server: opens, creates and deletes them. */
export function Worlds() {
  const client = useQueryClient()
  const worlds = useQuery(worldList)
  const [isCreating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<World>()
  const refresh = () => client.invalidateQueries({ queryKey: worldList.queryKey })
  const remove = useMutation({
    mutationFn: ({ id }: World) => api.del(`${path}/${encodeURIComponent(id)}`),
    onSuccess: (_, { id }) => {
      if (id === current.id) location.assign(worldPath(undefined))
      else toast({ text: t.worldDeleted(id) })
    },
    onSettled: async (_, error, { id }) => {
      setDeleting(undefined)
      // The current world may be the deleted one, which cannot list worlds.
      if (error !== null || id !== current.id) await refresh()
    },
  })
  return (
    <div className="stack">
      <div className="row">
        <Button kind="main" icon={<PlusIcon />} onClick={() => setCreating(true)}>
          {t.createWorld}
        </Button>
      </div>
      <Outcome of={worlds}>
        {(all) => (
          <Table
            label={t.tabs.worlds}
            columns={[t.world, t.type, t.created, { label: t.actions, kind: 'hidden' }]}
          >
            <WorldRow name={t.defaultWorld} id={undefined} type="" created="" />
            {all.map((world) => (
              <WorldRow
                key={world.id}
                name={world.id}
                id={world.id}
                type={world.isNamed ? t.worldTypes.named : t.worldTypes.temporary}
                created={formatMoment(world.created, 'exact')}
                onDelete={() => setDeleting(world)}
              />
            ))}
          </Table>
        )}
      </Outcome>
      {isCreating && <CreateWorldDialog onCreated={refresh} onClose={() => setCreating(false)} />}
      <ConfirmDialog
        title={t.deleteWorldTitle(deleting?.id)}
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        action={t.deleteWorld}
        isBusy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
      >
        <p>{t.deleteWorldText}</p>
        {deleting?.id === current.id && <p>{t.deleteCurrentWorldText}</p>}
      </ConfirmDialog>
    </div>
  )
}

interface WorldRowProps {
  readonly name: string
  readonly id: string | undefined
  readonly type: string
  readonly created: string
  readonly onDelete?: () => void
}

function WorldRow({ name, id, type, created, onDelete }: WorldRowProps) {
  return (
    <tr>
      <th scope="row">
        {name} {id === current.id && <span className="badge">{t.current}</span>}
      </th>
      <td>{type}</td>
      <td className="nowrap">{created}</td>
      <td className="actions">
        {id !== current.id && (
          <a className="button quiet" href={worldPath(id)} aria-label={t.openNamed(name)}>
            {t.open}
          </a>
        )}
        {onDelete !== undefined && (
          <Button kind="quiet" aria-label={t.deleteNamed(name)} onClick={onDelete}>
            {t.delete}
          </Button>
        )}
      </td>
    </tr>
  )
}
