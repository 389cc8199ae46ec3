import { describe, expect, it } from 'vitest'
import { compileSeries } from './series.ts'

const zone = 'America/New_York'

interface Example {
  readonly name: string
  readonly start: string
  readonly lines: readonly string[]
  /** The dates; where a series goes on, its first ones. */
  readonly dates: string
  readonly goesOn?: true
}

/** The examples of RFC 5545, section 3.8.5.3, that repeat by the day or more slowly. */
const examples: readonly Example[] = [
  {
    name: 'daily, ten times',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=DAILY;COUNT=10'],
    dates: '1997-09: 2 3 4 5 6 7 8 9 10 11',
  },
  {
    name: 'daily until a day',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=DAILY;UNTIL=19971224T000000Z'],
    dates: '1997-09: 2-30 / 1997-10: 1-31 / 1997-11: 1-30 / 1997-12: 1-23',
  },
  {
    name: 'every other day',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=DAILY;INTERVAL=2'],
    dates:
      '1997-09: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 / 1997-10: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 / 1997-11: 1 3',
    goesOn: true,
  },
  {
    name: 'every ten days, five times',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=DAILY;INTERVAL=10;COUNT=5'],
    dates: '1997-09: 2 12 22 / 1997-10: 2 12',
  },
  {
    name: 'every day of January for three years, as a yearly rule',
    start: '1998-01-01',
    lines: ['RRULE:FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA'],
    dates: '1998-01: 1-31 / 1999-01: 1-31 / 2000-01: 1-31',
  },
  {
    name: 'every day of January for three years, as a daily rule',
    start: '1998-01-01',
    lines: ['RRULE:FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1'],
    dates: '1998-01: 1-31 / 1999-01: 1-31 / 2000-01: 1-31',
  },
  {
    name: 'weekly, ten times',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=WEEKLY;COUNT=10'],
    dates: '1997-09: 2 9 16 23 30 / 1997-10: 7 14 21 28 / 1997-11: 4',
  },
  {
    name: 'weekly until a day',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=WEEKLY;UNTIL=19971224T000000Z'],
    dates: '1997-09: 2 9 16 23 30 / 1997-10: 7 14 21 28 / 1997-11: 4 11 18 25 / 1997-12: 2 9 16 23',
  },
  {
    name: 'every other week',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU'],
    dates:
      '1997-09: 2 16 30 / 1997-10: 14 28 / 1997-11: 11 25 / 1997-12: 9 23 / 1998-01: 6 20 / 1998-02: 3 17',
    goesOn: true,
  },
  {
    name: 'two days a week for five weeks, with an end',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH'],
    dates: '1997-09: 2 4 9 11 16 18 23 25 30 / 1997-10: 2',
  },
  {
    name: 'two days a week for five weeks, counted',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH'],
    dates: '1997-09: 2 4 9 11 16 18 23 25 30 / 1997-10: 2',
  },
  {
    name: 'three days of every other week',
    start: '1997-09-01',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR'],
    dates:
      '1997-09: 1 3 5 15 17 19 29 / 1997-10: 1 3 13 15 17 27 29 31 / 1997-11: 10 12 14 24 26 28 / 1997-12: 8 10 12 22',
  },
  {
    name: 'two days of every other week, eight times',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH'],
    dates: '1997-09: 2 4 16 18 30 / 1997-10: 2 14 16',
  },
  {
    name: 'the first Friday of the month, ten times',
    start: '1997-09-05',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=10;BYDAY=1FR'],
    dates:
      '1997-09: 5 / 1997-10: 3 / 1997-11: 7 / 1997-12: 5 / 1998-01: 2 / 1998-02: 6 / 1998-03: 6 / 1998-04: 3 / 1998-05: 1 / 1998-06: 5',
  },
  {
    name: 'the first Friday of the month until a day',
    start: '1997-09-05',
    lines: ['RRULE:FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR'],
    dates: '1997-09: 5 / 1997-10: 3 / 1997-11: 7 / 1997-12: 5',
  },
  {
    name: 'the first and last Sunday of every other month',
    start: '1997-09-07',
    lines: ['RRULE:FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU'],
    dates: '1997-09: 7 28 / 1997-11: 2 30 / 1998-01: 4 25 / 1998-03: 1 29 / 1998-05: 3 31',
  },
  {
    name: 'the last Monday but one',
    start: '1997-09-22',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=6;BYDAY=-2MO'],
    dates: '1997-09: 22 / 1997-10: 20 / 1997-11: 17 / 1997-12: 22 / 1998-01: 19 / 1998-02: 16',
  },
  {
    name: 'the last day of the month but two',
    start: '1997-09-28',
    lines: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=-3'],
    dates: '1997-09: 28 / 1997-10: 29 / 1997-11: 28 / 1997-12: 29 / 1998-01: 29 / 1998-02: 26',
    goesOn: true,
  },
  {
    name: 'the 2nd and 15th of the month',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15'],
    dates: '1997-09: 2 15 / 1997-10: 2 15 / 1997-11: 2 15 / 1997-12: 2 15 / 1998-01: 2 15',
  },
  {
    name: 'the first and last day of the month',
    start: '1997-09-30',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1'],
    dates:
      '1997-09: 30 / 1997-10: 1 31 / 1997-11: 1 30 / 1997-12: 1 31 / 1998-01: 1 31 / 1998-02: 1',
  },
  {
    name: 'some days of every eighteenth month',
    start: '1997-09-10',
    lines: ['RRULE:FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15'],
    dates: '1997-09: 10-15 / 1999-03: 10-13',
  },
  {
    name: 'every Tuesday of every other month',
    start: '1997-09-02',
    lines: ['RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=TU'],
    dates:
      '1997-09: 2 9 16 23 30 / 1997-11: 4 11 18 25 / 1998-01: 6 13 20 27 / 1998-03: 3 10 17 24 31',
    goesOn: true,
  },
  {
    name: 'June and July',
    start: '1997-06-10',
    lines: ['RRULE:FREQ=YEARLY;COUNT=10;BYMONTH=6,7'],
    dates:
      '1997-06: 10 / 1997-07: 10 / 1998-06: 10 / 1998-07: 10 / 1999-06: 10 / 1999-07: 10 / 2000-06: 10 / 2000-07: 10 / 2001-06: 10 / 2001-07: 10',
  },
  {
    name: 'three months of every other year',
    start: '1997-03-10',
    lines: ['RRULE:FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3'],
    dates:
      '1997-03: 10 / 1999-01: 10 / 1999-02: 10 / 1999-03: 10 / 2001-01: 10 / 2001-02: 10 / 2001-03: 10 / 2003-01: 10 / 2003-02: 10 / 2003-03: 10',
  },
  {
    name: 'three days of every third year',
    start: '1997-01-01',
    lines: ['RRULE:FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200'],
    dates:
      '1997-01: 1 / 1997-04: 10 / 1997-07: 19 / 2000-01: 1 / 2000-04: 9 / 2000-07: 18 / 2003-01: 1 / 2003-04: 10 / 2003-07: 19 / 2006-01: 1',
  },
  {
    name: 'the twentieth Monday of the year',
    start: '1997-05-19',
    lines: ['RRULE:FREQ=YEARLY;BYDAY=20MO'],
    dates: '1997-05: 19 / 1998-05: 18 / 1999-05: 17',
    goesOn: true,
  },
  {
    name: 'the Monday of week twenty',
    start: '1997-05-12',
    lines: ['RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO'],
    dates: '1997-05: 12 / 1998-05: 11 / 1999-05: 17',
    goesOn: true,
  },
  {
    name: 'every Thursday in March',
    start: '1997-03-13',
    lines: ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=TH'],
    dates: '1997-03: 13 20 27 / 1998-03: 5 12 19 26 / 1999-03: 4 11 18 25',
    goesOn: true,
  },
  {
    name: 'every Thursday in summer',
    start: '1997-06-05',
    lines: ['RRULE:FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8'],
    dates:
      '1997-06: 5 12 19 26 / 1997-07: 3 10 17 24 31 / 1997-08: 7 14 21 28 / 1998-06: 4 11 18 25 / 1998-07: 2 9 16 23 30 / 1998-08: 6 13 20 27',
    goesOn: true,
  },
  {
    name: 'every Friday the 13th, without the start',
    start: '1997-09-02',
    lines: [
      'EXDATE;TZID=America/New_York:19970902T090000',
      'RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    ],
    dates: '1998-02: 13 / 1998-03: 13 / 1998-11: 13 / 1999-08: 13 / 2000-10: 13',
    goesOn: true,
  },
  {
    name: 'the Saturday after the first Sunday',
    start: '1997-09-13',
    lines: ['RRULE:FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13'],
    dates:
      '1997-09: 13 / 1997-10: 11 / 1997-11: 8 / 1997-12: 13 / 1998-01: 10 / 1998-02: 7 / 1998-03: 7 / 1998-04: 11 / 1998-05: 9 / 1998-06: 13',
    goesOn: true,
  },
  {
    name: 'election day in the United States',
    start: '1996-11-05',
    lines: ['RRULE:FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8'],
    dates: '1996-11: 5 / 2000-11: 7 / 2004-11: 2',
    goesOn: true,
  },
  {
    name: 'the third of certain weekdays in the month',
    start: '1997-09-04',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3'],
    dates: '1997-09: 4 / 1997-10: 7 / 1997-11: 6',
  },
  {
    name: 'the last working day of the month but one',
    start: '1997-09-29',
    lines: ['RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2'],
    dates:
      '1997-09: 29 / 1997-10: 30 / 1997-11: 27 / 1997-12: 30 / 1998-01: 29 / 1998-02: 26 / 1998-03: 30',
    goesOn: true,
  },
  {
    name: 'every other week with weeks that begin on Monday',
    start: '1997-08-05',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO'],
    dates: '1997-08: 5 10 19 24',
  },
  {
    name: 'every other week with weeks that begin on Sunday',
    start: '1997-08-05',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU'],
    dates: '1997-08: 5 17 19 31',
  },
  {
    name: 'a day that February lacks',
    start: '2007-01-15',
    lines: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5'],
    dates: '2007-01: 15 30 / 2007-02: 15 / 2007-03: 15 30',
  },
]

describe('the example of the RFC', () => {
  it.each(examples)('"$name" matches the RFC', ({ start, lines, dates, goesOn }) => {
    const expected = spelledOut(dates).map((date) => originalStartAt(`${date}T09:00`))
    const series = compileSeries(lines, { wallMs: wallAt(`${start}T09:00`), zone })
    const limit = goesOn ? expected.length : expected.length + 1
    expect(series.originalStarts({ from: 0, to: Number.POSITIVE_INFINITY, limit })).toEqual(
      expected,
    )
    expect(series.lastStart === undefined).toBe(goesOn ?? false)
  })

  it('"every 20 minutes from 9 to 16:40" matches the RFC', () => {
    const line = 'RRULE:FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40'
    const series = compileSeries([line], { wallMs: wallAt('1997-09-02T09:00'), zone })
    const expected = ['1997-09-02', '1997-09-03'].flatMap((date) =>
      Array.from(
        { length: 24 },
        (_, third) => originalStartAt(`${date}T09:00`) + third * 20 * 60_000,
      ),
    )
    expect(series.originalStarts({ from: 0, to: Number.POSITIVE_INFINITY, limit: 48 })).toEqual(
      expected,
    )
  })
})

/** Reads `1997-09: 2 4 10-12 / 1997-10: 1` as the dates that it stands for. */
function spelledOut(dates: string): string[] {
  return dates.split(' / ').flatMap((part) => {
    const [month, days] = part.split(': ')
    return days!.split(' ').flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number)
      return Array.from({ length: last! - first! + 1 }, (_, offset) => {
        return `${month}-${String(first! + offset).padStart(2, '0')}`
      })
    })
  })
}

function wallAt(text: string): number {
  return Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').epochMilliseconds
}

function originalStartAt(text: string): number {
  return Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds
}
