import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/index.ts'
import { EmptyState, MoreAtEnd, Outcome, Page } from '../../ui/index.ts'
import '../books.css'
import { t } from '../../texts/books.ts'
import { allOf, nextStart } from '../search/found-volumes.ts'
import { VolumeLine } from '../volumes/volume-line.tsx'
import type { Volumes } from '../wire.ts'
import { publicPath, publicShelf } from './shelves.ts'
import { countWords } from './shelves-page.tsx'

interface PublicShelfProps {
  readonly userId: string
  readonly shelf: string
  readonly navigation?: ReactNode
}

/** A public bookshelf, read-only. */
export function PublicShelf({ userId, shelf, navigation }: PublicShelfProps) {
  const about = useQuery(publicShelf(userId, shelf))
  const contents = useInfiniteQuery({
    queryKey: ['books', 'public', userId, shelf, 'contents'],
    queryFn: ({ pageParam, signal }) =>
      api.get<Volumes>(`${publicPath(userId, shelf)}/volumes`, {
        query: { startIndex: pageParam, maxResults: 40 },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    enabled: about.data !== undefined,
  })
  return (
    <Page title={about.data?.title ?? t.shelf}>
      {navigation}
      <Outcome of={about}>
        {(shown) => (
          <div className="stack">
            {shown.description && (
              <p>
                <bdi>{shown.description}</bdi>
              </p>
            )}
            <p className="muted">{countWords(shown)}</p>
            <Outcome of={contents} lines={8}>
              {(data) =>
                allOf(data).length === 0 ? (
                  <EmptyState title={t.emptyShelf} />
                ) : (
                  <>
                    <ul className="books" aria-label={t.volumesLabel}>
                      {allOf(data).map((volume) => (
                        <li key={volume.id} className="book">
                          <VolumeLine volume={volume} {...(navigation ? { place: {} } : {})} />
                        </li>
                      ))}
                    </ul>
                    <MoreAtEnd of={contents} />
                  </>
                )
              }
            </Outcome>
          </div>
        )}
      </Outcome>
    </Page>
  )
}
