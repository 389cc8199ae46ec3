import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts/books.ts'
import { DownIcon, GripIcon, TrashIcon, UpIcon } from '../../ui/icons.tsx'
import { Button, toast } from '../../ui/index.ts'
import { allOf } from '../search/found-volumes.ts'
import { VolumeLine } from '../volumes/volume-line.tsx'
import { type Shelf, titleOf, type Volume, type Volumes } from '../wire.ts'
import { useDragOrder } from './drag-order.ts'
import { withMemberMoved, withVolumes } from './order.ts'
import { canAddTo, canTakeFrom, contentsKey, refreshShelf, shelving } from './shelves.ts'

/** The volumes of a bookshelf, which can be reordered and removed. */
export function ShelfLines({ shelf, volumes }: { shelf: Shelf; volumes: readonly Volume[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [pressed, setPressed] = useState<string>()
  const [said, setSaid] = useState('')
  const { move, remove } = useShelfChanges(shelf)
  const moveTo = (from: number, to: number) => {
    const volume = volumes[from]!
    move({ volume, to })
    setSaid(t.movedTo(titleOf(volume), to + 1, volumes.length))
  }
  const { handleOf, shiftOf } = useDragOrder(list, moveTo)
  // A button that moves with its row loses the focus.
  useEffect(() => {
    if (pressed === undefined) return
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-move="${pressed}"]`)
    if (button?.disabled)
      button.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus()
    else button?.focus()
    setPressed(undefined)
  }, [volumes, pressed])

  const isOrdered = canAddTo(shelf)
  const step = (volume: Volume, at: number, by: -1 | 1) => ({
    'data-move': `${volume.id} ${by}`,
    disabled: at + by < 0 || at + by >= volumes.length,
    onClick: () => {
      moveTo(at, at + by)
      setPressed(`${volume.id} ${by}`)
    },
  })
  return (
    <>
      <ul ref={list} className="books" aria-label={t.volumesLabel}>
        {volumes.map((volume, at) => (
          <li key={volume.id} className="book" {...shiftOf(at)}>
            {isOrdered && (
              <span className="grip" aria-hidden="true" {...handleOf(at)}>
                <GripIcon />
              </span>
            )}
            <VolumeLine volume={volume} place={{ shelf: String(shelf.id), at }}>
              {isOrdered && (
                <>
                  <Button
                    kind="quiet"
                    icon={<UpIcon />}
                    label={t.moveUp(titleOf(volume))}
                    {...step(volume, at, -1)}
                  />
                  <Button
                    kind="quiet"
                    icon={<DownIcon />}
                    label={t.moveDown(titleOf(volume))}
                    {...step(volume, at, 1)}
                  />
                </>
              )}
              {canTakeFrom(shelf) && (
                <Button
                  kind="quiet"
                  icon={<TrashIcon />}
                  label={t.removeFromShelf(titleOf(volume))}
                  onClick={() => remove({ volume, at })}
                />
              )}
            </VolumeLine>
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}

/** Moves and removes volumes optimistically; reverts if the server rejects a change. */
function useShelfChanges(shelf: Shelf) {
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
        withMemberMoved(
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
        text: t.removed(titleOf(taken.volume)),
        undo: () => putBack.mutate(taken),
      }),
    onSettled: settle,
  })
  return { move: move.mutate, remove: remove.mutate }
}
