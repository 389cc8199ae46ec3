import { formatNumber } from '../../locale/index.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes, given as text, in the largest suitable unit. */
export function bytesWords(text: string): string {
  const bytes = Number(text)
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: units[power]!,
    maximumFractionDigits: 1,
  })
}
