/** One measured number, what it must not exceed or fall below, and what we are after. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: 'times' | 'ms' | 'per second' | 'us' | 'MB/s' | 'MB'
  readonly bounds?: Bounds
  /** What the number was made from. */
  readonly detail: string
}

export interface Bounds {
  readonly better: 'lower' | 'higher'
  readonly floor: number
  readonly aim?: number
}

const digits: Readonly<Record<Figure['unit'], number>> = {
  times: 2,
  ms: 0,
  'per second': 0,
  us: 1,
  'MB/s': 0,
  MB: 0,
}

/** The cells of one line of the table. */
export function figureCells({ name, value, unit, bounds, detail }: Figure): string[] {
  return [
    name,
    `${value.toFixed(digits[unit])} ${unit}`,
    bounds === undefined ? '' : limit(bounds, bounds.floor),
    bounds?.aim === undefined ? '' : limit(bounds, bounds.aim),
    bounds === undefined ? 'informative' : verdict(value, bounds),
    detail,
  ]
}

export const figureHeads = ['figure', 'measured', 'floor', 'aim', 'reached', 'made from']

const limit = ({ better }: Bounds, value: number) => `${better === 'lower' ? '≤' : '≥'} ${value}`

function verdict(value: number, { better, floor, aim }: Bounds): string {
  const reaches = (bound: number) => (better === 'lower' ? value <= bound : value >= bound)
  if (!reaches(floor)) return 'NO'
  return aim === undefined || reaches(aim) ? 'yes' : 'floor'
}
