import { formatMoney, formatNumber } from '../../locale/index.ts'

export type Cell = string | number | boolean | readonly string[]

/** Formats a number of a report by the type of its column. */
export function formatMetric(value: number, type: string | undefined, currency?: string): string {
  if (type === 'Money') {
    return currency === undefined
      ? formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      : formatMoney(value, currency)
  }
  if (type === 'Percent') {
    return formatNumber(value, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
  }
  if (type === 'Integer') return formatNumber(value, { maximumFractionDigits: 0 })
  return formatNumber(value, { maximumFractionDigits: 2 })
}

export const formatCell = (
  cell: Cell | undefined,
  type: string | undefined,
  currency?: string,
): string =>
  typeof cell === 'number'
    ? formatMetric(cell, type, currency)
    : Array.isArray(cell)
      ? cell.join(', ')
      : String(cell ?? '')
