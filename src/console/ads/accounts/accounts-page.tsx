import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../texts/ads.ts'
import {
  containsText,
  EmptyState,
  type Fact,
  Facts,
  Outcome,
  Page,
  TextField,
  useDebounced,
} from '../../ui/index.ts'
import { AdsNavigation } from '../ads-navigation.tsx'
import { advertisers, agencies, foundBelow, keyOf, type Place } from '../entities.ts'
import { PlaceTree } from './place-tree.tsx'

/** The tree of agencies, advertisers, accounts and so on, down to keywords. */
export function AccountsPage() {
  const all = useQuery(agencies)
  const [chosen, setChosen] = useState<Place>()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  return (
    <Page title={t.searchAds}>
      <AdsNavigation />
      <Outcome of={all}>
        {(roots) =>
          roots.length === 0 ? (
            <EmptyState title={t.noAccess}>{t.noAccessHint}</EmptyState>
          ) : (
            <div className="accounts">
              <div className="stack">
                <TextField label={t.findByName} type="search" value={text} onValue={setText} />
                {q === '' ? (
                  <PlaceTree roots={roots} chosen={chosen} onChoose={setChosen} />
                ) : (
                  <FoundPlaces q={q} onChoose={setChosen} />
                )}
              </div>
              {chosen === undefined ? (
                <p className="muted">{t.selectToSeeDetails}</p>
              ) : (
                <PlaceFacts place={chosen} />
              )}
            </div>
          )
        }
      </Outcome>
    </Page>
  )
}

/** Search results: entities with matching names, in all advertisers of the user. */
function FoundPlaces({ q, onChoose }: { q: string; onChoose: (place: Place) => void }) {
  const all = useQuery(advertisers)
  const lists = useQueries({ queries: (all.data ?? []).map((each) => foundBelow(each, q)) })
  const named = (all.data ?? []).filter(({ name }) => containsText(name, q))
  const found = [...named, ...lists.flatMap(({ data }) => data?.items ?? [])]
  const isAsking = all.isPending || lists.some(({ isPending }) => isPending)
  return (
    <>
      <p role="status" className="muted">
        {isAsking ? t.searching : found.length === 0 ? t.noMatch : t.found(found.length)}
      </p>
      <ul className="plain-list" aria-label={t.results}>
        {found.map((place) => (
          <li key={keyOf(place)}>
            <button type="button" className="found-place" onClick={() => onChoose(place)}>
              <bdi>{place.name}</bdi> <span className="muted">{t.levels[place.level]}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The properties of an entity, and links to its conversions and reports. */
function PlaceFacts({ place }: { place: Place }) {
  const { agencyId, advertiserId, accountId } = place
  const facts: Fact[] = [
    [t.facts.id, place.id],
    [t.facts.status, place.status],
    [t.facts.currency, place.currency],
    [t.facts.customer, place.customerId],
    [t.levels.agency, agencyId],
    [t.levels.advertiser, advertiserId],
    [t.levels.account, accountId],
  ]
  return (
    <section className="card" aria-labelledby="place">
      <h2 id="place">
        <bdi>{place.name}</bdi> <span className="badge">{t.levels[place.level]}</span>
      </h2>
      <Facts facts={facts} />
      {advertiserId !== undefined && (
        <div className="row">
          <Link
            to="/ads/conversions"
            search={{ advertiserId, ...(accountId ? { accountId } : {}) }}
          >
            {t.conversions}
          </Link>
          <Link to="/ads/reports" search={{ advertiserId, ...(accountId ? { accountId } : {}) }}>
            {t.reports}
          </Link>
        </div>
      )}
    </section>
  )
}
