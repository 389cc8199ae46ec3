import { expect, it } from 'vitest'
import { eventDays } from './event-days.ts'

const range = {
  start: Temporal.PlainDate.from('2027-03-26'),
  end: Temporal.PlainDate.from('2027-04-01'),
}

const { spanOf } = eventDays(range, 'Europe/Berlin')

const timeOf = (text: string) =>
  text.length === 10
    ? { date: text }
    : {
        dateTime: Temporal.PlainDateTime.from(text)
          .toZonedDateTime('Europe/Berlin')
          .toInstant()
          .toString(),
      }

// March 28 has 23 hours there.
it.each([
  ['2027-03-26T00:00', '2027-03-27T00:00', [0, 0]],
  ['2027-03-28T23:30', '2027-03-29T00:30', [2, 3]],
  ['2027-03-29T00:00', '2027-03-29T00:00', [3, 3]],
  ['2027-03-28', '2027-03-30', [2, 3]],
  ['2027-03-24', '2027-03-27', [-2, 0]],
  ['2027-03-31', '2027-04-02', [5, 6]],
])('an event from %s to %s has the days of the zone', (start, end, [first, last]) => {
  expect(spanOf({ start: timeOf(start), end: timeOf(end) })).toMatchObject({ first, last })
})
