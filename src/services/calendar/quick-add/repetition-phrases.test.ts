import { describe, expect, it } from 'vitest'
import { readQuickAdd } from './quick-add.ts'

async function seriesOf(text: string, now = '2026-05-27T10:15') {
  const context = { now: Temporal.ZonedDateTime.from(`${now}[Europe/Berlin]`), lengthMinutes: 60 }
  const { summary, start, recurrence } = await readQuickAdd(text, context)
  expect(summary).toBe('Walk')
  return `${start} ${recurrence?.join()}`.replace('RRULE:FREQ=', '')
}

describe('a repetition', () => {
  it.each([
    ['every day', '2026-05-27 DAILY'],
    ['daily at 9', '2026-05-28T09:00:00 DAILY'],
    ['every third day', '2026-05-27 DAILY;INTERVAL=3'],
    ['every morning', '2026-05-28T09:00:00 DAILY'],
    ['weekly', '2026-05-27 WEEKLY'],
    ['weekly on Monday', '2026-06-01 WEEKLY;BYDAY=MO'],
    ['every other week', '2026-05-27 WEEKLY;INTERVAL=2'],
    ['every 2 weeks', '2026-05-27 WEEKLY;INTERVAL=2'],
    ['every two weeks on Tue and Thu', '2026-05-28 WEEKLY;INTERVAL=2;BYDAY=TU,TH'],
    ['biweekly', '2026-05-27 WEEKLY;INTERVAL=2'],
    ['monthly', '2026-05-27 MONTHLY'],
    ['every 6 months', '2026-05-27 MONTHLY;INTERVAL=6'],
    ['quarterly', '2026-05-27 MONTHLY;INTERVAL=3'],
    ['every month on the 15th', '2026-06-15 MONTHLY;BYMONTHDAY=15'],
    ['on the 31st of every month', '2026-05-31 MONTHLY;BYMONTHDAY=31'],
    ['yearly', '2026-05-27 YEARLY'],
    ['annually on March 3', '2027-03-03 YEARLY'],
    ['every year on March 3', '2027-03-03 YEARLY'],
    ['every March 3', '2027-03-03 YEARLY'],
  ])('begins on the first day that fits: %s', async (words, expected) => {
    expect(await seriesOf(`Walk ${words}`)).toBe(expected)
  })

  it.each([
    ['every Monday', '2026-06-01 WEEKLY;BYDAY=MO'],
    ['every Wednesday', '2026-05-27 WEEKLY;BYDAY=WE'],
    ['every Wednesday 9am', '2026-06-03T09:00:00 WEEKLY;BYDAY=WE'],
    ['every Wednesday 11am', '2026-05-27T11:00:00 WEEKLY;BYDAY=WE'],
    ['every Wednesday and Monday', '2026-05-27 WEEKLY;BYDAY=MO,WE'],
    ['each Mon, Wed, and Fri 9am', '2026-05-29T09:00:00 WEEKLY;BYDAY=MO,WE,FR'],
    ['every Mon-Thu 9am', '2026-05-28T09:00:00 WEEKLY;BYDAY=MO,TU,WE,TH'],
    ['every other Friday', '2026-05-29 WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['Mondays at 5', '2026-06-01T17:00:00 WEEKLY;BYDAY=MO'],
    ['on Tuesdays and Thursdays', '2026-05-28 WEEKLY;BYDAY=TU,TH'],
    ['every Tuesday evening', '2026-06-02T19:00:00 WEEKLY;BYDAY=TU'],
    ['every weekend', '2026-05-30 WEEKLY;BYDAY=SA,SU'],
    ['every Monday starting June 10', '2026-06-15 WEEKLY;BYDAY=MO'],
    ['every 2nd and 4th Friday', '2026-06-12 MONTHLY;BYDAY=2FR,4FR'],
    ['every first Monday of the month', '2026-06-01 MONTHLY;BYDAY=1MO'],
    ['first Monday of every month', '2026-06-01 MONTHLY;BYDAY=1MO'],
    ['monthly on the third Tuesday', '2026-06-16 MONTHLY;BYDAY=3TU'],
    ['every last Friday', '2026-05-29 MONTHLY;BYDAY=-1FR'],
    ['every fifth Friday', '2026-05-29 MONTHLY;BYDAY=5FR'],
  ])('names the weekdays it falls on: %s', async (words, expected) => {
    expect(await seriesOf(`Walk ${words}`)).toBe(expected)
  })

  it('of working days starts on Monday if today is Saturday', async () => {
    const series = await seriesOf('Walk every weekday 9am', '2026-05-30T08:00')
    expect(series).toBe('2026-06-01T09:00:00 WEEKLY;BYDAY=MO,TU,WE,TH,FR')
  })

  it.each([
    ['every month for five months', '2026-05-27 MONTHLY;COUNT=5'],
    ['every Monday for 10 weeks', '2026-06-01 WEEKLY;BYDAY=MO;COUNT=10'],
    ['every Mon and Fri for 3 weeks', '2026-05-29 WEEKLY;BYDAY=MO,FR;COUNT=6'],
    ['every other week for 10 weeks', '2026-05-27 WEEKLY;INTERVAL=2;COUNT=5'],
    ['every day for 2 weeks', '2026-05-27 DAILY;COUNT=14'],
    ['monthly for a year', '2026-05-27 MONTHLY;COUNT=12'],
    ['weekly for 3 months', '2026-05-27 WEEKLY;UNTIL=20260826'],
    ['every day 5 times', '2026-05-27 DAILY;COUNT=5'],
    ['weekly for six occurrences', '2026-05-27 WEEKLY;COUNT=6'],
    ['every day until Dec 31', '2026-05-27 DAILY;UNTIL=20261231'],
    ['every Monday until Jan 15 at 9am', '2026-06-01T09:00:00 WEEKLY;BYDAY=MO;UNTIL=20270115'],
    ['every day from June 3 to June 10', '2026-06-03 DAILY;UNTIL=20260610'],
    ['every day until May 1 2026', '2026-05-27 DAILY'],
  ])('ends where the words say so: %s', async (words, expected) => {
    expect(await seriesOf(`Walk ${words}`)).toBe(expected)
  })

  it.each([
    ['every Monday 3pm for 2 hours', '2026-06-01T15:00:00/2026-06-01T17:00:00'],
    ['every year for 3 days', '2026-05-27/2026-05-30'],
  ])('leaves a length below its step to the event: %s', async (words, expected) => {
    const context = {
      now: Temporal.ZonedDateTime.from('2026-05-27T10:15[Europe/Berlin]'),
      lengthMinutes: 60,
    }
    const { start, end, recurrence } = await readQuickAdd(`Walk ${words}`, context)
    expect(`${start}/${end}`).toBe(expected)
    expect(recurrence?.join()).not.toMatch(/COUNT|UNTIL/)
  })

  it.each(['every 0 days', 'every hour', '5 times'])(
    'that no rule can say stays in the title: %s',
    async (words) => {
      const context = {
        now: Temporal.ZonedDateTime.from('2026-05-27T10:15[Europe/Berlin]'),
        lengthMinutes: 60,
      }
      const event = await readQuickAdd(`Walk ${words}`, context)
      expect(event.summary).toBe(`Walk ${words}`)
      expect(event.recurrence).toBeUndefined()
    },
  )
})
