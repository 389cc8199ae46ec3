import type { EventMail } from '#/services/calendar/mail/calendar-mail.ts'
import type { Event } from '#/services/calendar/schemas/event.ts'

export const noonMs = Temporal.Instant.from('2026-03-01T12:00:00Z').epochMilliseconds

/** An invitation of two guests to an event in Zurich, with what a test wants to be different. */
export const eventMail = (
  event: Event = {},
  mail: Partial<Omit<EventMail, 'event'>> = {},
): EventMail => ({
  template: 'eventMail',
  method: 'REQUEST',
  calendarId: 'alice@example.com',
  from: { email: 'alice@example.com', displayName: 'Alice' },
  recipients: ['bob@example.com', 'carol@example.com'],
  changeId: 'change-1',
  zone: 'Europe/Zurich',
  ...mail,
  event: {
    id: 'event1',
    iCalUID: 'event1@almanac.test',
    status: 'confirmed',
    htmlLink: 'https://almanac.test/calendar/event?eid=abc',
    summary: 'Planning',
    start: { dateTime: '2026-05-01T15:00:00+02:00', timeZone: 'Europe/Zurich' },
    end: { dateTime: '2026-05-01T16:30:00+02:00', timeZone: 'Europe/Zurich' },
    sequence: 2,
    organizer: { email: 'alice@example.com', displayName: 'Alice', self: true },
    attendees: [
      { email: 'bob@example.com', displayName: 'Bob', responseStatus: 'needsAction' },
      { email: 'carol@example.com', optional: true, responseStatus: 'accepted' },
    ],
    ...event,
  },
})
