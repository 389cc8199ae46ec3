import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/books.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, EmptyState, MoreAtEnd } from '../../ui/index.ts'
import { ShelvingDialog } from '../shelves/shelving-dialog.tsx'
import { VolumeLine } from '../volumes/volume-line.tsx'
import { titleOf, type Volume, type Volumes } from '../wire.ts'
import { allOf, totalOf } from './found-volumes.ts'
import type { VolumeSearch } from './volume-search.ts'

interface ResultsProps {
  readonly search: VolumeSearch
  readonly found: UseInfiniteQueryResult<InfiniteData<Volumes>>
  readonly onSearch: (search: VolumeSearch) => void
}

export function Results({ search, found, onSearch }: ResultsProps) {
  const [shelving, setShelving] = useState<Volume>()
  const total = totalOf(found.data?.pages ?? [])
  const volumes = allOf(found.data)
  return (
    <div className="results" aria-busy={found.isPlaceholderData}>
      <p role="status" className="muted">
        {t.volumeCount(total)}
      </p>
      {total === 0 ? (
        <EmptyState title={t.noResults}>{t.noResultsHint}</EmptyState>
      ) : (
        <div className="found">
          <div>
            <ul className="books" aria-label={t.results}>
              {volumes.map((volume, at) => (
                <li key={`${at} ${volume.id}`} className="book">
                  <VolumeLine volume={volume} place={{ ...search, at }} hasSnippet>
                    <Button
                      kind="quiet"
                      icon={<PlusIcon />}
                      aria-label={t.addNamedToShelf(titleOf(volume))}
                      onClick={() => setShelving(volume)}
                    >
                      {t.addToShelf}
                    </Button>
                  </VolumeLine>
                </li>
              ))}
            </ul>
            <MoreAtEnd of={found} />
          </div>
          <Facets search={search} volumes={volumes} onSearch={onSearch} />
        </div>
      )}
      {shelving !== undefined && (
        <ShelvingDialog volume={shelving} onClose={() => setShelving(undefined)} />
      )}
    </div>
  )
}

const shownMax = 6

/** Authors and subjects of the results, as links that narrow the search. */
function Facets(props: {
  search: VolumeSearch
  volumes: readonly Volume[]
  onSearch: (search: VolumeSearch) => void
}) {
  const { search, volumes, onSearch } = props
  const add = (word: string) => onSearch({ ...search, q: `${search.q ?? ''} ${word}`.trim() })
  return (
    <aside className="facets" aria-label={t.inResults}>
      <Facet
        title={t.authors}
        names={volumes.flatMap(({ volumeInfo }) => volumeInfo?.authors ?? [])}
        onChoose={(name) => add(`inauthor:"${name}"`)}
      />
      <Facet
        title={t.subjects}
        names={volumes.flatMap(({ volumeInfo }) => volumeInfo?.categories ?? [])}
        onChoose={(name) => add(`subject:"${name}"`)}
      />
    </aside>
  )
}

interface FacetProps {
  readonly title: string
  readonly names: readonly string[]
  readonly onChoose: (name: string) => void
}

function Facet({ title, names, onChoose }: FacetProps) {
  const counted = [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => ({ name, count: all.length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, shownMax)
  if (counted.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="plain-list">
        {counted.map(({ name, count }) => (
          <li key={name}>
            <button type="button" className="facet" onClick={() => onChoose(name)}>
              <bdi>{name}</bdi>
              <span className="muted">{formatNumber(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
