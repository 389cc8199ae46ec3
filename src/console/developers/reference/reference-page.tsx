import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts/developers.ts'
import {
  CopyButton,
  containsText,
  EmptyState,
  Field,
  Outcome,
  Page,
  Table,
  TextField,
} from '../../ui/index.ts'
import { addressInWorld, world } from '../../world.ts'
import { DevelopersNavigation } from '../developers-navigation.tsx'
import { exampleBody } from './example-body.ts'
import {
  type ApiDocument,
  type ApiOperation,
  apiDocument,
  interfaces,
  operationsOf,
  resolvedSchema,
  type Schema,
  typeWords,
} from './openapi.ts'
import { TryIt } from './try-it.tsx'

const route = getRouteApi('/developers/reference')
const first = 'calendar.v3'

/** The reference of all operations of the server. */
export function ReferencePage() {
  const { api: chosen = first } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState('')
  const all = useQuery(interfaces)
  const document = useQuery(apiDocument(chosen))
  return (
    <Page title={t.reference}>
      <DevelopersNavigation />
      <div className="toolbar">
        <Field label={t.api}>
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
        <TextField label={t.findOperation} type="search" value={text} onValue={setText} />
        <a className="button plain" href={`${world.prefix}/openapi/${chosen}.json`} download>
          {t.openApiDocument}
        </a>
      </div>
      <Outcome of={document} lines={8}>
        {(shown) => <Operations key={chosen} document={shown} text={text} />}
      </Outcome>
    </Page>
  )
}

/** The matching operations, which expand to show details and a form to try them. */
function Operations({ document, text }: { document: ApiDocument; text: string }) {
  const shown = operationsOf(document).filter(({ id, summary }) =>
    containsText(`${id} ${summary}`, text),
  )
  return (
    <div className="stack">
      <p role="status" className="muted">
        {t.operationCount(shown.length)}
      </p>
      {shown.length === 0 && <EmptyState title={t.noOperations} />}
      <ul className="operations plain-list">
        {shown.map((operation) => (
          <li key={operation.id}>
            <OneOperation document={document} operation={operation} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function OneOperation(props: { document: ApiDocument; operation: ApiOperation }) {
  const { document, operation } = props
  const { api = first, operation: linked } = route.useSearch()
  const navigate = route.useNavigate()
  const box = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(linked === operation.id)
  const isLinked = useRef(isOpen)
  useEffect(() => {
    if (isLinked.current) box.current?.scrollIntoView({ block: 'start' })
  }, [])
  const toggle = (isOpened: boolean) => {
    if (isOpened === isOpen) return
    setOpen(isOpened)
    const search = isOpened ? { api, operation: operation.id } : { api }
    void navigate({ to: '/developers/reference', search, replace: true, resetScroll: false })
  }
  return (
    <details
      ref={box}
      className="operation"
      open={isOpen}
      onToggle={(event) => toggle(event.currentTarget.open)}
    >
      <summary>
        <span className={`method ${operation.method.toLowerCase()}`}>{operation.method}</span>
        <code>{operation.id}</code>
        <span className="muted">{operation.summary}</span>
      </summary>
      {isOpen && (
        <div className="stack operation-body">
          <div className="row between">
            <code>{operation.path}</code>
            <CopyButton label={t.copyLink} text={linkTo(api, operation)} />
          </div>
          <TryIt operation={operation} example={exampleBody(document, operation)} />
          <SchemaTable document={document} title={t.body} schema={operation.body} />
          <SchemaTable document={document} title={t.response} schema={operation.reply} />
        </div>
      )}
    </details>
  )
}

const linkTo = (api: string, { id }: ApiOperation): string =>
  addressInWorld(`/developers/reference?${new URLSearchParams({ api, operation: id })}`)

interface SchemaTableProps {
  readonly document: ApiDocument
  readonly title: string
  readonly schema: Schema | undefined
}

/** The fields of a request or response body. */
function SchemaTable({ document, title, schema }: SchemaTableProps) {
  if (schema === undefined) return null
  const { name = '', schema: shown } = resolvedSchema(document, schema)
  const fields = Object.entries(shown.properties ?? {})
  if (fields.length === 0) return null
  return (
    <details>
      <summary>{t.schemaTitle(title, name)}</summary>
      <Table label={t.schemaTitle(title, name)} columns={[t.field, t.type, t.meaning]}>
        {fields.map(([field, of]) => (
          <tr key={field}>
            <th scope="row">
              <code>{field}</code>
            </th>
            <td>{typeWords(of)}</td>
            <td>
              {of.readOnly && <span className="badge">{t.readOnly}</span>} {of.description}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  )
}
