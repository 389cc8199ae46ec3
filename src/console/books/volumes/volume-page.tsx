import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, Outcome, Page } from '../../ui/index.ts'
import '../books.css'
import { t } from '../../texts/books.ts'
import { BooksNavigation } from '../books-navigation.tsx'
import { ShelvingDialog } from '../shelves/shelving-dialog.tsx'
import { titleOf, type Volume } from '../wire.ts'
import { Cover } from './cover.tsx'
import { MyReview } from './my-review.tsx'
import { Neighbors } from './neighbors.tsx'
import { RelatedVolumes } from './related-volumes.tsx'
import { SimpleHtml } from './simple-html.tsx'
import { VolumeFacts } from './volume-facts.tsx'

const route = getRouteApi('/books/volumes/$volumeId')

/** The page of a volume. */
export function VolumePage() {
  const { volumeId } = route.useParams()
  const place = route.useSearch()
  const volume = useQuery({
    queryKey: ['books', 'volume', volumeId],
    queryFn: ({ signal }) =>
      api.get<Volume>(`/books/v1/volumes/${encodeURIComponent(volumeId)}`, { signal }),
  })
  return (
    <Page title={volume.data === undefined ? t.volume : titleOf(volume.data)}>
      <BooksNavigation />
      {place.at !== undefined && <Neighbors place={place} at={place.at} />}
      <Outcome of={volume} lines={8}>
        {(shown) => <Shown volume={shown} />}
      </Outcome>
    </Page>
  )
}

function Shown({ volume }: { volume: Volume }) {
  const [isShelving, setShelving] = useState(false)
  const { subtitle, description } = volume.volumeInfo ?? {}
  return (
    <article className="volume">
      <div className="volume-side">
        <Cover volume={volume} size="large" />
        <Button kind="main" icon={<PlusIcon />} onClick={() => setShelving(true)}>
          {t.addToShelf}
        </Button>
      </div>
      <div className="stack">
        {subtitle !== undefined && (
          <p className="volume-subtitle">
            <bdi>{subtitle}</bdi>
          </p>
        )}
        <VolumeFacts volume={volume} />
        {description !== undefined && (
          <section className="stack volume-text">
            <h2>{t.description}</h2>
            <div>
              <SimpleHtml text={description} />
            </div>
          </section>
        )}
        <MyReview volumeId={volume.id} />
        <RelatedVolumes volume={volume} />
      </div>
      {isShelving && <ShelvingDialog volume={volume} onClose={() => setShelving(false)} />}
    </article>
  )
}
