import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  changesBetween,
  draftOf,
  duplicateOf,
  newDraft,
  problemWith,
  startingAt,
} from './draft.ts'

const zone = 'Europe/Zurich'
const talk = {
  id: 'talk',
  summary: 'Talk',
  start: { dateTime: '2027-03-27T09:00:00+01:00', timeZone: zone },
  end: { dateTime: '2027-03-27T10:30:00+01:00', timeZone: zone },
}
const holiday = { id: 'holiday', start: { date: '2027-03-01' }, end: { date: '2027-03-04' } }

describe('a draft', () => {
  it('of a duplicate is a single event that nobody has responded to', () => {
    const attendees = [
      { email: 'me@example.com', organizer: true, self: true, responseStatus: 'accepted' as const },
      { email: 'sam@example.com', optional: true, responseStatus: 'declined' as const },
    ]
    const event = { ...talk, recurrence: ['RRULE:FREQ=DAILY'], attendees }
    expect(duplicateOf(draftOf('primary', event, zone))).toMatchObject({
      summary: 'Talk',
      recurrence: [],
      attendees: [{ email: 'sam@example.com', optional: true }],
    })
  })

  it('names the last day of whole days, and the wire the one after', () => {
    const draft = draftOf('primary', holiday, 'UTC')
    expect(draft).toMatchObject({ isAllDay: true, startDate: '2027-03-01', endDate: '2027-03-03' })
    expect(bodyOf(draft)).toMatchObject({
      start: { date: '2027-03-01' },
      end: { date: '2027-03-04' },
    })
  })

  it('shows times in the zone of the event', () => {
    const draft = draftOf('primary', talk, 'Asia/Tokyo')
    expect(draft).toMatchObject({ startTime: '09:00', endTime: '10:30', zone })
    expect(bodyOf(draft)).toMatchObject({ start: talk.start, end: talk.end })
  })

  it('keeps which of two equal times it has when clocks are set back', () => {
    const start = { dateTime: '2027-10-31T02:30:00+02:00', timeZone: zone }
    const end = { dateTime: '2027-10-31T02:15:00+01:00', timeZone: zone }
    const draft = draftOf('primary', { id: 'night', start, end }, 'UTC')
    expect(problemWith(draft)).toBeUndefined()
    expect(bodyOf(draft)).toMatchObject({ start, end })
    const later = startingAt(draft, '2027-11-01', '02:30')
    expect(bodyOf(later).start).toEqual({ dateTime: '2027-11-01T02:30:00+01:00', timeZone: zone })
  })

  it('keeps its length when it begins at another time, also where a clock is changed', () => {
    const later = startingAt(draftOf('primary', talk, zone), '2027-03-28', '01:00')
    expect(later).toMatchObject({ endDate: '2027-03-28', endTime: '02:30' })
    const days = startingAt(draftOf('primary', holiday, zone), '2027-04-10', '00:00')
    expect(days).toMatchObject({ startDate: '2027-04-10', endDate: '2027-04-12' })
  })

  it.each([
    [{ endDate: '2027-03-26' }, 'The end can’t be before the start.'],
    [{ startDate: '' }, 'Choose a date.'],
    [{ endTime: '' }, 'Choose a time.'],
    [{ endTime: '09:00' }, undefined],
    [{ endDate: '20270-03-27' }, 'Choose a date.'],
    [{ isAllDay: true }, undefined],
    [{ isAllDay: true, endDate: '2027-03-26' }, 'The end can’t be before the start.'],
  ])('with %j says %s', (part, problem) => {
    expect(problemWith({ ...draftOf('primary', talk, zone), ...part })).toBe(problem)
  })

  it('says only what differs, and both times when one does', () => {
    const before = draftOf('primary', { ...talk, location: 'Hall' }, zone)
    const after = { ...before, location: '', endTime: '11:00' }
    expect(changesBetween(before, after)).toEqual({
      location: null,
      start: talk.start,
      end: { dateTime: '2027-03-27T11:00:00+01:00', timeZone: zone },
    })
    expect(changesBetween(before, before)).toEqual({})
  })

  it('begins where a person presses', () => {
    const slot = { start: talk.start, end: talk.end }
    expect(newDraft('work', slot, zone)).toMatchObject({ calendarId: 'work', summary: '' })
  })
})
