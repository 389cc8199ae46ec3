import { describe, expect, it } from 'vitest'
import { agendaLines } from './agenda-lines.ts'

const zone = 'Europe/Zurich'
const range = {
  start: Temporal.PlainDate.from('2027-03-08'),
  end: Temporal.PlainDate.from('2027-03-15'),
}
const calendar = { id: 'primary', summary: 'Mine', accessRole: 'owner' } as const

/** The days and times at which an event appears. */
function shown(start: string, end: string): string[] {
  const time = (text: string) =>
    text.length === 10 ? { date: text } : { dateTime: `${text}:00+01:00` }
  const event = { id: 'one', start: time(start), end: time(end) }
  const occurrence = { key: 'one', calendar, event, color: '#000000' }
  return agendaLines([occurrence], range, zone).map(({ day, time: words }) => `${day} ${words}`)
}

describe('an event in the agenda', () => {
  it.each([
    ['2027-03-09T09:00', '2027-03-09T10:00', ['2027-03-09 9:00 – 10:00 AM']],
    ['2027-03-09T22:00', '2027-03-10T00:00', ['2027-03-09 10:00 PM – 12:00 AM']],
    ['2027-03-09T09:00', '2027-03-09T09:00', ['2027-03-09 9:00 AM']],
    [
      '2027-03-09T22:00',
      '2027-03-11T01:00',
      ['2027-03-09 From 10:00 PM', '2027-03-10 All day', '2027-03-11 Until 1:00 AM'],
    ],
    ['2027-03-01', '2027-03-10', ['2027-03-08 All day', '2027-03-09 All day']],
    ['2027-03-14', '2027-03-20', ['2027-03-14 All day']],
    ['2027-03-07T22:00', '2027-03-08T01:00', ['2027-03-08 Until 1:00 AM']],
    ['2027-03-14T22:00', '2027-03-15T01:00', ['2027-03-14 From 10:00 PM']],
  ])('from %s to %s appears on each of its days', (start, end, lines) => {
    expect(shown(start, end).map((line) => line.replaceAll(/\s/g, ' '))).toEqual(lines)
  })
})
