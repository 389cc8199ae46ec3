import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../locale/index.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, EmptyState, MoreAtEnd } from '../../ui/index.ts'
import { ShelvingDialog } from '../shelves/shelving-dialog.tsx'
import { VolumeLine } from '../volumes/volume-line.tsx'
import { titleOf, type Volume, type Volumes } from '../wire.ts'
import { Facets } from './facets.tsx'
import { allOf, totalOf } from './found-volumes.ts'
import type { Wish } from './wish.ts'

interface ResultsProps {
  readonly wish: Wish
  readonly found: UseInfiniteQueryResult<InfiniteData<Volumes>>
  readonly onWish: (wish: Wish) => void
}

export function Results({ wish, found, onWish }: ResultsProps) {
  const [shelving, setShelving] = useState<Volume>()
  const total = totalOf(found.data?.pages ?? [])
  const volumes = allOf(found.data)
  return (
    <div className="results" aria-busy={found.isPlaceholderData}>
      <p role="status" className="muted">
        {total === 1 ? '1 volume' : `${formatNumber(total)} volumes`}
      </p>
      {total === 0 ? (
        <EmptyState title="Nothing was found.">
          Try other words or fewer of them, or take a filter away.
        </EmptyState>
      ) : (
        <div className="found">
          <div>
            <ul className="books" aria-label="Results">
              {volumes.map((volume, at) => (
                <li key={`${at} ${volume.id}`} className="book">
                  <VolumeLine volume={volume} place={{ ...wish, at }} hasSnippet>
                    <Button
                      kind="quiet"
                      icon={<PlusIcon />}
                      aria-label={`Put ${titleOf(volume)} on a shelf`}
                      onClick={() => setShelving(volume)}
                    >
                      Shelf
                    </Button>
                  </VolumeLine>
                </li>
              ))}
            </ul>
            <MoreAtEnd of={found} />
          </div>
          <Facets wish={wish} volumes={volumes} onWish={onWish} />
        </div>
      )}
      {shelving !== undefined && (
        <ShelvingDialog volume={shelving} onClose={() => setShelving(undefined)} />
      )}
    </div>
  )
}
