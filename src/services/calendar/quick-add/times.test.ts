import { describe, expect, it } from 'vitest'
import { readQuickAdd } from './quick-add.ts'

async function timesOf(text: string, now = '2026-05-27T10:15') {
  const context = { now: Temporal.ZonedDateTime.from(`${now}[Europe/Berlin]`), lengthMinutes: 60 }
  const { summary, start, end } = await readQuickAdd(text, context)
  expect(summary).toBe('Walk')
  return `${start}/${end}`.replaceAll(':00/', '/').replace(/:00$/, '').replaceAll('2026-05-', '')
}

describe('a time', () => {
  it.each([
    ['7pm', '27T19:00/27T20:00'],
    ['7:30 pm', '27T19:30/27T20:30'],
    ['7.30pm', '27T19:30/27T20:30'],
    ['7 p.m.', '27T19:00/27T20:00'],
    ['@7pm', '27T19:00/27T20:00'],
    ['19:00', '27T19:00/27T20:00'],
    ['07:30', '28T07:30/28T08:30'],
    ['12:30', '27T12:30/27T13:30'],
    ['12am', '28T00:00/28T01:00'],
    ['12pm', '27T12:00/27T13:00'],
    ['noon', '27T12:00/27T13:00'],
    ['midnight', '28T00:00/28T01:00'],
    ['10:15', '27T10:15/27T11:15'],
    ['10:14am', '28T10:14/28T11:14'],
    ['3 in the afternoon', '27T15:00/27T16:00'],
    ['in 2 hours', '27T12:15/27T13:15'],
    ['in half an hour', '27T10:45/27T11:45'],
    ['90 minutes from now', '27T11:45/27T12:45'],
    ['2026-05-30T19:00', '30T19:00/30T20:00'],
    ['today 8am', '27T08:00/27T09:00'],
    ['7pm on May 30', '30T19:00/30T20:00'],
    ['May 30 - 3pm', '30T15:00/30T16:00'],
  ])('lies ahead, unless its day is named: %s', async (words, expected) => {
    expect(await timesOf(`Walk ${words}`)).toBe(expected)
  })

  it.each([
    ['at 3', '27T15:00/27T16:00'],
    ['at 3:30', '27T15:30/27T16:30'],
    ['at 7', '27T19:00/27T20:00'],
    ['at 10', '27T22:00/27T23:00'],
    ['at 11', '27T11:00/27T12:00'],
    ['at 12', '27T12:00/27T13:00'],
    ["8 o'clock", '27T20:00/27T21:00'],
    ['at 7 tomorrow', '28T07:00/28T08:00'],
    ['tomorrow at 5', '28T17:00/28T18:00'],
    ['at 7 5/30', '30T07:00/30T08:00'],
    ['tomorrow morning at 5', '28T05:00/28T06:00'],
    ['tonight at 8', '27T20:00/27T21:00'],
  ])('without am or pm is the likely one: %s', async (words, expected) => {
    expect(await timesOf(`Walk ${words}`)).toBe(expected)
  })

  it('of a morning hour is tomorrow when both its halves are over', async () => {
    expect(await timesOf('Walk at 7', '2026-05-27T21:00')).toBe('28T07:00/28T08:00')
  })

  it.each([
    ['tomorrow morning', '28T09:00/28T10:00'],
    ['this afternoon', '27T14:00/27T15:00'],
    ['Friday evening', '29T19:00/29T20:00'],
    ['tonight', '27T20:00/27T21:00'],
    ['this morning', '27T10:15/27T11:15'],
  ])('is usual for a part of the day: %s', async (words, expected) => {
    expect(await timesOf(`Walk ${words}`)).toBe(expected)
  })

  it.each(['25:00', 'at 25:00', '13pm', '7:75', '9:00-25:00', '19:00:00'])(
    'that no clock shows stays in the title: %s',
    async (words) => {
      const context = {
        now: Temporal.ZonedDateTime.from('2026-05-27T10:15[Europe/Berlin]'),
        lengthMinutes: 60,
      }
      const event = await readQuickAdd(`Walk ${words}`, context)
      expect(`${event.summary} ${event.start}`).toBe(`Walk ${words} 2026-05-27T10:15:00`)
    },
  )
})

describe('a range of times', () => {
  it.each([
    ['3-4pm', '27T15:00/27T16:00'],
    ['3pm-4', '27T15:00/27T16:00'],
    ['11-1pm', '27T11:00/27T13:00'],
    ['12-1pm', '27T12:00/27T13:00'],
    ['12-1am', '28T00:00/28T01:00'],
    ['10am-10:25am', '28T10:00/28T10:25'],
    ['from 6pm to 8pm', '27T18:00/27T20:00'],
    ['between 3 and 4pm', '27T15:00/27T16:00'],
    ['9:00-17:00', '28T09:00/28T17:00'],
    ['14:00 – 15:30', '27T14:00/27T15:30'],
    ['from 9 to 5', '28T09:00/28T17:00'],
    ['3pm until 5', '27T15:00/27T17:00'],
    ['10pm-1am', '27T22:00/28T01:00'],
    ['10pm to midnight', '27T22:00/28T00:00'],
    ['Friday 10pm to 1', '29T22:00/30T01:00'],
  ])('ends after it begins: %s', async (words, expected) => {
    expect(await timesOf(`Walk ${words}`)).toBe(expected)
  })
})

describe('a length', () => {
  it.each([
    ['3pm for 45 minutes', '27T15:00/27T15:45'],
    ['3pm for 2 hours', '27T15:00/27T17:00'],
    ['for 1.5 hours at 3pm', '27T15:00/27T16:30'],
    ['3pm for 90 min', '27T15:00/27T16:30'],
    ['3pm for half an hour', '27T15:00/27T15:30'],
    ['3pm for 1 hour 30 minutes', '27T15:00/27T16:30'],
    ['3pm for 1h15m', '27T15:00/27T16:15'],
    ['for 45 minutes', '27T10:15/27T11:00'],
    ['for 3 days', '27/30'],
    ['Friday for two days', '29/31'],
    ['tomorrow 3pm for 2 days', '28T15:00/30T15:00'],
  ])('replaces the usual one: %s', async (words, expected) => {
    expect(await timesOf(`Walk ${words}`)).toBe(expected)
  })
})
