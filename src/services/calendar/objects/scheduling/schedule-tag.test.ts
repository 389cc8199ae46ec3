import { describe, expect, it } from 'vitest'
import type { Event } from '../../schemas/event.ts'
import type { EventRow } from '../../store/events.ts'
import { scheduleTagOf } from './schedule-tag.ts'

const ann = { email: 'ann@example.com', responseStatus: 'accepted' }
const ben = { email: 'ben@example.com', responseStatus: 'needsAction' }
const event: Event = {
  id: 'a',
  summary: 'Lunch',
  start: { dateTime: '2026-05-04T10:00:00Z' },
  organizer: { email: ann.email },
  attendees: [ann, ben],
}

const tagOf = (change: Event, calendarId = ann.email) =>
  scheduleTagOf(
    [{ presence: 'live', wire: JSON.stringify({ ...event, ...change }) } as EventRow],
    calendarId,
  )

describe('the schedule tag of an object', () => {
  it.each<[string, Event]>([
    ['another attendee responds', { attendees: [ann, { ...ben, responseStatus: 'declined' }] }],
    ['another attendee comments', { attendees: [ann, { ...ben, comment: 'Late' }] }],
    ['the event has another etag', { etag: '"1"', updated: '2026-05-04T10:00:00Z' }],
    ['the color changes', { colorId: '4' }],
    ['the order of attendees changes', { attendees: [ben, ann] }],
  ])('stays if %s', (_, change) => {
    expect(tagOf(change)).toBe(tagOf({}))
  })

  it.each<[string, Event]>([
    ['the time changes', { start: { dateTime: '2026-05-04T11:00:00Z' } }],
    ['the title changes', { summary: 'Dinner' }],
    ['somebody is invited', { attendees: [ann, ben, { email: 'c@example.com' }] }],
    ['somebody becomes optional', { attendees: [ann, { ...ben, optional: true }] }],
    ['the owner of the calendar responds', { attendees: [{ ...ann, responseStatus: '' }, ben] }],
  ])('changes if %s', (_, change) => {
    expect(tagOf(change)).not.toBe(tagOf({}))
  })

  it('is absent if nobody is invited', () => {
    const { attendees: _, ...alone } = event
    const row = { presence: 'live', wire: JSON.stringify(alone) } as EventRow
    expect(scheduleTagOf([row], ann.email)).toBeUndefined()
  })
})
