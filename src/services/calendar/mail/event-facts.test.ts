import { expect, it } from 'vitest'
import { whenText } from './event-facts.ts'

const time = (dateTime: string) => ({ dateTime })

it.each([
  [{ start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }, 'Fri, 1 May 2026'],
  [
    { start: { date: '2026-05-01' }, end: { date: '2026-05-04' } },
    'Fri, 1 May 2026 – Sun, 3 May 2026',
  ],
  [
    { start: time('2026-05-01T23:00:00Z'), end: time('2026-05-02T01:00:00Z') },
    'Sat, 2 May 2026, 01:00 – 03:00 (Europe/Zurich)',
  ],
  [
    { start: time('2026-05-01T20:00:00Z'), end: time('2026-05-02T01:00:00Z') },
    'Fri, 1 May 2026, 22:00 – Sat, 2 May 2026, 03:00 (Europe/Zurich)',
  ],
  [
    { start: time('2026-01-01T08:00:00Z'), end: time('2026-01-01T08:00:00Z') },
    'Thu, 1 Jan 2026, 09:00 (Europe/Zurich)',
  ],
  [{ originalStartTime: { date: '2026-05-01' } }, 'Fri, 1 May 2026'],
])('an event at %j is told as "%s"', (event, text) => {
  expect(whenText(event, { zone: 'Europe/Zurich' })).toBe(text)
})

it.each([
  ['00:00', '12:00 am'],
  ['09:05', '9:05 am'],
  ['12:30', '12:30 pm'],
  ['23:59', '11:59 pm'],
])('a clock of twelve hours tells %s as %s', (text, told) => {
  const start = time(`2026-05-01T${text}:00Z`)
  expect(whenText({ start }, { zone: 'UTC', clock: 12 })).toBe(`Fri, 1 May 2026, ${told} (UTC)`)
})
