import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ErrorNote, Page, Skeleton, useDebounced, useShortcut } from '../../ui/index.ts'
import '../books.css'
import { t } from '../../texts/books.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { BooksNavigation } from '../books-navigation.tsx'
import { BooksHome } from './books-home.tsx'
import { foundVolumes } from './found-volumes.ts'
import { Results } from './results.tsx'
import { SearchFilters } from './search-filters.tsx'
import type { VolumeSearch } from './volume-search.ts'

const route = getRouteApi('/books')

/** Searches while the user types. The URL always reflects the search. */
export function SearchPage() {
  const search: VolumeSearch = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(search.q ?? '')
  const settled = useDebounced(text.trim())
  const found = useInfiniteQuery(foundVolumes(search))
  useShortcut({ keys: '/', label: t.search, group: t.books, run: focusSearch })

  useEffect(() => {
    const { q: _, ...filters } = search
    if (settled !== (search.q ?? '')) {
      const next = settled === '' ? filters : { ...filters, q: settled }
      void navigate({ to: '/books', search: next, replace: true })
    }
    // Only typing navigates; other URL changes are shown as they are.
  }, [settled])

  const look = (next: VolumeSearch) => {
    setText(next.q ?? '')
    void navigate({ to: '/books', search: next, replace: true })
  }
  return (
    <Page title={t.books}>
      <BooksNavigation />
      <search className="stack">
        <SearchBox text={text} onText={setText} />
        {search.q !== undefined && <SearchFilters search={search} onSearch={look} />}
      </search>
      {search.q === undefined ? (
        <BooksHome />
      ) : found.error ? (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton lines={8} label={t.searching} />
      ) : (
        <Results search={search} found={found} onSearch={look} />
      )}
    </Page>
  )
}

const focusSearch = () => document.querySelector<HTMLElement>('#book-search')?.focus()

/** The search field. */
function SearchBox({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <div className="search-box">
      <SearchIcon />
      <input
        id="book-search"
        type="search"
        aria-label={t.searchBooks}
        placeholder={t.searchPlaceholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  )
}
