import { dateFormat, formatMoney, formatNumber, momentMs } from '../../locale/index.ts'

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

export function formatCell(
  cell: Cell | undefined,
  type: string | undefined,
  currency?: string,
): string {
  if (typeof cell === 'number') return formatMetric(cell, type, currency)
  if (Array.isArray(cell)) return cell.join(', ')
  const text = String(cell ?? '')
  return type === 'Date' ? formatDay(text) : text
}

/** A date of the wire in the language of the user. */
export const formatDay = (date: string): string =>
  isDay.test(date)
    ? dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(momentMs(date))
    : date

const isDay = /^\d{4}-\d\d-\d\d$/
