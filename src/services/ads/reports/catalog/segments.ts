import { attributes } from './attributes.ts'
import type { ColumnType, Home } from './column.ts'

/** The dimensions that metrics can be split by; several columns can show the same one. */
export type SegmentKey =
  | 'date'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year'
  | 'device'
  | 'activity'
  | 'activityGroup'
  | 'ad'
  | 'feedItem'
  | 'account'
  | 'campaign'
  | 'adGroup'
  | 'keyword'

const periods = ['date', 'week', 'month', 'quarter', 'year'] as const
export type Period = (typeof periods)[number]

interface Segment {
  readonly key: SegmentKey
  readonly type: ColumnType
  readonly about: string
  /** Shows the last day of a period instead of the first. */
  readonly isEnd?: true
}

type Entry = readonly [name: string, segment: Segment]

const period = (name: string, key: Period, about: string, isEnd?: true): Entry => [
  name,
  { key, type: 'Date', about, ...(isEnd && { isEnd }) },
]

const ofPeriods: readonly Entry[] = [
  period('date', 'date', 'The day.'),
  ...(['week', 'month', 'quarter', 'year'] as const).flatMap((key) => [
    period(`${key}Start`, key, `The first day of the ${key}.`),
    period(`${key}End`, key, `The last day of the ${key}.`, true),
  ]),
]

const keyOfHome: Partial<Record<Home, SegmentKey>> = {
  ad: 'ad',
  feedItem: 'feedItem',
  account: 'account',
  campaign: 'campaign',
  adGroup: 'adGroup',
  keyword: 'keyword',
}

/** The segment of a column, if metrics can be split by it. */
export function segmentOf(name: string): Segment | undefined {
  const existing = named.get(name)
  if (existing !== undefined) return existing
  const facts = attributes.get(name)
  if (facts === undefined || !('home' in facts.source)) return undefined
  const key = keyOfHome[facts.source.home]
  return key === undefined ? undefined : { key, type: facts.type, about: facts.about }
}

const ofAttribute = (name: string, key: SegmentKey): Entry => {
  const { type, about } = attributes.get(name)!
  return [name, { key, type, about }]
}

const named: ReadonlyMap<string, Segment> = new Map([
  ...ofPeriods,
  ofAttribute('deviceSegment', 'device'),
  ...['floodlightGroup', 'floodlightGroupId', 'floodlightGroupTag'].map((name) =>
    ofAttribute(name, 'activityGroup'),
  ),
  ...['floodlightActivity', 'floodlightActivityId', 'floodlightActivityTag'].map((name) =>
    ofAttribute(name, 'activity'),
  ),
])

export const isPeriod = (key: string): key is Period => periods.some((period) => period === key)
