import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/index.ts'
import { t } from '../../texts/books.ts'
import { type Place, paramsOf } from '../search/volume-search.ts'
import { titleOf, type Volume, type Volumes } from '../wire.ts'

/** Links to the previous and next volume, and back to the list. */
export function Neighbors({ place, at }: { place: Place; at: number }) {
  const start = Math.max(0, at - 1)
  const around = useQuery({
    queryKey: ['books', 'around', place],
    queryFn: ({ signal }) => volumesAt(place, start, signal),
    placeholderData: keepPreviousData,
  })
  const { items = [] } = around.data ?? {}
  const { at: _, shelf, ...search } = place
  return (
    <nav className="neighbors row" aria-label={t.nearbyBooks}>
      {shelf === undefined ? (
        <Link to="/books" search={search}>
          {t.backToResults}
        </Link>
      ) : (
        <Link to="/books/shelves/$shelf" params={{ shelf }}>
          {t.backToShelf}
        </Link>
      )}
      <Neighbor
        words={t.previous}
        volume={at === 0 ? undefined : items[0]}
        place={{ ...place, at: at - 1 }}
      />
      <Neighbor words={t.next} volume={items[at - start + 1]} place={{ ...place, at: at + 1 }} />
    </nav>
  )
}

function Neighbor(props: { words: string; volume: Volume | undefined; place: Place }) {
  const { words, volume, place } = props
  if (volume === undefined) return null
  return (
    <Link
      to="/books/volumes/$volumeId"
      params={{ volumeId: volume.id }}
      search={place}
      aria-label={`${words}: ${titleOf(volume)}`}
    >
      {words}
    </Link>
  )
}

function volumesAt({ shelf, ...search }: Place, startIndex: number, signal: AbortSignal) {
  const path =
    shelf === undefined
      ? '/books/v1/volumes'
      : `/books/v1/mylibrary/bookshelves/${encodeURIComponent(shelf)}/volumes`
  const query = shelf === undefined ? paramsOf(search) : {}
  return api.get<Volumes>(path, { query: { ...query, startIndex, maxResults: 3 }, signal })
}
