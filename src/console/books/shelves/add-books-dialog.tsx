import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, Dialog, ErrorNote, Field, useDebounced } from '../../ui/index.ts'
import { allOf, foundVolumes, totalOf } from '../search/found-volumes.ts'
import { VolumeLine } from '../volumes/volume-line.tsx'
import { type Shelf, titleOf, type Volume } from '../wire.ts'
import { idsKey, idsOn, refreshShelf, shelving } from './shelves.ts'

const shownMax = 20

/** Searches volumes and adds them to the bookshelf. */
export function AddBooksDialog({ shelf, onClose }: { shelf: Shelf; onClose: () => void }) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  const found = useInfiniteQuery(foundVolumes(q === '' ? {} : { q }))
  const volumes = q === '' ? [] : allOf(found.data).slice(0, shownMax)
  return (
    <Dialog
      title={`Add books to “${shelf.title}”`}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Field label="Search books">
        {(control) => (
          <input
            {...control}
            type="search"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {found.error && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      <p role="status" className="muted">
        {q !== '' && found.data !== undefined && totalOf(found.data.pages) === 0
          ? 'Nothing was found. Try other words.'
          : ''}
      </p>
      <ul className="books" aria-label="Found">
        {volumes.map((volume) => (
          <li key={volume.id} className="book">
            <VolumeLine volume={volume}>
              <AddButton shelf={shelf} volume={volume} />
            </VolumeLine>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function AddButton({ shelf, volume }: { shelf: Shelf; volume: Volume }) {
  const client = useQueryClient()
  const ids = useQuery(idsOn(shelf.id))
  const add = useMutation({
    mutationFn: () => shelving.add(shelf.id, volume.id),
    onMutate: () => {
      client.setQueryData<readonly string[]>(idsKey(shelf.id), (known = []) => [
        ...known,
        volume.id,
      ])
    },
    onSettled: () => refreshShelf(client, shelf.id),
  })
  const isThere = ids.data?.includes(volume.id) === true
  return (
    <Button
      icon={<PlusIcon />}
      disabled={isThere}
      aria-label={isThere ? `Added: ${titleOf(volume)}` : `Add ${titleOf(volume)}`}
      onClick={() => add.mutate()}
    >
      {isThere ? 'Added' : 'Add'}
    </Button>
  )
}
