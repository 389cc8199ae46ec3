import { momentMs } from '../../locale/index.ts'

const width = 300
const height = 80

/** A point in time with values, some of which may be unknown. */
export interface Moment {
  readonly time: string
  readonly values: readonly (number | undefined)[]
}

export const graphSize = { width, height }

/** The largest value of all lines; at least 1, so that a line of zeros is at the bottom. */
export const largestOf = (moments: readonly Moment[]): number =>
  Math.max(1, ...moments.flatMap(({ values }) => values.map((value) => value ?? 0)))

/** The `points` of the polylines of one value, which are interrupted where it is unknown. */
export function linesOf(moments: readonly Moment[], index: number): string[] {
  const times = moments.map(({ time }) => momentMs(time))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const largest = largestOf(moments)
  const lines: string[][] = [[]]
  for (const [at, { values }] of moments.entries()) {
    const value = values[index]
    if (value === undefined) {
      lines.push([])
      continue
    }
    const x = last === first ? width : ((times[at]! - first) / (last - first)) * width
    const y = height - (value / largest) * height
    lines.at(-1)!.push(`${round(x)},${round(y)}`)
  }
  // A single point is drawn as a short line.
  return lines
    .filter((points) => points.length > 0)
    .map((points) =>
      (points.length === 1 ? [shiftedPoint(points[0]!), ...points] : points).join(' '),
    )
}

const round = (value: number): number => Math.round(value * 10) / 10

function shiftedPoint(point: string): string {
  const [x, y] = point.split(',')
  return `${Math.max(0, Number(x) - 3)},${y}`
}

/** The moment at a share of the width of a graph. */
export function momentAt<M extends Moment>(moments: readonly M[], share: number): M | undefined {
  const times = moments.map(({ time }) => momentMs(time))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const targetMs = first + (last - first) * share
  const distance = (at: number) => Math.abs(times[at]! - targetMs)
  let nearest = 0
  for (let at = 1; at < times.length; at++) if (distance(at) < distance(nearest)) nearest = at
  return moments[nearest]
}
