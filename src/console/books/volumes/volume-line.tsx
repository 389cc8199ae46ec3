import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatList } from '../../locale/index.ts'
import type { Place } from '../search/volume-search.ts'
import { titleOf, type Volume } from '../wire.ts'
import { Cover } from './cover.tsx'
import { SimpleHtml } from './simple-html.tsx'
import { Stars } from './stars.tsx'

interface VolumeLineProps {
  readonly volume: Volume
  /** Where it was opened from; without it the title is not a link. */
  readonly place?: Place
  readonly hasSnippet?: boolean
  /** Buttons at the end. */
  readonly children?: ReactNode
}

/** A volume in a list, with its cover and actions. */
export function VolumeLine({ volume, place, hasSnippet = false, children }: VolumeLineProps) {
  const { subtitle, authors = [] } = volume.volumeInfo ?? {}
  const snippet = volume.searchInfo?.textSnippet
  return (
    <>
      <Cover volume={volume} />
      <div className="book-words">
        <h3>
          {place === undefined ? (
            <bdi>{titleOf(volume)}</bdi>
          ) : (
            <Link to="/books/volumes/$volumeId" params={{ volumeId: volume.id }} search={place}>
              <bdi>{titleOf(volume)}</bdi>
            </Link>
          )}
        </h3>
        {subtitle !== undefined && (
          <p>
            <bdi>{subtitle}</bdi>
          </p>
        )}
        {authors.length > 0 && (
          <p>
            <bdi>{formatList(authors)}</bdi>
          </p>
        )}
        <Edition volume={volume} />
        {hasSnippet && snippet !== undefined && (
          <p className="book-snippet muted">
            <SimpleHtml text={snippet} />
          </p>
        )}
      </div>
      {children !== undefined && <div className="book-actions">{children}</div>}
    </>
  )
}

function Edition({ volume }: { volume: Volume }) {
  const { publishedDate, publisher, averageRating, ratingsCount = 0 } = volume.volumeInfo ?? {}
  const facts = [publishedDate?.slice(0, 4), publisher].filter((fact) => fact !== undefined)
  return (
    <>
      {facts.length > 0 && <p className="muted">{facts.join(' · ')}</p>}
      {averageRating !== undefined && (
        <p className="muted">
          <Stars average={averageRating} count={ratingsCount} />
        </p>
      )}
    </>
  )
}
