import { dateFormat, formatMoney, formatNumber, useTimeZone } from '../../locale/index.ts'
import { EmptyState, Table } from '../../ui/index.ts'
import type { Conversion } from './conversions.ts'

export function ConversionTable({ rows }: { rows: readonly Conversion[] }) {
  const timeZone = useTimeZone()
  if (rows.length === 0) {
    return <EmptyState title="There are none.">Take other days, or upload a file.</EmptyState>
  }
  const format = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <Table
      label="Conversions"
      columns={[
        'Time',
        'Id',
        'Activity',
        'Type',
        'State',
        { label: 'Quantity', kind: 'number' },
        { label: 'Revenue', kind: 'number' },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.dsConversionId ?? `${row.conversionId} ${row.conversionTimestamp}`}>
          <td className="nowrap">{format.format(Number(row.conversionTimestamp))}</td>
          <th scope="row">
            <bdi>{row.conversionId}</bdi>
          </th>
          <td>
            <bdi>{row.segmentationName}</bdi>
          </td>
          <td>{row.type}</td>
          <td>{row.state}</td>
          <td className="number">
            {row.quantityMillis !== undefined && formatNumber(Number(row.quantityMillis) / 1000)}
          </td>
          <td className="number nowrap">{revenueOf(row)}</td>
        </tr>
      ))}
    </Table>
  )
}

function revenueOf({ revenueMicros, currencyCode }: Conversion): string {
  if (revenueMicros === undefined) return ''
  const amount = Number(revenueMicros) / 1_000_000
  return currencyCode === undefined ? formatNumber(amount) : formatMoney(amount, currencyCode)
}
