import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState, Field, Outcome, Page, useDebounced } from '../../ui/index.ts'
import { AdsNavigation } from '../ads-navigation.tsx'
import { agencies, type Place } from '../entities.ts'
import { FoundPlaces } from './found-places.tsx'
import { PlaceFacts } from './place-facts.tsx'
import { PlaceTree } from './place-tree.tsx'

/** Everything that can be advertised with, from agencies down to keywords. */
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
