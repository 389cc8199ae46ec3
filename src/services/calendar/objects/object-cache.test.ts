import { describe, expect, it } from 'vitest'
import { CalendarHeads } from './object-cache.ts'

const head = (changeNumber: number, eventId: string, name = `${eventId}.ics`) => ({
  calendarKey: 1,
  userId: 'user',
  rowsVersion: '',
  eventId,
  name,
  changeNumber,
})

describe('the heads of a calendar', () => {
  it('tell which of them have changed after a number', () => {
    const heads = new CalendarHeads()
    heads.add([head(1, 'a'), head(3, 'b')], 4)
    expect(heads.number).toBe(4)
    heads.add([head(6, 'a'), head(7, 'c')], 5)
    expect(heads.number).toBe(7)
    const after = (number: number) => heads.changedAfter(number).map((one) => one.eventId)
    expect(after(0).sort()).toEqual(['a', 'b', 'c'])
    expect(after(3).sort()).toEqual(['a', 'c'])
    expect(after(7)).toEqual([])
  })

  it('ignore what another request has read before', () => {
    const heads = new CalendarHeads()
    heads.add([head(2, 'a', 'new.ics')], 2)
    heads.add([head(1, 'a', 'old.ics')], 1)
    expect(heads.of('a')).toEqual(head(2, 'a', 'new.ics'))
    expect(heads.changedAfter(0)).toHaveLength(1)
  })

  it('do not give an event a name that another event has taken', () => {
    const heads = new CalendarHeads()
    heads.add([head(1, 'a', 'name.ics'), head(2, 'b', 'name.ics')], 2)
    expect(heads.eventNamed('name.ics')).toBe('b')
    expect(heads.of('a')).toBeUndefined()
    expect(heads.changedAfter(0)).toEqual([head(2, 'b', 'name.ics')])
  })

  it('find changes among many that were replaced', () => {
    const heads = new CalendarHeads()
    for (let number = 1; number <= 5_000; number++) heads.add([head(number, `${number % 7}`)], 0)
    expect(heads.size).toBe(7)
    expect(heads.changedAfter(0).map((one) => one.changeNumber)).toEqual([
      5000, 4999, 4998, 4997, 4996, 4995, 4994,
    ])
  })
})
