import { formatMoment, formatNumber } from '../locale/index.ts'
import { EmptyState, Table } from '../ui/index.ts'

export interface RequestRecord {
  readonly id: string
  readonly time: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly reason?: string
  readonly durationMs: number
  readonly clientId?: string
}

export function RequestTable({ requests }: { requests: readonly RequestRecord[] }) {
  return requests.length === 0 ? (
    <EmptyState title="No such requests.">The server remembers the latest ones only.</EmptyState>
  ) : (
    <Table
      label="Requests"
      columns={['Time', 'Operation', 'Answer', 'Client', { label: 'Took', kind: 'number' }]}
    >
      {requests.map((one) => (
        <tr key={one.id}>
          <td className="nowrap">{formatMoment(one.time, 'exact')}</td>
          <th scope="row">
            <code>
              {one.method} {one.operation}
            </code>
          </th>
          <td className="nowrap">
            <span className={one.status >= 400 ? 'badge alarm' : 'badge'}>{one.status}</span>{' '}
            {one.reason}
          </td>
          <td>{one.clientId}</td>
          <td className="number nowrap">
            {formatNumber(one.durationMs, { maximumFractionDigits: 1 })} ms
          </td>
        </tr>
      ))}
    </Table>
  )
}
