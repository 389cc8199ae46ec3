import { describe, expect, it } from 'vitest'
import type { Event } from '../schemas/event.ts'
import { type ReminderContent, reminderMail } from './reminder-mail.ts'

const event: Event = {
  summary: 'Planning',
  start: { dateTime: '2026-05-01T15:00:00+02:00' },
  end: { dateTime: '2026-05-01T16:00:00+02:00' },
}

const mailOf = (content: Partial<ReminderContent> = {}) =>
  reminderMail({
    reminderId: 'one',
    to: 'ann@example.com',
    event,
    isMasked: false,
    minutes: 10,
    calendarName: 'Work',
    timeStyle: { zone: 'Europe/Zurich', clock: 24 },
    ...content,
  })

describe('a reminder by mail', () => {
  it('shows the title, the time and the calendar in the subject', () => {
    expect(mailOf().subject).toBe(
      'Reminder: Planning @ Fri, 1 May 2026, 15:00 – 16:00 (Europe/Zurich) (Work)',
    )
  })

  it('has one id for one reminder of one person', () => {
    const ids = [mailOf(), mailOf({ event: { ...event, summary: 'Renamed' } })].map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
    expect(mailOf({ reminderId: 'other' }).id).not.toBe(ids[0])
    expect(mailOf({ to: 'bob@example.com' }).id).not.toBe(ids[0])
  })

  it.each([
    [0, 'when it starts'],
    [1, '1 minute before it starts'],
    [90, '90 minutes before it starts'],
    [60, '1 hour before it starts'],
    [2880, '2 days before it starts'],
    [40_320, '4 weeks before it starts'],
  ])('of %i minutes before comes %s', (minutes, text) => {
    expect(mailOf({ minutes }).text).toContain(`You wanted to be reminded of this event ${text}.`)
  })

  it('shows only that there is an event if the reader may not see details', () => {
    const mail = mailOf({ event: { start: event.start!, end: event.end! }, isMasked: true })
    expect(mail.subject).toMatch(/^Reminder: Busy @ /)
  })

  it('escapes what people have written', () => {
    const { html, subject } = mailOf({
      event: { ...event, summary: '<b>"&\n' },
      calendarName: '<i>\nWork',
    })
    expect(html).not.toMatch(/<b>|<i>/)
    expect(subject).not.toContain('\n')
  })
})
