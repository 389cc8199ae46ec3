import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../texts/books.ts'
import { EmptyState, Skeleton } from '../../ui/index.ts'
import { firstVolumes, ownShelves } from '../shelves/shelves.ts'
import { CoverRow } from '../volumes/cover-row.tsx'
import type { Shelf } from '../wire.ts'
import { recentAdditions } from './recent-additions.ts'

/** The ids of predefined shelves. */
const toRead = 2
const readingNow = 3
const haveRead = 4
const recentlyViewed = 6
const shownMax = 8

/** What to read next: the first books of the shelves that matter most, recent additions, and how many there are. */
export function BooksHome() {
  const { data: shelves } = useQuery(ownShelves)
  if (shelves === undefined) return <Skeleton lines={6} />
  const filled = shelves.filter(({ volumeCount = 0 }) => volumeCount > 0)
  if (filled.length === 0) return <EmptyState title={t.searchPrompt}>{t.searchHint}</EmptyState>
  const countOn = (shelfId: number) => filled.find(({ id }) => id === shelfId)?.volumeCount ?? 0
  const rowOf = (shelfId: number) =>
    filled
      .filter(({ id }) => id === shelfId)
      .map((shelf) => <HomeShelf key={shelfId} {...{ shelf }} />)
  return (
    <div className="stack">
      <p className="muted">
        {t.statistics(countOn(haveRead), countOn(readingNow), countOn(toRead))}
      </p>
      {rowOf(readingNow)}
      <RecentlyAdded shelves={filled} />
      {rowOf(recentlyViewed)}
      {rowOf(toRead)}
    </div>
  )
}

function HomeShelf({ shelf }: { shelf: Shelf }) {
  const { data } = useQuery(firstVolumes(shelf))
  const id = String(shelf.id)
  const label = headingOf(shelf)
  const heading = (
    <Link to="/books/shelves/$shelf" params={{ shelf: id }}>
      {label}
    </Link>
  )
  return <CoverRow {...{ label, heading, volumes: data?.items ?? [] }} shelf={id} />
}

function RecentlyAdded({ shelves }: { shelves: readonly Shelf[] }) {
  const { data = [] } = useQuery(recentAdditions(shelves, shownMax))
  return data.length > 0 && <CoverRow label={t.recentlyAdded} volumes={data} />
}

const headingOf = ({ id, title }: Shelf): string => (id === readingNow ? t.continueReading : title)
