import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../texts/books.ts'
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
      title={t.addBooksTo(shelf.title)}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <Button kind="main" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <Field label={t.searchBooks}>
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
          ? t.noResultsShort
          : ''}
      </p>
      <ul className="books" aria-label={t.results}>
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
      client.setQueryData<readonly string[]>(idsKey(shelf.id), (stored = []) => [
        ...stored,
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
      aria-label={isThere ? t.addedNamed(titleOf(volume)) : t.addNamed(titleOf(volume))}
      onClick={() => add.mutate()}
    >
      {isThere ? t.addedLabel : t.add}
    </Button>
  )
}
