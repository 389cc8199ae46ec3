import { expect, it } from 'vitest'
import type { Occurrence } from '../state/occurrences.ts'
import { eventsBesideTitles } from './beside-titles.ts'

const timed = (key: string, from: string, to: string): Occurrence => {
  const at = (time: string) => ({ dateTime: `2027-03-10T${time}:00Z` })
  return {
    key,
    calendar: { id: 'primary', summary: 'Mine', accessRole: 'owner' },
    event: { id: key, start: at(from), end: at(to) },
    color: '#000000',
  }
}

it.each([
  ['begins with it', '09:00', '10:00', ['first', 'second']],
  ['begins soon after', '09:30', '10:00', ['first']],
  ['begins after the title', '10:00', '11:00', []],
  ['ends before it', '08:00', '09:00', []],
  ['began long before', '07:00', '11:00', []],
])('an event that %s is beside the title', (_, from, to, keys) => {
  const events = [timed('first', '09:00', '12:00'), timed('second', from, to)]
  expect([...eventsBesideTitles(events)].toSorted()).toEqual(keys)
})

it('an event that begins when another ends is not beside its title', () => {
  const events = [timed('first', '09:00', '09:30'), timed('second', '09:30', '10:00')]
  expect([...eventsBesideTitles(events)]).toEqual([])
})
