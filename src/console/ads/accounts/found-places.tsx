import { useQueries, useQuery } from '@tanstack/react-query'
import { advertisers, foundBelow, keyOf, levelNames, type Place } from '../entities.ts'

/** Places whose names contain the words, in all advertisers of the person. */
export function FoundPlaces({ q, onChoose }: { q: string; onChoose: (place: Place) => void }) {
  const all = useQuery(advertisers)
  const lists = useQueries({ queries: (all.data ?? []).map((each) => foundBelow(each, q)) })
  const named = (all.data ?? []).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
  const found = [...named, ...lists.flatMap(({ data }) => data?.items ?? [])]
  const isAsking = all.isPending || lists.some(({ isPending }) => isPending)
  return (
    <>
      <p role="status" className="muted">
        {isAsking
          ? 'Searching'
          : found.length === 0
            ? 'Nothing has such a name.'
            : `${found.length} found`}
      </p>
      <ul className="plain-list" aria-label="Found">
        {found.map((place) => (
          <li key={keyOf(place)}>
            <button type="button" className="found-place" onClick={() => onChoose(place)}>
              <bdi>{place.name}</bdi> <span className="muted">{levelNames[place.level]}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
