import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, EmptyState, MoreAtEnd, Outcome, Page } from '../../ui/index.ts'
import { AddBooksDialog } from './add-books-dialog.tsx'
import '../books.css'
import { t } from '../../texts/books.ts'
import { BooksNavigation } from '../books-navigation.tsx'
import { allOf } from '../search/found-volumes.ts'
import { ownerOf, type Shelf } from '../wire.ts'
import { ShelfLines } from './shelf-lines.tsx'
import { ShelfMenu } from './shelf-menu.tsx'
import { canAddTo, ownShelf, shelfContents } from './shelves.ts'
import { countWords } from './shelves-page.tsx'

const route = getRouteApi('/books/shelves/$shelf')

/** A bookshelf of the user with its volumes in order. */
export function ShelfPage() {
  const { shelf: id } = route.useParams()
  const shelf = useQuery(ownShelf(id))
  const [isAdding, setAdding] = useState(false)
  const { data } = shelf
  const actions = data !== undefined && (
    <>
      {canAddTo(data) && (
        <Button kind="main" icon={<PlusIcon />} onClick={() => setAdding(true)}>
          {t.addBooks}
        </Button>
      )}
      <ShelfMenu shelf={data} />
    </>
  )
  return (
    <Page title={data?.title ?? t.shelf} actions={actions}>
      <BooksNavigation />
      <Outcome of={shelf}>{(shown) => <Contents shelf={shown} />}</Outcome>
      {data !== undefined && isAdding && (
        <AddBooksDialog shelf={data} onClose={() => setAdding(false)} />
      )}
    </Page>
  )
}

function Contents({ shelf }: { shelf: Shelf }) {
  const contents = useInfiniteQuery(shelfContents(String(shelf.id)))
  return (
    <div className="stack">
      {shelf.description && (
        <p>
          <bdi>{shelf.description}</bdi>
        </p>
      )}
      <div className="row muted">
        {countWords(shelf)}
        {shelf.access === 'PUBLIC' && (
          <>
            <span className="badge">{t.public}</span>
            <Link
              to="/books/users/$userId/shelves/$shelf"
              params={{ userId: ownerOf(shelf), shelf: String(shelf.id) }}
            >
              {t.publicLink}
            </Link>
          </>
        )}
      </div>
      <Outcome of={contents} lines={8}>
        {(data) =>
          allOf(data).length === 0 ? (
            <EmptyState title={t.emptyShelf}>
              {canAddTo(shelf) ? t.emptyShelfHint : t.automaticShelf}
            </EmptyState>
          ) : (
            <>
              <ShelfLines shelf={shelf} volumes={allOf(data)} />
              <MoreAtEnd of={contents} />
            </>
          )
        }
      </Outcome>
    </div>
  )
}
