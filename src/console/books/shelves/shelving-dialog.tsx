import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../texts/books.ts'
import { Button, Dialog, Outcome, TextField, toast } from '../../ui/index.ts'
import { type Shelf, titleOf, type Volume } from '../wire.ts'
import {
  canAddTo,
  idsKey,
  idsOn,
  isForEbooks,
  ownShelves,
  refreshShelf,
  shelving,
} from './shelves.ts'

/** Selects the bookshelves that a volume is on. */
export function ShelvingDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const shelves = useQuery(ownShelves)
  return (
    <Dialog
      title={t.addToShelf}
      isOpen
      onClose={onClose}
      actions={
        <Button kind="main" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <p>
        <bdi>{titleOf(volume)}</bdi>
      </p>
      <Outcome of={shelves}>
        {(all) => <ShelfTicks volume={volume} shelves={all.filter((one) => fits(one, volume))} />}
      </Outcome>
      <NewShelf volume={volume} />
    </Dialog>
  )
}

const fits = (shelf: Shelf, { saleInfo }: Volume): boolean =>
  canAddTo(shelf) && (!isForEbooks(shelf) || saleInfo?.isEbook === true)

function ShelfTicks({ volume, shelves }: { volume: Volume; shelves: readonly Shelf[] }) {
  const client = useQueryClient()
  const idQueries = useQueries({ queries: shelves.map(({ id }) => idsOn(id)) })
  const put = useMutation({
    mutationFn: ({ shelf, isOn }: { shelf: Shelf; isOn: boolean }) =>
      isOn ? shelving.add(shelf.id, volume.id) : shelving.remove(shelf.id, volume.id),
    onMutate: ({ shelf, isOn }) => {
      // A running query started before the change and would revert it.
      void client.cancelQueries({ queryKey: idsKey(shelf.id) }, { revert: false, silent: true })
      client.setQueryData<readonly string[]>(idsKey(shelf.id), (ids = []) =>
        isOn ? [...ids, volume.id] : ids.filter((id) => id !== volume.id),
      )
    },
    onSuccess: (_, { shelf, isOn }) =>
      toast({ text: isOn ? t.addedTo(shelf.title) : t.removedFrom(shelf.title) }),
    onSettled: (_result, _error, { shelf }) => refreshShelf(client, shelf.id),
  })
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">{t.shelves}</legend>
      {shelves.map((shelf, index) => (
        <label key={shelf.id} className="choice">
          <input
            type="checkbox"
            disabled={idQueries[index]?.data === undefined}
            checked={idQueries[index]?.data?.includes(volume.id) ?? false}
            onChange={(event) => put.mutate({ shelf, isOn: event.target.checked })}
          />
          <bdi>{shelf.title}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

/** Creates a shelf for the volume in place. */
function NewShelf({ volume }: { volume: Volume }) {
  const client = useQueryClient()
  const [title, setTitle] = useState('')
  const create = useMutation({
    mutationFn: async () => {
      const shelf = await shelving.create({ title: title.trim() })
      await shelving.add(shelf.id, volume.id)
      return shelf
    },
    // Shown beside the field.
    onError: () => {},
    onSuccess: async (shelf) => {
      setTitle('')
      toast({ text: t.addedTo(shelf.title) })
      await refreshShelf(client, shelf.id)
    },
  })
  return (
    <form
      className="with-button after-line"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <TextField
        label={t.newShelf}
        value={title}
        onValue={setTitle}
        maxLength={200}
        problem={create.error?.message}
      />
      <Button type="submit" isBusy={create.isPending} disabled={title.trim() === ''}>
        {t.createAndAdd}
      </Button>
    </form>
  )
}
