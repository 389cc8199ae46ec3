import { useState } from 'react'
import { EmptyState } from '../../ui/index.ts'
import { type ApiDocument, type ApiOperation, operationsOf } from './openapi.ts'
import { SchemaTable } from './schema-table.tsx'
import { TryIt } from './try-it.tsx'

/** The operations that match, each of which opens to say more and to be tried. */
export function Operations({ document, text }: { document: ApiDocument; text: string }) {
  const wanted = text.trim().toLowerCase()
  const shown = operationsOf(document).filter(({ id, summary }) =>
    `${id} ${summary}`.toLowerCase().includes(wanted),
  )
  return (
    <div className="stack">
      <p role="status" className="muted">
        {shown.length === 1 ? '1 operation' : `${shown.length} operations`}
      </p>
      {shown.length === 0 && <EmptyState title="No operation has such a name." />}
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
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="operation"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={`method ${operation.method.toLowerCase()}`}>{operation.method}</span>
        <code>{operation.id}</code>
        <span className="muted">{operation.summary}</span>
      </summary>
      {isOpen && (
        <div className="stack operation-body">
          <p>
            <code>{operation.path}</code>
          </p>
          <TryIt operation={operation} />
          <SchemaTable document={document} title="Body" schema={operation.body} />
          <SchemaTable document={document} title="Answer" schema={operation.reply} />
        </div>
      )}
    </details>
  )
}
