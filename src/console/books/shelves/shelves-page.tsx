import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { PlusIcon } from '../../ui/icons.tsx'
import { Button, Outcome, Page } from '../../ui/index.ts'
import '../books.css'
import { t } from '../../texts/books.ts'
import { BooksNavigation } from '../books-navigation.tsx'
import { Cover } from '../volumes/cover.tsx'
import type { Shelf } from '../wire.ts'
import { ShelfDialog } from './shelf-dialog.tsx'
import { firstVolumes, isCustom, ownShelves } from './shelves.ts'

/** All bookshelves of the user: custom ones first, then predefined ones. */
export function ShelvesPage() {
  const shelves = useQuery(ownShelves)
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
      {t.newShelf}
    </Button>
  )
  return (
    <Page title={t.shelves} actions={make}>
      <BooksNavigation />
      <Outcome of={shelves}>
        {(all) => (
          <>
            {all.some(isCustom) && (
              <ShelfCards title={t.yourShelves} shelves={all.filter(isCustom)} />
            )}
            <ShelfCards title={t.defaultShelves} shelves={all.filter((one) => !isCustom(one))} />
          </>
        )}
      </Outcome>
      {isMaking && <ShelfDialog onClose={() => setMaking(false)} />}
    </Page>
  )
}

function ShelfCards({ title, shelves }: { title: string; shelves: readonly Shelf[] }) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      <ul className="cards plain-list">
        {shelves.map((shelf) => (
          <li key={shelf.id} className="card shelf-card">
            <ShelfCovers shelf={shelf} />
            <h3>
              <Link to="/books/shelves/$shelf" params={{ shelf: String(shelf.id) }}>
                <bdi>{shelf.title}</bdi>
              </Link>
            </h3>
            <p className="row muted">
              {countWords(shelf)}
              {shelf.access === 'PUBLIC' && <span className="badge">{t.public}</span>}
            </p>
            {shelf.description && (
              <p>
                <bdi>{shelf.description}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const coversMax = 4

/** The covers of the first volumes, and empty places for those that are missing. They are decorative. */
function ShelfCovers({ shelf }: { shelf: Shelf }) {
  const { data } = useQuery(firstVolumes(shelf))
  const volumes = (shelf.volumeCount ?? 0) > 0 ? (data?.items ?? []) : []
  return (
    <div className="shelf-covers" aria-hidden="true">
      {Array.from({ length: coversMax }, (_, index) => {
        const volume = volumes[index]
        return volume === undefined ? (
          <span key={index} className="cover" />
        ) : (
          <Cover key={volume.id} volume={volume} />
        )
      })}
    </div>
  )
}

export const countWords = ({ volumeCount = 0 }: Shelf): string => t.volumeCount(volumeCount)
