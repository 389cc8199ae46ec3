import { describe, expect, it } from 'vitest'
import { readRule, ruleFollowing, writeRule } from './rule.ts'
import { wordsFor } from './words.ts'

const start = Temporal.PlainDate.from('2027-01-26')

describe('a rule', () => {
  it.each([
    'RRULE:FREQ=DAILY',
    'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=5',
    'RRULE:FREQ=WEEKLY;BYDAY=TU',
    'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,SU',
    'RRULE:FREQ=MONTHLY;BYMONTHDAY=26',
    'RRULE:FREQ=MONTHLY;BYDAY=4TU',
    'RRULE:FREQ=MONTHLY;BYDAY=-1TU',
    'RRULE:FREQ=YEARLY;UNTIL=20300126T225959Z',
  ])('that the editor offers is read and written as %s', (line) => {
    expect(writeRule(readRule([line], start, 'Europe/Zurich')!, start, 'Europe/Zurich')).toBe(line)
  })

  it('ends on the same day in zones west of UTC', () => {
    const line = 'RRULE:FREQ=DAILY;UNTIL=20270302T045959Z'
    const rule = readRule([line], start, 'America/New_York')!
    expect(rule.ends).toEqual({ kind: 'on', date: '2027-03-01' })
    expect(writeRule(rule, start, 'America/New_York')).toBe(line)
    expect(wordsFor([line], 'America/New_York')).toContain('Mar 1, 2027')
  })

  it.each([
    ['RRULE:FREQ=WEEKLY;BYDAY=TU', 'RRULE:FREQ=WEEKLY;BYDAY=TH'],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU'],
    ['RRULE:FREQ=MONTHLY;BYMONTHDAY=26', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=4'],
    ['RRULE:FREQ=MONTHLY;BYDAY=-1TU', 'RRULE:FREQ=MONTHLY;BYDAY=1TH'],
    ['RRULE:FREQ=DAILY;UNTIL=20270302T225959Z', 'RRULE:FREQ=DAILY;UNTIL=20270303T045959Z'],
    ['RRULE:FREQ=MONTHLY;BYDAY=1MO', 'RRULE:FREQ=MONTHLY;BYDAY=1MO'],
  ])('of %s becomes %s when the event begins on another day', (line, moved) => {
    const before = {
      startDate: '2027-01-26',
      isAllDay: false,
      zone: 'Europe/Zurich',
      recurrence: [line],
    }
    const after = { ...before, startDate: '2027-02-04', zone: 'America/New_York' }
    expect(ruleFollowing(before, after)).toEqual([moved])
    expect(ruleFollowing(before, { ...after, startDate: '' })).toEqual([line])
  })

  it('of an event that takes whole days ends on a date', () => {
    const recurrence = ['RRULE:FREQ=DAILY;UNTIL=20270302T225959Z']
    const before = { startDate: '2027-01-26', isAllDay: false, zone: 'Europe/Zurich', recurrence }
    expect(ruleFollowing(before, { ...before, isAllDay: true })).toEqual([
      'RRULE:FREQ=DAILY;UNTIL=20270302',
    ])
  })

  it('of whole days ends on a date', () => {
    const rule = readRule(['RRULE:FREQ=DAILY;UNTIL=20270301'], start, undefined)!
    expect(writeRule(rule, start, undefined)).toBe('RRULE:FREQ=DAILY;UNTIL=20270301')
  })

  it.each([
    [['RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1']],
    [['RRULE:FREQ=MONTHLY;BYMONTHDAY=1']],
    [['RRULE:FREQ=MONTHLY;BYDAY=1MO']],
    [['RRULE:FREQ=YEARLY;BYMONTH=3']],
    [['RRULE:FREQ=HOURLY']],
    [['RRULE:FREQ=DAILY', 'EXDATE:20270127T080000Z']],
    [['RDATE:20270127T080000Z']],
  ])('that the editor does not offer is left alone: %j', (lines) => {
    expect(readRule(lines, start, 'UTC')).toBeUndefined()
  })
})
