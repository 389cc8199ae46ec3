import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/admin.ts'
import { Table } from '../../ui/index.ts'

export interface AuditEntry {
  readonly number: string
  readonly time: string
  readonly action: string
  readonly outcome: 'success' | 'refused' | 'failed'
  readonly reason?: string
  readonly actor: { readonly type: string; readonly id?: string; readonly name?: string }
  readonly object?: string
  readonly clientId?: string
  readonly address?: string
  readonly count: number
  readonly details?: Readonly<Record<string, unknown>>
}

const actorNames: Readonly<Record<string, string>> = t.actors

/** Entries of the audit log, newest first. */
export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <Table
    label={t.auditLog}
    columns={[t.time, t.actor, t.action, t.object, t.outcome, t.origin, t.details]}
  >
    {entries.map((entry) => (
      <tr key={entry.number}>
        <td className="nowrap">
          <time dateTime={entry.time}>{formatMoment(entry.time, 'exact')}</time>
        </td>
        <td>
          <bdi>{actorText(entry.actor)}</bdi>
        </td>
        <th scope="row">
          <code>{entry.action}</code>
        </th>
        <td className="audit-object">
          <bdi>{entry.object}</bdi>
        </td>
        <td className="nowrap">{outcomeText(entry)}</td>
        <td>
          {entry.clientId}
          {entry.address !== undefined && <span className="muted block">{entry.address}</span>}
        </td>
        <td className="wrapped">
          {entry.details && (
            <details>
              <summary>{t.showDetails}</summary>
              <code>{JSON.stringify(entry.details, null, 1)}</code>
            </details>
          )}
        </td>
      </tr>
    ))}
  </Table>
)

function actorText({ type, id, name }: AuditEntry['actor']): string {
  const kind = actorNames[type]
  const who = name ?? id
  if (kind === undefined) return who ?? type
  return who === undefined ? kind : `${kind}: ${who}`
}

function outcomeText({ outcome, reason, count }: AuditEntry): string {
  const words = t.outcomes[outcome] + (reason === undefined ? '' : `: ${reason}`)
  return count > 1 ? t.times(words, count) : words
}
