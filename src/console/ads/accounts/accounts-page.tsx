import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { EmptyState, Field, Outcome, Page, useDebounced } from '../../ui/index.ts'
import { AdsNavigation } from '../ads-navigation.tsx'
import { advertisers, agencies, foundBelow, keyOf, levelNames, type Place } from '../entities.ts'
import { PlaceTree } from './place-tree.tsx'

/** The tree of agencies, advertisers, accounts and so on, down to keywords. */
export function AccountsPage() {
  const all = useQuery(agencies)
  const [chosen, setChosen] = useState<Place>()
  const [text, setText] = useState('')
  const q = useDebounced(text.trim())
  return (
    <Page title="Search ads">
      <AdsNavigation />
      <Outcome of={all}>
        {(roots) =>
          roots.length === 0 ? (
            <EmptyState title="Nothing was granted to you yet.">
              An administrator lets you in with: almanac ads grant your-address --advertiser its-id
            </EmptyState>
          ) : (
            <div className="accounts">
              <div className="stack">
                <Field label="Find by name">
                  {(control) => (
                    <input
                      {...control}
                      type="search"
                      value={text}
                      onChange={(event) => setText(event.target.value)}
                    />
                  )}
                </Field>
                {q === '' ? (
                  <PlaceTree roots={roots} chosen={chosen} onChoose={setChosen} />
                ) : (
                  <FoundPlaces q={q} onChoose={setChosen} />
                )}
              </div>
              {chosen === undefined ? (
                <p className="muted">Choose something to see what is known of it.</p>
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

/** The properties of an entity, and links to its conversions and reports. */
function PlaceFacts({ place }: { place: Place }) {
  const { agencyId, advertiserId, accountId } = place
  const facts = [
    ['Id', place.id],
    ['Status', place.status],
    ['Currency', place.currency],
    ['Customer', place.customerId],
    ['Agency', agencyId],
    ['Advertiser', advertiserId],
    ['Account', accountId],
  ].filter(([, value]) => value !== undefined)
  return (
    <section className="card" aria-labelledby="place">
      <h2 id="place">
        <bdi>{place.name}</bdi> <span className="badge">{levelNames[place.level]}</span>
      </h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {advertiserId !== undefined && (
        <div className="row">
          <Link
            to="/ads/conversions"
            search={{ advertiserId, ...(accountId ? { accountId } : {}) }}
          >
            Conversions
          </Link>
          <Link to="/ads/reports" search={{ advertiserId, ...(accountId ? { accountId } : {}) }}>
            Reports
          </Link>
        </div>
      )}
    </section>
  )
}
