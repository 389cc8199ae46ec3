import { describe, expect, it } from 'vitest'
import { compileSeries } from './series.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number).join(',')

const start = {
  wallMs: Temporal.Instant.from('2024-01-31T09:00Z').epochMilliseconds,
  zone: 'Europe/Berlin',
}

const refused: readonly (readonly [what: string, ...lines: string[]])[] = [
  ['an empty line', ''],
  ['a rule without its name', 'FREQ=DAILY'],
  ['a name alone', 'RRULE'],
  ['a name without a value', 'RRULE:'],
  ['a name inside a value', 'RRULE:RRULE:FREQ=DAILY'],
  ['a longer name', 'RRULES:FREQ=DAILY'],
  ['a start', 'DTSTART:20240131T090000Z', 'RRULE:FREQ=DAILY'],
  ['an end', 'DTEND;TZID=Europe/Berlin:20240131T100000'],
  ['a duration', 'DURATION:PT1H'],
  ['a component', 'BEGIN:VEVENT'],
  ['two lines in one', 'RRULE:FREQ=DAILY\nEXDATE:20240201T080000Z'],
  ['one bad line among good ones', 'RRULE:FREQ=DAILY', 'RDATE:tomorrow'],
  ['a rule without frequency', 'RRULE:COUNT=3'],
  ['an hourly rule', 'RRULE:FREQ=HOURLY'],
  ['a minutely rule', 'RRULE:FREQ=MINUTELY;COUNT=3'],
  ['a rule by the second', 'RRULE:FREQ=SECONDLY;COUNT=3'],
  ['an unknown frequency', 'RRULE:FREQ=FORTNIGHTLY'],
  ['a part twice', 'RRULE:FREQ=DAILY;FREQ=DAILY'],
  ['an unknown part', 'RRULE:FREQ=YEARLY;BYEASTER=0'],
  ['another calendar', 'RRULE:RSCALE=CHINESE;FREQ=YEARLY'],
  ['an empty part', 'RRULE:FREQ=DAILY;;COUNT=3'],
  ['a part without value', 'RRULE:FREQ=DAILY;COUNT='],
  ['a part with two values', 'RRULE:FREQ=DAILY;COUNT=3=4'],
  ['a space within', 'RRULE:FREQ=DAILY; COUNT=3'],
  ['a parameter of a rule', 'RRULE;TZID=Europe/Berlin:FREQ=DAILY'],
  ['no interval', 'RRULE:FREQ=DAILY;INTERVAL=0'],
  ['a negative interval', 'RRULE:FREQ=DAILY;INTERVAL=-1'],
  ['a broken interval', 'RRULE:FREQ=DAILY;INTERVAL=1.5'],
  ['an endless interval', 'RRULE:FREQ=DAILY;INTERVAL=99999999999'],
  ['a count of nothing', 'RRULE:FREQ=DAILY;COUNT=0'],
  ['a negative count', 'RRULE:FREQ=DAILY;COUNT=-5'],
  ['a count above a million', 'RRULE:FREQ=DAILY;COUNT=1000001'],
  ['a count of billions', 'RRULE:FREQ=DAILY;COUNT=9000000000'],
  ['a count together with an end', 'RRULE:FREQ=DAILY;COUNT=3;UNTIL=20240301'],
  ['an end with dashes', 'RRULE:FREQ=DAILY;UNTIL=2024-03-01'],
  ['an end on a day that is not', 'RRULE:FREQ=DAILY;UNTIL=20230229'],
  ['an end at an hour that is not', 'RRULE:FREQ=DAILY;UNTIL=20240301T240000Z'],
  ['an end in year 0', 'RRULE:FREQ=DAILY;UNTIL=00000101'],
  ['a weekday that is not', 'RRULE:FREQ=WEEKLY;BYDAY=XX'],
  ['no weekday', 'RRULE:FREQ=WEEKLY;BYDAY=MO,,TU'],
  ['an ordinal of nothing', 'RRULE:FREQ=MONTHLY;BYDAY=0MO'],
  ['too high an ordinal', 'RRULE:FREQ=YEARLY;BYDAY=54MO'],
  ['an ordinal in a weekly rule', 'RRULE:FREQ=WEEKLY;BYDAY=1MO'],
  ['an ordinal in a daily rule', 'RRULE:FREQ=DAILY;BYDAY=-1FR'],
  ['an ordinal beside week numbers', 'RRULE:FREQ=YEARLY;BYWEEKNO=5;BYDAY=1MO'],
  ['day 0 of the month', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=0'],
  ['day 32 of the month', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=32'],
  ['a day of the month in a weekly rule', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=1'],
  ['month 13', 'RRULE:FREQ=YEARLY;BYMONTH=13'],
  ['a month from the end', 'RRULE:FREQ=YEARLY;BYMONTH=-1'],
  ['day 367 of the year', 'RRULE:FREQ=YEARLY;BYYEARDAY=367'],
  ['a day of the year in a monthly rule', 'RRULE:FREQ=MONTHLY;BYYEARDAY=1'],
  ['week 54', 'RRULE:FREQ=YEARLY;BYWEEKNO=54'],
  ['a week number in a monthly rule', 'RRULE:FREQ=MONTHLY;BYWEEKNO=5'],
  ['hour 24', 'RRULE:FREQ=DAILY;BYHOUR=24'],
  ['minute 60', 'RRULE:FREQ=DAILY;BYMINUTE=60'],
  ['second 60', 'RRULE:FREQ=DAILY;BYSECOND=60'],
  [
    'more than one time a minute',
    `RRULE:FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=0,30`,
  ],
  ['position 0', 'RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0'],
  ['position 367', 'RRULE:FREQ=YEARLY;BYDAY=MO;BYSETPOS=367'],
  ['a position without a choice', 'RRULE:FREQ=MONTHLY;BYSETPOS=1'],
  ['an unknown start of the week', 'RRULE:FREQ=WEEKLY;WKST=1'],
  ['a bad rule of exceptions', 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=HOURLY'],
  ['no date', 'EXDATE:'],
  ['an empty date', 'EXDATE:20240201T080000Z,'],
  ['a date that is not', 'EXDATE;VALUE=DATE:20240230'],
  ['a date with a time, said to be one without', 'EXDATE;VALUE=DATE:20240201T090000'],
  ['a date without a time, said to have one', 'EXDATE;VALUE=DATE-TIME:20240201'],
  ['a time with an offset', 'EXDATE:20240201T090000+0100'],
  ['an unknown zone', 'EXDATE;TZID=Mars/Base:20240201T090000'],
  ['an offset for a zone', 'RDATE;TZID=+01:00:20240201T090000'],
  ['an unknown type of value', 'RDATE;VALUE=TEXT:20240201'],
  ['a period among exceptions', 'EXDATE;VALUE=PERIOD:20240201T080000Z/PT1H'],
  ['a period without an end', 'RDATE;VALUE=PERIOD:20240201T080000Z'],
  ['a period with a bad end', 'RDATE;VALUE=PERIOD:20240201T080000Z/later'],
  ['an unknown parameter', 'EXDATE;RANGE=THISANDFUTURE:20240201T080000Z'],
  ['a parameter twice', 'EXDATE;TZID=UTC;TZID=UTC:20240201T080000'],
  ['an open quote', 'EXDATE;TZID="UTC:20240201T080000'],
  ['more rules than anyone needs', ...Array(11).fill('RRULE:FREQ=DAILY')],
  ['more dates than anyone needs', `RDATE:${Array(5_001).fill('20240201').join(',')}`],
  ['more lines than anyone needs', ...Array(5_020).fill('RDATE:20240201')],
  ['a line without end', `RRULE:FREQ=DAILY;X-NOTE=${'x'.repeat(100_000)}`],
  [
    'dates in more zones than anyone needs',
    ...['UTC', 'Asia/Tokyo', 'Asia/Tehran', 'Africa/Cairo', 'Europe/Rome', 'Asia/Dubai'].map(
      (zone) => `RDATE;TZID=${zone}:20240201T090000`,
    ),
  ],
]

describe('compileSeries', () => {
  it.each(refused)('refuses %s', (_, ...lines) => {
    expect(() => compileSeries(lines, start)).toThrow(
      expect.objectContaining({
        status: 400,
        refusals: [{ domain: 'global', reason: 'invalid', message: 'Invalid recurrence rule.' }],
      }),
    )
  })

  it.each([
    ['small letters', 'rrule:freq=weekly;byday=mo'],
    ['parts in any order', 'RRULE:BYDAY=MO;FREQ=WEEKLY'],
    ['a semicolon at the end', 'RRULE:FREQ=WEEKLY;BYDAY=MO;'],
    ['space around the line', ' RRULE:FREQ=WEEKLY;BYDAY=MO\r\n'],
    ['parts and parameters for private use', 'RRULE;X-NOTE="a:b":FREQ=WEEKLY;X-WHY=;BYDAY=MO'],
    ['a weekday twice', 'RRULE:FREQ=WEEKLY;BYDAY=MO,MO'],
    ['a sign before a number', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=+5,+12,+19,+26'],
  ])('accepts %s', (_, line) => {
    const originalStarts = compileSeries([line], start).originalStarts({
      from: 0,
      to: 2e12,
      limit: 3,
    })
    expect(
      originalStarts.map((originalStart) =>
        Temporal.Instant.fromEpochMilliseconds(originalStart).toString(),
      ),
    ).toEqual(['2024-01-31T08:00:00Z', '2024-02-05T08:00:00Z', '2024-02-12T08:00:00Z'])
  })
})
