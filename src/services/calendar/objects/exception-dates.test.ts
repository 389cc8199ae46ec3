import { describe, expect, it } from 'vitest'
import { exceptionDates, mergedRecurrence } from './exception-dates.ts'

const start = { dateTime: '2026-05-04T09:00:00', timeZone: 'Europe/Berlin' }
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds

describe('the dates that a series excludes', () => {
  it.each([
    ['EXDATE:20260505T070000Z', ['2026-05-05T07:00:00Z']],
    ['EXDATE;TZID=Europe/Berlin:20260505T090000', ['2026-05-05T07:00:00Z']],
    ['EXDATE;TZID="Asia/Tokyo":20260505T090000', ['2026-05-05T00:00:00Z']],
    ['EXDATE:20260505T090000', ['2026-05-05T07:00:00Z']],
    ['EXDATE;VALUE=DATE:20260505,20260506', ['2026-05-05T00:00:00Z', '2026-05-06T00:00:00Z']],
    ['exdate:20260505T070000z', ['2026-05-05T07:00:00Z']],
    ['EXDATE:nonsense,', []],
    ['RDATE:20260505T070000Z', []],
  ])('are read from %s', (line, expected) => {
    expect([...exceptionDates([line], start)]).toEqual(expected.map(at))
  })
})

describe('the recurrence of a series that a program sends', () => {
  const rule = 'RRULE:FREQ=DAILY;COUNT=9'
  const [second, third] = ['EXDATE:20260505T070000Z', 'EXDATE:20260506T070000Z']
  const merged = (stored: string[], sent: string[], sentStart = start) =>
    mergedRecurrence({
      stored: { start: { ...start, dateTime: '2026-05-04T09:00:00+02:00' }, recurrence: stored },
      sent: { start: sentStart, recurrence: sent },
    }).recurrence

  it('stays as it is if dates are added, because their instances are cancelled', () => {
    expect(merged([rule], [rule, second])).toEqual([rule])
    expect(merged([rule, second], [third, second, rule])).toEqual([rule, second])
  })

  it('loses the dates that the program no longer excludes', () => {
    expect(merged([rule, second, third], [rule, third])).toEqual([rule, third])
  })

  it('is what the program sends if the rule or the start changes', () => {
    const other = 'RRULE:FREQ=WEEKLY'
    expect(merged([rule], [other, second])).toEqual([other, second])
    const later = { ...start, dateTime: '2026-05-04T10:00:00' }
    expect(merged([rule], [rule, second], later)).toEqual([rule, second])
  })

  it('takes many dates over, instead of cancelling as many instances', () => {
    const days = Array.from(
      { length: 60 },
      (_, day) => `202${day % 10}0${1 + (day % 9)}1${day % 10}`,
    )
    const many = `EXDATE:${days.map((day, index) => `${day}T0${index % 10}0000Z`).join(',')}`
    expect(merged([rule], [rule, many])).toEqual([rule, many])
  })
})
