import type { VolumeSeries } from '../../domain/volume-record.ts'
import { line } from './text.ts'

/** A title followed by its series: `The Two Towers (The Lord of the Rings, #2)`. */
export function titleAndSeries(text: string | undefined): {
  readonly title: string | undefined
  readonly series: readonly VolumeSeries[]
} {
  const whole = line(text)
  const open = whole === undefined ? -1 : opening(whole)
  if (whole === undefined || open < 1) return { title: whole, series: [] }
  const series = whole
    .slice(open + 1, -1)
    .split(';')
    .map(seriesOf)
  const isSeries = series.every((each) => each !== undefined)
  return isSeries
    ? { title: whole.slice(0, open).trimEnd(), series: series as VolumeSeries[] }
    : { title: whole, series: [] }
}

/** The start of the parentheses at the end of a text. */
function opening(text: string): number {
  if (!text.endsWith(')')) return -1
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++
    else if (text[at] === '(' && --depth === 0) return at
  }
  return -1
}

function seriesOf(text: string): VolumeSeries | undefined {
  const mark = text.lastIndexOf('#')
  const title = line(text.slice(0, Math.max(mark, 0)))?.replace(/[\s,:]+$/, '')
  const number = line(text.slice(mark + 1))
  return mark < 1 || !title || number === undefined ? undefined : { title, number }
}
