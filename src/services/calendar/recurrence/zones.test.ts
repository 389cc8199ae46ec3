import { describe, expect, it } from 'vitest'
import {
  type BruteForceSeries,
  bruteForceOriginalStarts,
  dayStart,
} from '../../../../tests/support/brute-force-recurrence.ts'
import { compileSeries, type Series } from './series.ts'

const rules = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=DAILY;COUNT=12',
  'FREQ=DAILY;BYDAY=SA,SU',
  'FREQ=DAILY;BYMONTHDAY=1,-1;COUNT=5',
  'FREQ=DAILY;INTERVAL=2;BYMONTH=1,3,10,11,12',
  'FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,30',
  'FREQ=DAILY;BYHOUR=0,23;BYSECOND=59,0;COUNT=9',
  'FREQ=DAILY;BYHOUR=0,2,9;BYMINUTE=15,45;BYSETPOS=-1,2',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
  'FREQ=WEEKLY;BYDAY=MO',
  'FREQ=WEEKLY;BYDAY=MO,SU;INTERVAL=2;WKST=MO',
  'FREQ=WEEKLY;BYDAY=MO,SU;INTERVAL=2;WKST=SU',
  'FREQ=WEEKLY;BYDAY=FR,SA,SU;COUNT=7;WKST=TH',
  'FREQ=WEEKLY;BYMONTH=1,4,12;BYDAY=TU,SA',
  'FREQ=WEEKLY;BYDAY=MO,WE,FR,SU;BYSETPOS=1,-1',
  'FREQ=WEEKLY;BYHOUR=2,14;BYDAY=SU',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;INTERVAL=5',
  'FREQ=MONTHLY;BYMONTHDAY=29,30,31',
  'FREQ=MONTHLY;BYMONTHDAY=-1,-31,1;COUNT=9',
  'FREQ=MONTHLY;BYDAY=1SU,-1SU',
  'FREQ=MONTHLY;BYDAY=5MO,FR',
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,3,-2;INTERVAL=2',
  'FREQ=MONTHLY;BYMONTH=2,11;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYHOUR=0,1,2,3;BYSETPOS=2',
  'FREQ=YEARLY',
  'FREQ=YEARLY;INTERVAL=2;COUNT=3',
  'FREQ=YEARLY;BYMONTH=3,10',
  'FREQ=YEARLY;BYMONTHDAY=31',
  'FREQ=YEARLY;BYDAY=1SU,-1SU',
  'FREQ=YEARLY;BYDAY=20MO,53TH,-53SU',
  'FREQ=YEARLY;BYMONTH=3,11;BYDAY=2SU,1SU',
  'FREQ=YEARLY;BYDAY=SU;BYMONTH=3,10;BYMONTHDAY=25,26,27,28,29,30,31',
  'FREQ=YEARLY;BYYEARDAY=1,60,366,-1,-366',
  'FREQ=YEARLY;BYYEARDAY=59,60,61;BYDAY=MO,TH',
  'FREQ=YEARLY;BYWEEKNO=1,53,-1',
  'FREQ=YEARLY;BYWEEKNO=1,52;BYDAY=MO,SU;WKST=SU',
  'FREQ=YEARLY;BYWEEKNO=-53,10;BYDAY=WE;BYMONTH=1,3',
  'FREQ=YEARLY;BYWEEKNO=9,13;BYMONTHDAY=1,2,28,29,30,31',
  'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=60,-1,366',
  'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
]

/** Each start is near a change of its zone's clock, or of the calendar. */
const starts: readonly [start: string, zone: string | undefined][] = [
  ['2024-03-24T02:30', 'Europe/Berlin'],
  ['2023-11-04T01:30', 'America/New_York'],
  ['2024-04-06T01:45', 'Australia/Lord_Howe'],
  ['1985-12-25T00:05', 'Asia/Kathmandu'],
  ['2011-12-23T09:00', 'Pacific/Apia'],
  ['2017-10-08T00:00', 'America/Sao_Paulo'],
  ['2024-03-10T02:15', 'Africa/Casablanca'],
  ['2024-02-29T23:59:59', 'UTC'],
  ['2024-01-31T00:00', undefined],
]

const spans: Record<string, Temporal.DurationLike> = {
  DAILY: { days: 40 },
  WEEKLY: { weeks: 20 },
  MONTHLY: { months: 14 },
  YEARLY: { years: 3 },
}

const cases = rules.flatMap((rule) => starts.map(([start, zone]) => ({ rule, start, zone })))

describe('a series', () => {
  it.each(cases)(
    'by $rule from $start in $zone has the original starts that brute force finds',
    (one) => {
      const series = { ...one, start: Temporal.PlainDateTime.from(one.start) }
      const first = series.start.toPlainDate()
      const span = spans[/FREQ=(\w+)/.exec(one.rule)![1]!]!
      compare(series, { from: first, to: first.add(span) })
      // Counted series have long ended by then, and have to be empty.
      const later = first.add({ years: 31, months: 1 })
      if (one.rule.includes('COUNT'))
        expect(originalStartsOf(series, { from: later, to: later.add(span) })).toEqual([])
      else compare(series, { from: later, to: later.add(span) })
    },
  )

  it.each([
    ['FREQ=DAILY;COUNT=2000', 2_000],
    // The start of these three is a Saturday in December, which they do not yield or count.
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=1000', 1_001],
    ['FREQ=DAILY;BYHOUR=9,2;INTERVAL=2;BYMONTH=3,4;COUNT=150', 151],
    ['FREQ=WEEKLY;BYMONTH=2,3;BYDAY=MO,SU;INTERVAL=3;COUNT=30', 31],
    ['FREQ=MONTHLY;BYMONTHDAY=31,-2;COUNT=140', 140],
    ['FREQ=YEARLY;BYYEARDAY=366,1;COUNT=9', 9],
  ])('by %s ends where counting one by one ends', (rule, total) => {
    const start = Temporal.PlainDateTime.from('2016-12-31T09:00')
    const series = { rule, start, zone: 'Europe/Berlin' }
    const from = start.toPlainDate()
    const found = bruteForceOriginalStarts(series, { from, to: from.add({ years: 8 }) })
    const { lastStart } = compiled(series)
    expect(found).toHaveLength(total)
    expect(lastStart).toBe(found.at(-1))
    expect(originalStartsOf(series, { from, to: from.add({ years: 50 }) })).toEqual(found)
  })
})

interface Days {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
}

function compare(series: BruteForceSeries, days: Days): void {
  const expected = bruteForceOriginalStarts(series, days)
  expect(originalStartsOf(series, days)).toEqual(expected)
  const whole = compiled(series)
  expect(expected.filter((originalStart) => !whole.hasOriginalStart(originalStart))).toEqual([])
}

function originalStartsOf(series: BruteForceSeries, { from, to }: Days): number[] {
  const window = { from: dayStart(from, series), to: dayStart(to, series), limit: 10_000 }
  return compiled(series).originalStarts(window)
}

function compiled({ rule, start, zone }: BruteForceSeries): Series {
  const wallMs = start.toZonedDateTime('UTC').epochMilliseconds
  return compileSeries([`RRULE:${rule}`], { wallMs, zone })
}
