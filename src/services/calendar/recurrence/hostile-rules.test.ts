import { describe, expect, it } from 'vitest'
import { compileSeries } from './series.ts'

// Each of these ends after a bounded amount of work. Without its bound, a test here does not end.

const start = {
  wallMs: Temporal.Instant.from('2024-01-02T09:00Z').epochMilliseconds,
  zone: 'Europe/Berlin',
}
const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, limit: 730 }
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number).join(',')
const repeated = (line: string) => Array<string>(9).fill(line)

describe('a rule that never matches', () => {
  it.each([
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=4,6,9,11;BYMONTHDAY=31',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30,31,-30',
    'FREQ=DAILY;INTERVAL=5;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
    'FREQ=DAILY;INTERVAL=146097;BYMONTHDAY=13',
    'FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2',
    'FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;BYSETPOS=2',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTH=5',
    'FREQ=YEARLY;BYYEARDAY=1;BYMONTH=12',
    'FREQ=YEARLY;INTERVAL=2;BYYEARDAY=-366;BYMONTHDAY=2',
    'FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1',
    'FREQ=YEARLY;BYDAY=MO;BYSETPOS=54',
    'FREQ=YEARLY;INTERVAL=999999999;BYMONTHDAY=1;BYMONTH=1',
    'FREQ=DAILY;BYHOUR=9;BYSETPOS=2',
  ])('leaves the start alone: %s', (rule) => {
    const series = compileSeries([`RRULE:${rule}`], start)
    expect(series.originalStarts(always)).toEqual([series.firstStart])
    expect(series.lastStart).toBe(series.firstStart)
  })

  it('leaves the start alone when it is to be counted', () => {
    const series = compileSeries(['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5'], start)
    expect(series.originalStarts(always)).toEqual([series.firstStart])
    expect(series.lastStart).toBe(series.firstStart)
  })
})

describe('a rule that rarely matches', () => {
  it.each(['FREQ=YEARLY', 'FREQ=MONTHLY', 'FREQ=DAILY', 'FREQ=DAILY;INTERVAL=2'])(
    'is followed to the next Sunday that is a leap day: %s',
    (frequency) => {
      const line = `RRULE:${frequency};BYMONTH=2;BYMONTHDAY=29;BYDAY=SU`
      const [, ...dates] = compileSeries([line], start)
        .originalStarts({ ...always, limit: 4 })
        .map((originalStart) =>
          Temporal.Instant.fromEpochMilliseconds(originalStart).toString().slice(0, 10),
        )
      const all = ['2032-02-29', '2060-02-29', '2088-02-29']
      // The others are an odd number of days from the start.
      const everySecond = ['2032-02-29', '2088-02-29', '2156-02-29']
      expect(dates).toEqual(frequency.includes('INTERVAL') ? everySecond : all)
    },
  )

  it('is found in a window at any distance', () => {
    const series = compileSeries(['RRULE:FREQ=DAILY;INTERVAL=3;BYMONTH=12;BYMONTHDAY=31'], start)
    const from = Temporal.Instant.from('9990-01-01T00:00Z').epochMilliseconds
    const found = series.originalStarts({ ...always, from })
    expect(found.length).toBeGreaterThan(1)
    expect(found.every((originalStart) => series.hasOriginalStart(originalStart))).toBe(true)
  })
})

describe('a rule that counts very far', () => {
  it.each([
    ['FREQ=DAILY;COUNT=1000000', '4761-11-28'],
    ['FREQ=DAILY;BYMONTH=1;BYDAY=TU;COUNT=30000', '8795-01-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=2,31;COUNT=150000', '9918-09-02'],
    ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=1000000', '4761-11-28'],
  ])('knows its last day: %s', (rule, date) => {
    const series = compileSeries([`RRULE:${rule}`], start)
    const last = Temporal.Instant.fromEpochMilliseconds(series.lastStart!)
    expect(last.toString().slice(0, 10)).toBe(date)
    expect(series.hasOriginalStart(series.lastStart!)).toBe(true)
    expect(series.originalStarts({ ...always, from: series.lastStart! })).toEqual([
      series.lastStart,
    ])
  })

  it('ends with the supported range of years if that is earlier', () => {
    const series = compileSeries(['RRULE:FREQ=MONTHLY;COUNT=1000000'], start)
    const from = Temporal.Instant.from('9999-11-15T00:00Z').epochMilliseconds
    const december = Temporal.Instant.from('9999-12-02T08:00Z').epochMilliseconds
    expect(series.originalStarts({ ...always, from })).toEqual([december])
    expect(series.lastStart).toBeGreaterThanOrEqual(december)
  })

  it('is rejected when counting would be too much work', () => {
    const line = 'RRULE:FREQ=DAILY;INTERVAL=2;BYDAY=MO;BYMONTHDAY=1;COUNT=1000000'
    expect(() => compileSeries(repeated(line), start)).toThrow('Invalid recurrence rule.')
  })
})

describe('exceptions that leave nothing', () => {
  it('have no instances, and the search for more ends', () => {
    const series = compileSeries(['RRULE:FREQ=DAILY', 'EXRULE:FREQ=DAILY'], start)
    expect(series.originalStarts(always)).toEqual([])
    expect(series.hasOriginalStart(series.firstStart)).toBe(false)
  })

  it('do so when there are many of them', () => {
    const rules = repeated('EXRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=10')
    const series = compileSeries(['RRULE:FREQ=DAILY;BYHOUR=9,10', ...rules], start)
    expect(series.originalStarts({ ...always, limit: 3 })).toHaveLength(3)
  })
})

describe('a rule with very many occurrences', () => {
  const everyMinute = `BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)}`

  it('is expanded only as far as the limit reaches', () => {
    const rule = `RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${everyMinute}`
    const found = compileSeries([rule], start).originalStarts(always)
    expect(found).toHaveLength(730)
    expect(found.at(-1)! - found[0]!).toBe(729 * 60_000)
  })

  it('may choose from all of them', () => {
    const rule = `RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31;${everyMinute};BYSETPOS=-1`
    const [, last] = compileSeries([rule], start).originalStarts(always)
    expect(Temporal.Instant.fromEpochMilliseconds(last!).toString()).toBe('2024-12-31T22:59:00Z')
  })

  it('lets a skipped day fall together with the next', () => {
    const wallMs = Temporal.Instant.from('2011-12-29T00:00Z').epochMilliseconds
    const rule = `RRULE:FREQ=DAILY;${everyMinute};COUNT=${3 * 1_440}`
    const series = compileSeries([rule], { wallMs, zone: 'Pacific/Apia' })
    const found = series.originalStarts({ ...always, limit: 10_000 })
    expect(found).toHaveLength(2 * 1_440)
    expect(found.at(-1)).toBe(series.lastStart)
  })
})
