import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/index.ts'
import { t } from '../../texts/books.ts'
import { EmptyState, Skeleton } from '../../ui/index.ts'
import { ownShelves } from '../shelves/shelves.ts'
import { Cover } from '../volumes/cover.tsx'
import { type Shelf, titleOf, type Volumes } from '../wire.ts'

/** The ids of predefined shelves. */
const toRead = 2
const readingNow = 3
const haveRead = 4
const recentlyViewed = 6
const homeShelves = [readingNow, recentlyViewed, toRead]
const shownMax = 8

/** What to read next: the first books of the shelves that matter most, and how many there are. */
export function BooksHome() {
  const { data: shelves } = useQuery(ownShelves)
  if (shelves === undefined) return <Skeleton lines={6} />
  const shown = homeShelves.flatMap((id) =>
    shelves.filter((shelf) => shelf.id === id && (shelf.volumeCount ?? 0) > 0),
  )
  const countOn = (shelfId: number) => shelves.find(({ id }) => id === shelfId)?.volumeCount ?? 0
  if (shown.length === 0) return <EmptyState title={t.searchPrompt}>{t.searchHint}</EmptyState>
  return (
    <div className="stack">
      <p className="muted">
        {t.statistics(countOn(haveRead), countOn(readingNow), countOn(toRead))}
      </p>
      <HomeShelves shelves={shown} />
    </div>
  )
}

function HomeShelves({ shelves }: { shelves: readonly Shelf[] }) {
  const contents = useQueries({
    queries: shelves.map(({ id }) => ({
      queryKey: ['books', 'shelf', String(id), 'home'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<Volumes>(`/books/v1/mylibrary/bookshelves/${id}/volumes`, {
          query: {
            maxResults: shownMax,
            fields: 'totalItems,items(id,volumeInfo(title,imageLinks))',
          },
          signal,
        }),
    })),
  })
  return shelves.map((shelf, index) => (
    <section key={shelf.id} className="stack" aria-label={headingOf(shelf)}>
      <h2>
        <Link to="/books/shelves/$shelf" params={{ shelf: String(shelf.id) }}>
          {headingOf(shelf)}
        </Link>
      </h2>
      <ul className="cover-row plain-list">
        {(contents[index]?.data?.items ?? []).map((volume, at) => (
          <li key={volume.id}>
            <Link
              to="/books/volumes/$volumeId"
              params={{ volumeId: volume.id }}
              search={{ shelf: String(shelf.id), at }}
              aria-label={titleOf(volume)}
            >
              <Cover volume={volume} size="large" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}

const headingOf = ({ id, title }: Shelf): string => (id === readingNow ? t.continueReading : title)
