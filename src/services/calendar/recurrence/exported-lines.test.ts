import { expect, it } from 'vitest'
import { exportedRecurrence } from './exported-lines.ts'

const berlin = { zone: 'Europe/Berlin', instantMs: Date.parse('2026-06-08T07:00:00Z') }
const utc = { zone: 'UTC', instantMs: Date.parse('2026-06-08T07:00:00Z') }

it.each([
  ['RRULE:FREQ=DAILY;UNTIL=20260610', ['RRULE:FREQ=DAILY;UNTIL=20260610T215959Z']],
  ['RRULE:UNTIL=20260610T090000;FREQ=DAILY', ['RRULE:UNTIL=20260610T070000Z;FREQ=DAILY']],
  ['RRULE:FREQ=DAILY;UNTIL=20260610T070000Z', ['RRULE:FREQ=DAILY;UNTIL=20260610T070000Z']],
  ['RRULE:FREQ=DAILY;COUNT=3', ['RRULE:FREQ=DAILY;COUNT=3']],
  ['EXRULE:FREQ=DAILY;UNTIL=99991231', ['EXRULE:FREQ=DAILY;UNTIL=99991231T225959Z']],
  ['RDATE;VALUE=DATE:20260610', ['RDATE;TZID=Europe/Berlin:20260610T090000']],
  [
    'RDATE:20260610,20260611T100000Z',
    ['RDATE:20260611T100000Z', 'RDATE;TZID=Europe/Berlin:20260610T090000'],
  ],
  ['RDATE:20260610T100000', ['RDATE;TZID=Europe/Berlin:20260610T100000']],
  ['RDATE;TZID=UTC;X-A=b:20260610T100000', ['RDATE;X-A=b:20260610T100000Z']],
  ['RDATE;VALUE=PERIOD:20260610T100000Z/PT1H', ['RDATE;VALUE=PERIOD:20260610T100000Z/PT1H']],
  ['EXDATE;VALUE=DATE:20270101', ['EXDATE;TZID=Europe/Berlin:20270101T090000']],
  [
    'EXDATE;TZID=Asia/Tokyo;X-A=b:20260610T160000',
    ['EXDATE;TZID=Asia/Tokyo;X-A=b:20260610T160000'],
  ],
])('the line %s of a timed series becomes %j', (line, exported) => {
  expect(exportedRecurrence([line], berlin)).toEqual(exported)
})

it('a date that is excluded from a timed series excludes all occurrences of that day', () => {
  const lines = ['RRULE:FREQ=DAILY;BYHOUR=9,17', 'RDATE:20260609T120000Z', 'EXDATE:20260609']
  expect(exportedRecurrence(lines, berlin).at(-1)).toBe(
    'EXDATE;TZID=Europe/Berlin:20260609T090000,20260609T140000,20260609T170000',
  )
})

it('times of a series in UTC have no TZID', () => {
  expect(exportedRecurrence(['EXDATE:20260609', 'RDATE:20260610T100000'], utc)).toEqual([
    'EXDATE:20260609T070000Z',
    'RDATE:20260610T100000Z',
  ])
})

it.each([
  ['RRULE:FREQ=DAILY;UNTIL=20260610T215959Z', 'RRULE:FREQ=DAILY;UNTIL=20260610'],
  ['RRULE:FREQ=DAILY;UNTIL=20260610', 'RRULE:FREQ=DAILY;UNTIL=20260610'],
  ['EXDATE;TZID=Europe/Berlin:20260609T000000', 'EXDATE;VALUE=DATE:20260609'],
  ['RDATE:20260609,20260610', 'RDATE;VALUE=DATE:20260609,20260610'],
  ['RDATE;VALUE=DATE;X-A=b:20260609', 'RDATE;VALUE=DATE;X-A=b:20260609'],
  ['RDATE;VALUE=PERIOD:20260610T100000Z/PT1H', 'RDATE;VALUE=DATE:20260610'],
])('the line %s of an all-day series becomes %s', (line, exported) => {
  expect(exportedRecurrence([line], undefined)).toEqual([exported])
})
