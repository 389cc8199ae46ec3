import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleOf, type Volume } from '../wire.ts'
import { Cover } from './cover.tsx'

interface CoverRowProps {
  readonly label: string
  readonly volumes: readonly Volume[]
  /** The content of the heading; by default the label. */
  readonly heading?: ReactNode
  /** The accessible name of a cover. */
  readonly nameOf?: (volume: Volume) => string
  /** The bookshelf that the volumes are on, for links to their neighbors. */
  readonly shelf?: string
}

/** A section with the covers of volumes, which lead to them. */
export function CoverRow(props: CoverRowProps) {
  const { label, volumes, heading = label, nameOf = titleOf, shelf } = props
  return (
    <section className="stack" aria-label={label}>
      <h2>{heading}</h2>
      <ul className="cover-row plain-list">
        {volumes.map((volume, at) => (
          <li key={volume.id}>
            <Link
              to="/books/volumes/$volumeId"
              params={{ volumeId: volume.id }}
              search={shelf === undefined ? {} : { shelf, at }}
              aria-label={nameOf(volume)}
            >
              <Cover volume={volume} size="large" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
