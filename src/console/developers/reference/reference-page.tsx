import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Field, Outcome, Page } from '../../ui/index.ts'
import { world } from '../../world.ts'
import { DevelopersNavigation } from '../developers-navigation.tsx'
import { apiDocument, interfaces } from './openapi.ts'
import { Operations } from './operations.tsx'

const route = getRouteApi('/developers/reference')
const first = 'calendar.v3'

/** Every operation of the server, from the same declarations that it answers by. */
export function ReferencePage() {
  const { api: chosen = first } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState('')
  const all = useQuery(interfaces)
  const document = useQuery(apiDocument(chosen))
  return (
    <Page title="Reference">
      <DevelopersNavigation />
      <div className="toolbar">
        <Field label="Interface">
          {(control) => (
            <select
              {...control}
              value={chosen}
              onChange={(event) =>
                void navigate({ to: '/developers/reference', search: { api: event.target.value } })
              }
            >
              {(all.data ?? []).map(({ name, version, title }) => (
                <option key={name} value={`${name}.${version}`}>
                  {title} {version}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Find an operation">
          {(control) => (
            <input
              {...control}
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <a className="button plain" href={`${world.prefix}/openapi/${chosen}.json`} download>
          OpenAPI document
        </a>
      </div>
      <Outcome of={document} lines={8}>
        {(shown) => <Operations key={chosen} document={shown} text={text} />}
      </Outcome>
    </Page>
  )
}
