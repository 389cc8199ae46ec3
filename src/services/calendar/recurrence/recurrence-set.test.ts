import { describe, expect, it } from 'vitest'
import { compileSeries } from './series.ts'

/** Original starts as instants, or as dates where the start has no time, of a series in Berlin. */
function originalStarts(start: string, lines: readonly string[], limit = 5): string[] {
  return seriesFrom(start, lines)
    .originalStarts({ from: 0, to: Number.POSITIVE_INFINITY, limit })
    .map((originalStart) => shown(originalStart, start))
}

function seriesFrom(start: string, lines: readonly string[]) {
  const wallMs = Temporal.PlainDateTime.from(start).toZonedDateTime('UTC').epochMilliseconds
  return compileSeries(lines, { wallMs, zone: start.includes('T') ? 'Europe/Berlin' : undefined })
}

function shown(originalStart: number, start: string): string {
  const text = Temporal.Instant.fromEpochMilliseconds(originalStart).toString()
  return start.includes('T') ? text : text.replace('T00:00:00Z', '')
}

describe('the start', () => {
  it('is an occurrence even if it does not match the rule', () => {
    expect(originalStarts('2024-01-02T09:00', ['RRULE:FREQ=WEEKLY;BYDAY=MO'], 3)).toEqual([
      '2024-01-02T08:00:00Z',
      '2024-01-08T08:00:00Z',
      '2024-01-15T08:00:00Z',
    ])
  })

  it('fixes the weeks that an interval counts, though it does not match', () => {
    expect(originalStarts('2024-01-02', ['RRULE:FREQ=WEEKLY;BYDAY=MO;INTERVAL=2'], 3)).toEqual([
      '2024-01-02',
      '2024-01-15',
      '2024-01-29',
    ])
  })

  it.each([
    ['2024-01-01', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3', '01 08 15'],
    ['2024-01-02', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3', '02 08 15 22'],
    ['2024-01-02', 'FREQ=WEEKLY;BYDAY=MO;COUNT=1', '02 08'],
    ['2024-01-01', 'FREQ=WEEKLY;BYDAY=TU,TH,SA;COUNT=5', '01 02 04 06 09 11'],
    ['2024-01-02', 'FREQ=WEEKLY;BYDAY=TU,TH,SA;COUNT=5', '02 04 06 09 11'],
    ['2024-01-05', 'FREQ=MONTHLY;BYMONTHDAY=10,20;COUNT=2', '05 10 20'],
    ['2024-01-05', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2,3;COUNT=2', '05 08 15'],
  ])('from %s counts for %s only if the rule yields it', (start, rule, days) => {
    const expected = days.split(' ').map((day) => `2024-01-${day}`)
    expect(originalStarts(start, [`RRULE:${rule}`], 10)).toEqual(expected)
    const last = Temporal.PlainDate.from(expected.at(-1)!).toZonedDateTime('UTC')
    expect(seriesFrom(start, [`RRULE:${rule}`]).lastStart).toBe(last.epochMilliseconds)
  })

  it('at another time than BYHOUR names does not use up the count', () => {
    expect(originalStarts('2024-01-01T08:00', ['RRULE:FREQ=DAILY;BYHOUR=9;COUNT=2'])).toEqual([
      '2024-01-01T07:00:00Z',
      '2024-01-01T08:00:00Z',
      '2024-01-02T08:00:00Z',
    ])
  })

  it('has one instance without lines, and only its dates without a rule', () => {
    expect(originalStarts('2024-01-02', [])).toEqual(['2024-01-02'])
    expect(originalStarts('2024-01-02', ['RDATE;VALUE=DATE:20240105'])).toEqual([
      '2024-01-02',
      '2024-01-05',
    ])
    expect(originalStarts('2024-01-02', ['EXDATE;VALUE=DATE:20240105'])).toEqual(['2024-01-02'])
  })

  it('can be excluded, by date or by rule', () => {
    const rule = 'RRULE:FREQ=DAILY;COUNT=2'
    expect(originalStarts('2024-01-02', [rule, 'EXDATE;VALUE=DATE:20240102'])).toEqual([
      '2024-01-03',
    ])
    expect(originalStarts('2024-01-02', [rule, 'EXRULE:FREQ=WEEKLY'])).toEqual(['2024-01-03'])
  })

  it('remains when the rule ends before it', () => {
    const { lastStart, firstStart } = seriesFrom('2024-01-02', ['RRULE:FREQ=DAILY;UNTIL=20231231'])
    expect(lastStart).toBe(firstStart)
    expect(originalStarts('2024-01-02', ['RRULE:FREQ=DAILY;UNTIL=20231231'])).toEqual([
      '2024-01-02',
    ])
  })
})

describe('UNTIL', () => {
  const lastOf = (start: string, until: string) =>
    originalStarts(start, [`RRULE:FREQ=DAILY;UNTIL=${until}`], 100).at(-1)

  it.each([
    ['includes an occurrence at that instant', '20240603T070000Z', '2024-06-03T07:00:00Z'],
    ['excludes one a second later', '20240603T065959Z', '2024-06-02T07:00:00Z'],
    ['is a time of the zone without a Z', '20240603T090000', '2024-06-03T07:00:00Z'],
    ['is the end of the day without a time', '20240603', '2024-06-03T07:00:00Z'],
  ])('of a timed series %s', (_, until, last) => {
    expect(lastOf('2024-06-01T09:00', until)).toBe(last)
  })

  it.each(['20240603', '20240603T000000Z', '20240603T235959', '20240603T235959Z'])(
    'of a series of whole days is a date: %s',
    (until) => {
      expect(lastOf('2024-06-01', until)).toBe('2024-06-03')
    },
  )

  it('without a time covers the day as the zone has it', () => {
    expect(lastOf('2024-06-01T00:30', '20240603')).toBe('2024-06-02T22:30:00Z')
    expect(lastOf('2024-06-01T23:30', '20240603')).toBe('2024-06-03T21:30:00Z')
  })

  it('bounds the last original start', () => {
    const { lastStart } = seriesFrom('2024-06-01T09:00', [
      'RRULE:FREQ=DAILY;UNTIL=20240603T120000Z',
    ])
    expect(lastStart).toBe(Temporal.Instant.from('2024-06-03T12:00Z').epochMilliseconds)
  })
})

describe('EXDATE', () => {
  const rule = 'RRULE:FREQ=DAILY;COUNT=3'

  it.each([
    'EXDATE;TZID=Europe/Berlin:20240102T090000',
    'EXDATE;TZID="America/New_York":20240102T030000',
    'EXDATE:20240102T080000Z',
    'EXDATE:20240102T090000',
    'EXDATE;VALUE=DATE-TIME:20240102T080000Z',
    'EXDATE;TZID=Europe/Berlin:20240102T080000Z',
    'EXDATE;VALUE=DATE:20240102',
    'EXDATE:20240102',
    'exdate;tzid=Europe/Berlin;x-note=1:20240102t090000',
    'EXDATE:20231224T080000Z,20240102T080000Z,20250101T080000Z',
  ])('takes an occurrence out of a timed series: %s', (line) => {
    expect(originalStarts('2024-01-01T09:00', [rule, line])).toEqual([
      '2024-01-01T08:00:00Z',
      '2024-01-03T08:00:00Z',
    ])
  })

  it.each([
    'EXDATE;VALUE=DATE:20240102',
    'EXDATE:20240102T000000Z',
    'EXDATE;TZID=Asia/Tokyo:20240102T230000',
  ])('takes a day out of a series of whole days: %s', (line) => {
    expect(originalStarts('2024-01-01', [rule, line])).toEqual(['2024-01-01', '2024-01-03'])
  })

  it('without a time excludes all occurrences of that day in the zone of the series', () => {
    const lines = ['RRULE:FREQ=DAILY;BYHOUR=0,12,23;COUNT=9', 'EXDATE;VALUE=DATE:20240102']
    expect(originalStarts('2024-01-01T00:00', lines, 9)).toEqual([
      '2023-12-31T23:00:00Z',
      '2024-01-01T11:00:00Z',
      '2024-01-01T22:00:00Z',
      '2024-01-02T23:00:00Z',
      '2024-01-03T11:00:00Z',
      '2024-01-03T22:00:00Z',
    ])
  })

  it('without a match has no effect, and what it removes still counts', () => {
    const lines = [rule, 'EXDATE:20240102T080001Z', 'EXDATE:20240103T080000Z']
    expect(originalStarts('2024-01-01T09:00', lines)).toEqual([
      '2024-01-01T08:00:00Z',
      '2024-01-02T08:00:00Z',
    ])
  })

  it('leaves room for later original starts within a limit', () => {
    const lines = ['RRULE:FREQ=DAILY', 'EXDATE;VALUE=DATE:20240102,20240103']
    expect(originalStarts('2024-01-01', lines, 3)).toEqual([
      '2024-01-01',
      '2024-01-04',
      '2024-01-05',
    ])
  })
})

describe('RDATE', () => {
  it.each([
    'RDATE;TZID=Europe/Berlin:20240105T120000',
    'RDATE:20240105T110000Z',
    'RDATE:20240105T120000',
    'RDATE;VALUE=PERIOD:20240105T110000Z/PT1H',
    'RDATE;TZID=Asia/Tokyo;VALUE=PERIOD:20240105T200000/20240105T210000',
  ])('adds an occurrence to a timed series: %s', (line) => {
    expect(originalStarts('2024-01-01T09:00', ['RRULE:FREQ=DAILY;COUNT=2', line])).toEqual([
      '2024-01-01T08:00:00Z',
      '2024-01-02T08:00:00Z',
      '2024-01-05T11:00:00Z',
    ])
  })

  it('without a time means the time of day of the start', () => {
    expect(originalStarts('2024-01-01T09:00', ['RDATE;VALUE=DATE:20240701'])).toEqual([
      '2024-01-01T08:00:00Z',
      '2024-07-01T07:00:00Z',
    ])
  })

  it('counts an RDATE that repeats an occurrence once', () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=2', 'RDATE;VALUE=DATE:20240101,20240102,20240102']
    expect(originalStarts('2024-01-01', lines)).toEqual(['2024-01-01', '2024-01-02'])
  })

  it('adds an occurrence before the start, which moves the beginning of the series', () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=2', 'RDATE;VALUE=DATE:20231224,20231220']
    const series = seriesFrom('2024-01-01', lines)
    expect(originalStarts('2024-01-01', lines)).toEqual([
      '2023-12-20',
      '2023-12-24',
      '2024-01-01',
      '2024-01-02',
    ])
    expect(shown(series.firstStart, '2024-01-01')).toBe('2023-12-20')
    expect(series.hasOriginalStart(series.firstStart)).toBe(true)
    const before = { from: 0, to: Date.UTC(2023, 11, 25), limit: 9 }
    expect(series.originalStarts(before)).toEqual([Date.UTC(2023, 11, 20), Date.UTC(2023, 11, 24)])
  })

  it('is removed by an exclusion, and moves the end of the series', () => {
    const lines = ['RDATE;VALUE=DATE:20240105,20240107', 'EXDATE;VALUE=DATE:20240105']
    const series = seriesFrom('2024-01-01', lines)
    expect(originalStarts('2024-01-01', lines)).toEqual(['2024-01-01', '2024-01-07'])
    expect(shown(series.lastStart!, '2024-01-01')).toBe('2024-01-07')
  })
})

describe('several rules', () => {
  it('are joined, and each counts for itself', () => {
    const lines = [
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'RRULE:FREQ=DAILY;INTERVAL=7;COUNT=2',
      'RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2',
    ]
    expect(originalStarts('2024-01-01', lines, 10)).toEqual([
      '2024-01-01',
      '2024-01-05',
      '2024-01-08',
      '2024-01-12',
      '2024-01-15',
    ])
  })

  it('of exceptions exclude what the others add', () => {
    const lines = [
      'RRULE:FREQ=DAILY',
      'EXRULE:FREQ=WEEKLY;BYDAY=SA,SU',
      'EXRULE:FREQ=MONTHLY;BYMONTHDAY=8',
    ]
    expect(originalStarts('2024-01-05', lines, 4)).toEqual([
      '2024-01-05',
      '2024-01-09',
      '2024-01-10',
      '2024-01-11',
    ])
  })

  it('of exceptions count only what they match', () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=10', 'EXRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=1']
    expect(originalStarts('2024-01-07', lines, 10)).not.toContain('2024-01-08')
    expect(originalStarts('2024-01-07', lines, 10)).toContain('2024-01-15')
  })

  it('have no common end when one of them has none', () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=3', 'RRULE:FREQ=YEARLY']
    expect(seriesFrom('2024-01-01', lines).lastStart).toBeUndefined()
  })
})

describe('a change of the clock', () => {
  it('leaves the time on the wall and moves the instant', () => {
    expect(originalStarts('2024-03-24T09:00', ['RRULE:FREQ=WEEKLY;COUNT=2'])).toEqual([
      '2024-03-24T08:00:00Z',
      '2024-03-31T07:00:00Z',
    ])
  })

  it('shifts an occurrence that falls into the gap, and only that one', () => {
    expect(originalStarts('2024-03-30T02:30', ['RRULE:FREQ=DAILY;COUNT=3'])).toEqual([
      '2024-03-30T01:30:00Z',
      '2024-03-31T01:30:00Z',
      '2024-04-01T00:30:00Z',
    ])
  })

  it('lets two times of day fall together, and puts shifted ones in order', () => {
    const lines = ['RRULE:FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30']
    expect(originalStarts('2024-03-31T02:00', lines, 3)).toEqual([
      '2024-03-31T01:00:00Z',
      '2024-03-31T01:30:00Z',
      '2024-04-01T00:00:00Z',
    ])
  })

  it('makes the last original start the latest one, not that of the last time on the wall', () => {
    const lines = ['RRULE:FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,45;COUNT=5']
    const found = originalStarts('2024-03-31T01:00', lines)
    expect(found.at(-1)).toBe('2024-03-31T01:45:00Z')
    expect(shown(seriesFrom('2024-03-31T01:00', lines).lastStart!, 'T')).toBe(found.at(-1))
  })

  it('maps an ambiguous local time to the first instant', () => {
    const series = seriesFrom('2024-10-26T02:30', ['RRULE:FREQ=DAILY'])
    const first = Temporal.Instant.from('2024-10-27T00:30Z').epochMilliseconds
    expect(series.hasOriginalStart(first)).toBe(true)
    expect(series.hasOriginalStart(first + 3_600_000)).toBe(false)
  })
})

describe('BYHOUR, BYMINUTE and BYSECOND', () => {
  it('are ignored if days are whole', () => {
    expect(
      originalStarts('2024-01-01', ['RRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30;COUNT=2']),
    ).toEqual(['2024-01-01', '2024-01-02'])
  })

  it('leave the fraction of a second alone', () => {
    expect(
      originalStarts('2024-01-01T09:00:00.250', ['RRULE:FREQ=DAILY;BYHOUR=9,10;COUNT=2']),
    ).toEqual(['2024-01-01T08:00:00.25Z', '2024-01-01T09:00:00.25Z'])
  })
})
