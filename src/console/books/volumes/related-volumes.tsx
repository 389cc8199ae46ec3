import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { t } from '../../texts/books.ts'
import { titleOf, type Volume, type Volumes } from '../wire.ts'
import { CoverRow } from './cover-row.tsx'
import { areEditions, seriesOf, seriesOrder } from './related.ts'

const foundMax = 40
const shownMax = 12

/** Other books of the same series, and other editions of the same book. */
export function RelatedVolumes({ volume }: { volume: Volume }) {
  const { title = '', authors: [author] = [] } = volume.volumeInfo ?? {}
  const series = seriesOf(volume)
  const [head = ''] = title.split(':')
  const byAuthor = author === undefined ? '' : ` inauthor:"${withoutQuotes(author)}"`
  const editions = useFound(
    author === undefined ? '' : `intitle:"${withoutQuotes(head)}"${byAuthor}`,
  )
  const ofSeries = useFound(series === undefined ? '' : `"${withoutQuotes(series)}"${byAuthor}`)
  return (
    <>
      <Related
        label={t.moreInSeries(series ?? '')}
        volumes={ofSeries
          .filter((other) => other.id !== volume.id && seriesOf(other) === series)
          .toSorted(seriesOrder)}
      />
      <Related
        label={t.otherEditions}
        volumes={editions.filter((other) => areEditions(volume, other))}
      />
    </>
  )
}

const withoutQuotes = (text: string) => text.replaceAll('"', ' ').trim()

function useFound(q: string): readonly Volume[] {
  const { data } = useQuery({
    queryKey: ['books', 'related', q],
    queryFn: ({ signal }) =>
      api.get<Volumes>('/books/v1/volumes', { query: { q, maxResults: foundMax }, signal }),
    enabled: q !== '',
  })
  return data?.items ?? []
}

function Related({ label, volumes }: { label: string; volumes: readonly Volume[] }) {
  if (volumes.length === 0) return null
  return <CoverRow label={label} volumes={volumes.slice(0, shownMax)} nameOf={titleAndYear} />
}

const titleAndYear = (volume: Volume): string =>
  [titleOf(volume), volume.volumeInfo?.publishedDate?.slice(0, 4)].filter(Boolean).join(', ')
