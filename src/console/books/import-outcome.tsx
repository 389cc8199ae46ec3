import { formatNumber } from '../locale/index.ts'
import { Table } from '../ui/index.ts'

export interface Imported {
  readonly format: string
  readonly shelved: number
  readonly added: number
  readonly known: number
  readonly unknown: number
  readonly skipped: number
  readonly problems?: readonly { readonly line?: number; title?: string; reason: string }[]
}

const counts = [
  ['shelved', 'put on shelves'],
  ['known', 'known to the catalogue'],
  ['added', 'added to the catalogue'],
  ['unknown', 'unknown to the catalogue'],
  ['skipped', 'left out'],
] as const

/** What became of an import, with every row that could not be read. */
export function ImportOutcome({ outcome }: { outcome: Imported }) {
  const { problems = [] } = outcome
  return (
    <section className="stack" aria-labelledby="import-outcome">
      <h2 id="import-outcome">What was imported</h2>
      <div role="status">
        <ul className="import-counts plain-list">
          {counts.map(([name, words]) => (
            <li key={name}>
              <strong>{formatNumber(outcome[name])}</strong> {words}
            </li>
          ))}
        </ul>
      </div>
      {problems.length > 0 && (
        <Table label="Rows with problems" columns={['Line', 'Title', 'Problem']}>
          {problems.map(({ line, title, reason }, index) => (
            <tr key={index}>
              <td>{line === undefined ? '' : formatNumber(line)}</td>
              <td>
                <bdi>{title}</bdi>
              </td>
              <td>{reason}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
