import { Table } from '../../ui/index.ts'
import { type ApiDocument, resolved, type Schema, typeWords } from './openapi.ts'

interface SchemaTableProps {
  readonly document: ApiDocument
  readonly title: string
  readonly schema: Schema | undefined
}

/** The fields of what is sent or answered. */
export function SchemaTable({ document, title, schema }: SchemaTableProps) {
  if (schema === undefined) return null
  const { name = '', schema: shown } = resolved(document, schema)
  const fields = Object.entries(shown.properties ?? {})
  if (fields.length === 0) return null
  return (
    <details>
      <summary>
        {title}: {name}
      </summary>
      <Table label={`${title}: ${name}`} columns={['Field', 'Type', 'Meaning']}>
        {fields.map(([field, of]) => (
          <tr key={field}>
            <th scope="row">
              <code>{field}</code>
            </th>
            <td>{typeWords(of)}</td>
            <td>
              {of.readOnly && <span className="badge">Given by the server</span>} {of.description}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  )
}
