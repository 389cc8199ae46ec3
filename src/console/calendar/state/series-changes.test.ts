import { describe, expect, it } from 'vitest'
import { carriedOver, forSeries } from './series-changes.ts'

const zone = 'Europe/Zurich'
const time = (dateTime: string) => ({ dateTime, timeZone: zone })
const series = {
  id: 'series',
  start: time('2027-03-22T09:00:00+01:00'),
  end: time('2027-03-22T10:00:00+01:00'),
  recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO'],
}

it('a divided series has in its second part what programs and other people have added', () => {
  const added = {
    conferenceData: { entryPoints: [{ entryPointType: 'video', uri: 'https://meet.test/a' }] },
    attachments: [{ fileUrl: 'https://files.test/a' }],
    extendedProperties: { private: { ticket: '7' } },
    source: { url: 'https://tickets.test/7' },
  }
  expect(carriedOver({ ...series, ...added, summary: 'Class' })).toEqual({
    ...added,
    summary: 'Class',
  })
})

describe('a change of one of a series, said of all', () => {
  it('moves the series by as much as the one, at the same hour on both sides of a change of clocks', () => {
    const event = {
      id: 'second',
      start: time('2027-03-29T09:00:00+02:00'),
      end: time('2027-03-29T10:00:00+02:00'),
    }
    const changes = {
      start: time('2027-03-30T11:00:00+02:00'),
      end: time('2027-03-30T12:30:00+02:00'),
    }
    expect(forSeries(changes, event, series)).toEqual({
      start: time('2027-03-23T11:00:00+01:00'),
      end: time('2027-03-23T12:30:00+01:00'),
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU'],
    })
  })

  it('stays on its days where the one has a time of its own', () => {
    const event = {
      id: 'third',
      start: time('2027-04-05T08:00:00+02:00'),
      end: time('2027-04-05T09:00:00+02:00'),
    }
    const changes = {
      start: time('2027-04-05T07:00:00+02:00'),
      end: time('2027-04-05T08:00:00+02:00'),
    }
    expect(forSeries(changes, event, series)).toEqual({
      start: time('2027-03-22T07:00:00+01:00'),
      end: time('2027-03-22T08:00:00+01:00'),
      recurrence: series.recurrence,
    })
  })

  it('leaves times alone that it does not name', () => {
    expect(forSeries({ summary: 'New' }, series, series)).toEqual({ summary: 'New' })
  })
})
