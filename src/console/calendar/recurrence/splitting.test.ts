import { describe, expect, it } from 'vitest'
import { linesAfter, linesBefore, linesMoved } from './splitting.ts'

const at = Temporal.ZonedDateTime.from('2027-03-08T09:00[Europe/Zurich]')
const timed = { at, isAllDay: false, following: 3 }

describe('a series that is divided', () => {
  it.each([
    [
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'RRULE:FREQ=WEEKLY;UNTIL=20270308T075959Z',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    ],
    ['RRULE:FREQ=WEEKLY', 'RRULE:FREQ=WEEKLY;UNTIL=20270308T075959Z', 'RRULE:FREQ=WEEKLY'],
    [
      'RRULE:FREQ=DAILY;UNTIL=20280101T000000Z;INTERVAL=2',
      'RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20270308T075959Z',
      'RRULE:FREQ=DAILY;UNTIL=20280101T000000Z;INTERVAL=2',
    ],
  ])('%s ends before and goes on after', (line, before, after) => {
    expect(linesBefore([line], timed)).toEqual([before])
    expect(linesAfter([line], timed)).toEqual([after])
  })

  it('keeps as much of a count as follows, whatever was not counted before', () => {
    const rule = 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5'
    const dates = ['RDATE:20270310T080000Z', 'EXDATE:20270315T080000Z,20270322T080000Z']
    expect(linesAfter([rule, ...dates], timed)).toEqual([
      'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4',
      ...dates,
    ])
  })

  it('of whole days ends on the day before', () => {
    const days = { at: at.startOfDay(), isAllDay: true, following: 0 }
    expect(linesBefore(['RRULE:FREQ=DAILY'], days)).toEqual(['RRULE:FREQ=DAILY;UNTIL=20270307'])
  })

  it('parts the dates that were added and taken out', () => {
    const line = 'EXDATE;TZID=Europe/Zurich:20270301T090000,20270315T090000'
    expect(linesBefore([line], timed)).toEqual(['EXDATE;TZID=Europe/Zurich:20270301T090000'])
    expect(linesAfter([line], timed)).toEqual(['EXDATE;TZID=Europe/Zurich:20270315T090000'])
  })
})

describe('a series that is moved', () => {
  const toTuesday = { from: at, to: at.add({ days: 1, hours: 2 }) }
  it.each([
    ['RRULE:FREQ=WEEKLY;BYDAY=MO', 'RRULE:FREQ=WEEKLY;BYDAY=TU'],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE', 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH'],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO,SU;COUNT=4', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=4'],
    [
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;WKST=TU',
    ],
    ['RRULE:FREQ=WEEKLY', 'RRULE:FREQ=WEEKLY'],
    ['RRULE:FREQ=MONTHLY;BYMONTHDAY=8', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=9'],
    ['RRULE:FREQ=MONTHLY;BYDAY=2MO', 'RRULE:FREQ=MONTHLY;BYDAY=2TU'],
    ['RRULE:FREQ=DAILY', 'RRULE:FREQ=DAILY'],
    ['RRULE:FREQ=DAILY;UNTIL=20270401', 'RRULE:FREQ=DAILY;UNTIL=20270402'],
    ['RRULE:UNTIL=20270401T070000Z;FREQ=DAILY', 'RRULE:UNTIL=20270402T090000Z;FREQ=DAILY'],
    ['EXDATE;VALUE=DATE:20270315,20270331', 'EXDATE;VALUE=DATE:20270316,20270401'],
    ['EXDATE;TZID=Europe/Zurich:20270315T090000', 'EXDATE;TZID=Europe/Zurich:20270316T110000'],
    ['EXDATE:20270326T080000Z,20270327T080000Z', 'EXDATE:20270327T100000Z,20270328T090000Z'],
    ['RDATE;TZID=America/New_York:20270310T030000', 'RDATE;TZID=America/New_York:20270311T050000'],
    ['EXDATE:whatever', 'EXDATE:whatever'],
  ])('takes %s along as %s', (line, moved) => {
    expect(linesMoved([line], toTuesday)).toEqual([moved])
  })
})
