import { describe, expect, it } from 'vitest'
import { conflictsAt, freeTimes } from './free-times.ts'

const from = Temporal.ZonedDateTime.from('2027-01-15T00:00[Europe/Zurich]')
const found = (busy: readonly [string, string][], minutes = 60, countMax = 3) =>
  freeTimes({
    people: [{ name: 'Ann', isKnown: true, busy: busy.map(([start, end]) => ({ start, end })) }],
    from,
    until: from.add({ days: 7 }),
    minutes,
    countMax,
  }).map((time) => time.toPlainDateTime().toString())

describe('times that suit all', () => {
  it('are the first ones of the working day', () => {
    expect(found([])).toEqual(['2027-01-15T08:00:00', '2027-01-15T09:00:00', '2027-01-15T10:00:00'])
  })

  it('leave out what is taken, and go on after the weekend', () => {
    expect(found([['2027-01-15T07:30:00Z', '2027-01-15T16:30:00Z']])).toEqual([
      '2027-01-18T08:00:00',
      '2027-01-18T09:00:00',
      '2027-01-18T10:00:00',
    ])
  })

  it('are not offered where the availability of someone is unknown', () => {
    const people = [{ name: 'Ann', isKnown: false, busy: [] }]
    const until = from.add({ days: 7 })
    expect(freeTimes({ people, from, until, minutes: 60, countMax: 3 })).toEqual([])
  })

  it('end when nothing is left', () => {
    expect(found([['2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z']])).toEqual([])
  })

  it('offer the morning for what is longer than a working day', () => {
    expect(found([], 12 * 60, 1)).toEqual(['2027-01-15T08:00:00'])
  })
})

describe('conflicts at a time', () => {
  const busy = [{ start: '2027-01-15T09:00:00Z', end: '2027-01-15T10:00:00Z' }]
  const people = [
    { name: 'Ann', isKnown: true, busy },
    { name: 'Ben', isKnown: false, busy: [] },
  ]
  it.each([
    ['2027-01-15T09:30:00Z', ['Ann']],
    ['2027-01-15T10:00:00Z', []],
  ])('at %s name who is busy and who is unknown', (start, names) => {
    const startMs = Date.parse(start)
    expect(conflictsAt(people, startMs, startMs + 3_600_000)).toEqual({
      busy: names,
      unknown: ['Ben'],
    })
  })
})
