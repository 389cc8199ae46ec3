import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/index.ts'
import { allOf } from '../search/found-volumes.ts'
import { type Shelf, titleOf, type Volume, type Volumes } from '../wire.ts'
import { moved, withVolumes } from './order.ts'
import { contentsKey, refreshShelf, shelving } from './shelves.ts'

/** Moves volumes and takes them off: seen at once, taken back where the server refuses. */
export function useShelfChanges(shelf: Shelf) {
  const client = useQueryClient()
  const key = contentsKey(String(shelf.id))

  const show = async (change: (volumes: readonly Volume[]) => readonly Volume[]) => {
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<InfiniteData<Volumes, number>>(
      key,
      (data) => data && withVolumes(data, change(allOf(data))),
    )
  }
  const settle = () => refreshShelf(client, shelf.id)

  const move = useMutation({
    mutationFn: ({ volume, to }: { volume: Volume; to: number }) =>
      shelving.move(shelf.id, volume.id, to),
    onMutate: ({ volume, to }) =>
      show((volumes) =>
        moved(
          volumes,
          volumes.findIndex(({ id }) => id === volume.id),
          to,
        ),
      ),
    onSettled: settle,
  })
  const putBack = useMutation({
    mutationFn: async ({ volume, at }: { volume: Volume; at: number }) => {
      await shelving.add(shelf.id, volume.id)
      await shelving.move(shelf.id, volume.id, at)
    },
    onSettled: settle,
  })
  const remove = useMutation({
    mutationFn: ({ volume }: { volume: Volume; at: number }) =>
      shelving.remove(shelf.id, volume.id),
    onMutate: ({ volume }) => show((volumes) => volumes.filter(({ id }) => id !== volume.id)),
    onSuccess: (_, taken) =>
      toast({
        text: `${titleOf(taken.volume)} is taken off.`,
        undo: () => putBack.mutate(taken),
      }),
    onSettled: settle,
  })
  return { move: move.mutate, remove: remove.mutate }
}
