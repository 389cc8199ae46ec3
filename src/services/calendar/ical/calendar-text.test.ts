import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { eventMail, noonMs } from '../../../../tests/support/event-mails.ts'
import type { EventMail } from '../mail/calendar-mail.ts'
import type { Event } from '../schemas/event.ts'
import { calendarText } from './calendar-text.ts'

function printed(event: Event = {}, more: Partial<Omit<EventMail, 'event'>> = {}): string {
  const mail = eventMail(event, more)
  return calendarText({ ...mail, attendees: mail.event.attendees ?? [], nowMs: noonMs })
}

const read = (text: string) => new ICAL.Component(ICAL.parse(text))
const eventIn = (text: string) => read(text).getFirstSubcomponent('vevent')!
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('the iCalendar text of a mail', () => {
  it('says what the event is, for whom, and what is asked', () => {
    const lines = linesOf(
      printed({ location: 'Room 1', description: 'Bring <b>numbers</b>', visibility: 'private' }),
    )
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'METHOD:REQUEST',
        'UID:event1@almanac.test',
        'SEQUENCE:2',
        'DTSTAMP:20260301T120000Z',
        'DTSTART;TZID=Europe/Zurich:20260501T150000',
        'DTEND;TZID=Europe/Zurich:20260501T163000',
        'SUMMARY:Planning',
        'DESCRIPTION:Bring numbers',
        'LOCATION:Room 1',
        'URL:https://almanac.test/calendar/event?eid=abc',
        'ORGANIZER;CN=Alice:mailto:alice@example.com',
        'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Bob:mailto:bob@example.com',
        'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:carol@example.com',
        'STATUS:CONFIRMED',
        'TRANSP:OPAQUE',
        'CLASS:PRIVATE',
        'END:VCALENDAR',
      ]),
    )
  })

  it('ends every line with CRLF and folds at 75 octets without cutting a character', () => {
    const summary = 'Größe 📅 '.repeat(60).trim()
    const text = printed({ summary })
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const octets = text.split('\r\n').map((line) => Buffer.byteLength(line))
    expect(Math.max(...octets)).toBeLessThanOrEqual(75)
    expect(text).not.toContain('\uFFFD')
    expect(eventIn(text).getFirstPropertyValue('summary')).toBe(summary)
  })

  it('tells whole days as dates and needs no zone for them', () => {
    const text = printed({ start: { date: '2026-05-01' }, end: { date: '2026-05-03' } })
    expect(linesOf(text)).toContain('DTSTART;VALUE=DATE:20260501')
    expect(linesOf(text)).toContain('DTEND;VALUE=DATE:20260503')
    expect(text).not.toContain('VTIMEZONE')
  })

  it('tells times of UTC as such', () => {
    const time = { dateTime: '2026-05-01T13:00:00Z', timeZone: 'UTC' }
    const text = printed({ start: time, end: time })
    expect(linesOf(text)).toContain('DTSTART:20260501T130000Z')
    expect(text).not.toContain('DTEND')
    expect(text).not.toContain('VTIMEZONE')
  })

  it.each([
    ['2026-01-15T09:00:00+01:00', '20260115T090000'],
    ['2026-03-29T03:30:00+02:00', '20260329T033000'],
    ['2026-07-15T09:00:00+02:00', '20260715T090000'],
    ['2026-10-25T04:00:00+01:00', '20261025T040000'],
  ])('gives the time %s with a zone by which it is the same instant', (dateTime, wall) => {
    const start = { dateTime, timeZone: 'Europe/Zurich' }
    const text = printed({ start, end: start })
    expect(linesOf(text)).toContain(`DTSTART;TZID=Europe/Zurich:${wall}`)
    expect(instantOf(text)).toBe(Temporal.Instant.from(dateTime).epochMilliseconds)
  })

  const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Zurich' })

  it('gives the second of two equal times in UTC', () => {
    const [first, second] = [at('2026-10-25T02:30:00+02:00'), at('2026-10-25T02:30:00+01:00')]
    const single = linesOf(printed({ start: first, end: second }))
    expect(single).toContain('DTSTART;TZID=Europe/Zurich:20261025T023000')
    expect(single).toContain('DTEND:20261025T013000Z')
    expect(linesOf(printed({ start: second, end: second }))).toContain('DTSTART:20261025T013000Z')
  })

  it('excludes the first of two equal times from a series that starts at the second one', () => {
    const start = at('2026-10-25T02:30:00+01:00')
    const end = at('2026-10-25T04:00:00+01:00')
    const lines = linesOf(printed({ start, end, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }))
    const times = lines
      .slice(lines.indexOf('BEGIN:VEVENT'))
      .filter((line) => /^(DTSTART|DTEND|EXDATE|RDATE)/.test(line))
    expect(times).toEqual([
      'DTSTART;TZID=Europe/Zurich:20261025T023000',
      // An hour and a half later, because the hour in between counts twice.
      'DTEND;TZID=Europe/Zurich:20261025T030000',
      'EXDATE;TZID=Europe/Zurich:20261025T023000',
      'RDATE:20261025T013000Z',
    ])
  })

  it.each([
    ['America/New_York', '2026-11-01T12:00:00-05:00'],
    ['Australia/Lord_Howe', '2026-12-01T12:00:00+11:00'],
    ['Asia/Kathmandu', '2026-12-01T12:00:00+05:45'],
    ['Africa/Casablanca', '2026-03-10T12:00:00+00:00'],
  ])('describes the zone %s', (timeZone, dateTime) => {
    const start = { dateTime, timeZone }
    expect(instantOf(printed({ start, end: start }))).toBe(
      Temporal.Instant.from(dateTime).epochMilliseconds,
    )
  })

  it.each([
    [
      'Europe/Zurich',
      '2026-05-01T15:00:00+02:00',
      ['BYMONTH=3;BYDAY=-1SU', 'BYMONTH=10;BYDAY=-1SU'],
    ],
    [
      'America/New_York',
      '2026-05-01T15:00:00-04:00',
      ['BYMONTH=3;BYDAY=2SU', 'BYMONTH=11;BYDAY=1SU'],
    ],
    ['Africa/Casablanca', '2026-05-01T15:00:00+01:00', []],
    ['Asia/Tokyo', '2026-05-01T15:00:00+09:00', []],
  ] as const)(
    'describes the zone %s of a series for years to come',
    (timeZone, dateTime, rules) => {
      const start = { dateTime, timeZone }
      const text = printed({ start, end: start, recurrence: ['RRULE:FREQ=WEEKLY'] })
      for (const rule of rules) expect(text).toContain(`RRULE:FREQ=YEARLY;${rule}\r\n`)
      for (const wall of ['2031-01-15T09:00:00', '2031-07-15T09:00:00', '2034-12-01T00:00:00']) {
        const offset = Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).offsetNanoseconds
        expect(zoneIn(text).utcOffset(icalTime(wall))).toBe(offset / 1e9)
      }
    },
  )

  it('carries the lines of a series, with the zone and the type of the start', () => {
    const lines = linesOf(
      printed({
        recurrence: [
          'RRULE:FREQ=WEEKLY;COUNT=5',
          'EXDATE:20260508T150000',
          'EXDATE;TZID=Asia/Tokyo:20260515T220000',
          'RDATE:20260601T130000Z',
          'EXDATE:20260522',
        ],
      }),
    )
    expect(lines).toEqual(
      expect.arrayContaining([
        'RRULE:FREQ=WEEKLY;COUNT=5',
        'EXDATE;TZID=Europe/Zurich:20260508T150000',
        'EXDATE;TZID=Asia/Tokyo:20260515T220000',
        'RDATE:20260601T130000Z',
        'EXDATE;TZID=Europe/Zurich:20260522T150000',
        'TZID:Asia/Tokyo',
      ]),
    )
  })

  it('names the instance by the start that its series gives it', () => {
    const text = printed({
      recurringEventId: 'event1',
      originalStartTime: { dateTime: '2026-05-01T11:00:00+02:00', timeZone: 'Europe/Zurich' },
    })
    expect(linesOf(text)).toContain('RECURRENCE-ID;TZID=Europe/Zurich:20260501T110000')
    expect(linesOf(text)).toContain('UID:event1@almanac.test')
  })

  it('of a cancelled instance that keeps nothing but its original start tells that original start', () => {
    const originalStartTime = { date: '2026-05-01' }
    const mail = eventMail({}, { method: 'CANCEL' })
    const event = { id: 'x', iCalUID: 'x', recurringEventId: 'x', originalStartTime }
    const lines = linesOf(calendarText({ ...mail, event, attendees: [], nowMs: noonMs }))
    expect(lines).toContain('DTSTART;VALUE=DATE:20260501')
    expect(lines).toContain('RECURRENCE-ID;VALUE=DATE:20260501')
    expect(lines).toContain('STATUS:CANCELLED')
    expect(lines).toContain('ORGANIZER;CN=Alice:mailto:alice@example.com')
  })
})

function icalTime(wall: string): ICAL.Time {
  const { year, month, day, hour, minute, second } = Temporal.PlainDateTime.from(wall)
  return new ICAL.Time(
    { year, month, day, hour, minute, second, isDate: false },
    ICAL.Timezone.localTimezone,
  )
}

function zoneIn(text: string) {
  const component = read(text).getFirstSubcomponent('vtimezone')!
  return new ICAL.Timezone(component)
}

/** The start as another calendar reads it, by nothing but the text. */
function instantOf(text: string): number {
  const start = eventIn(text).getFirstPropertyValue('dtstart') as ICAL.Time
  const wallMs = Temporal.Instant.from(`${start.toString().replace('Z', '')}Z`).epochMilliseconds
  return wallMs - zoneIn(text).utcOffset(start) * 1000
}
