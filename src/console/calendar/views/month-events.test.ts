import { expect, test } from 'vitest'
import type { Occurrence } from '../state/occurrences.ts'
import { monthEvents } from './month-events.ts'

const zone = 'Europe/Berlin'
const range = {
  start: Temporal.PlainDate.from('2027-03-01'),
  end: Temporal.PlainDate.from('2027-04-05'),
}

const occurrence = (key: string, start: object, end: object) =>
  ({ key, calendar: {}, event: { id: key, start, end }, color: '#000000' }) as unknown as Occurrence

/** From and to a time in the zone, to the hour. */
const timed = (key: string, from: string, to: string): Occurrence => {
  const at = (text: string) => ({
    dateTime: Temporal.PlainDateTime.from(text).toZonedDateTime(zone).toInstant().toString(),
  })
  return occurrence(key, at(from), at(to))
}

const allDay = (key: string, from: string, to: string): Occurrence =>
  occurrence(key, { date: from }, { date: to })

function drawnOf(
  occurrences: readonly Occurrence[],
  { perDayMax = 2, wholeDay }: { perDayMax?: number; wholeDay?: string } = {},
) {
  const { drawn, leftOut } = monthEvents(occurrences, { range, zone, perDayMax, wholeDay })
  return { drawn: drawn.map(({ key }) => key), leftOut: Object.fromEntries(leftOut) }
}

test('a day draws its first events and counts the others', () => {
  const hours = ['12', '10', '09', '11'].map((hour) =>
    timed(hour, `2027-03-10T${hour}`, `2027-03-10T${hour}:30`),
  )
  expect(drawnOf(hours)).toEqual({ drawn: ['09', '10'], leftOut: { '2027-03-10': 2 } })
  expect(drawnOf(hours, { wholeDay: '2027-03-10' })).toEqual({
    drawn: ['09', '10', '11', '12'],
    leftOut: {},
  })
})

test('an event of several days is drawn if one of them has room for it', () => {
  const events = [
    allDay('first', '2027-03-10', '2027-03-11'),
    timed('second', '2027-03-10T08', '2027-03-10T09'),
    timed('trip', '2027-03-10T10', '2027-03-12T10'),
    timed('late', '2027-03-10T11', '2027-03-10T12'),
  ]
  expect(drawnOf(events)).toEqual({
    drawn: ['first', 'second', 'trip'],
    leftOut: { '2027-03-10': 1 },
  })
})

test('a night belongs to its first day', () => {
  const events = [
    timed('night', '2027-03-10T22', '2027-03-11T06'),
    timed('one', '2027-03-11T10', '2027-03-11T11'),
    timed('two', '2027-03-11T11', '2027-03-11T12'),
  ]
  expect(drawnOf(events)).toEqual({ drawn: ['night', 'one', 'two'], leftOut: {} })
})

test('days begin at midnight in the zone, also when clocks change', () => {
  // March 28 has 23 hours there.
  for (const day of ['2027-03-28', '2027-03-29', '2027-04-04']) {
    const events = [
      timed('first', `${day}T00`, `${day}T01`),
      timed('last', `${day}T23`, `${day}T23:30`),
    ]
    expect(drawnOf(events, { perDayMax: 1 })).toEqual({ drawn: ['first'], leftOut: { [day]: 1 } })
  }
})

test('events that begin before the month count on the days that it shows', () => {
  const events = [
    allDay('long', '2027-02-20', '2027-05-01'),
    timed('other', '2027-03-01T10', '2027-03-01T11'),
  ]
  expect(drawnOf(events, { perDayMax: 1 })).toEqual({
    drawn: ['long'],
    leftOut: { '2027-03-01': 1 },
  })
})
