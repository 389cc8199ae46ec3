import { describe, expect, it } from 'vitest'
import { shownDate, shownTimes } from '../event/times.ts'
import { type EventRow, eventIn, type ShownRow } from '../store/events.ts'
import { shownRow, type View } from './event-reply.ts'
import { eventText, seenEvent } from './presentation.ts'

const hourMs = 3_600_000
const startMs = Date.parse('2031-03-29T22:30:00Z')
const rowZone = 'Europe/Zurich'

const times = { isAllDay: false, startMs, endMs: startMs + 8 * hourMs } as const
const wireTimes = shownTimes({ ...times, startZone: 'Asia/Tokyo', endZone: rowZone }, rowZone)

const rowOf = (event: object, changes: Partial<ShownRow> = {}): ShownRow => ({
  id: 'event1',
  kind: 'single',
  presence: 'live',
  originalStart: null,
  isAllDay: 0,
  startMs,
  endMs: times.endMs,
  changeNumber: 7,
  visibility: 'default',
  creatorId: 'ann',
  awaits: 0,
  zone: rowZone,
  internal: '',
  wire: JSON.stringify({
    kind: 'calendar#event',
    etag: '"3000000000000007"',
    id: 'event1',
    status: 'confirmed',
    ...event,
  }),
  ...changes,
})

const mark = '"start":{"dateTime":"2031-01-01T00:00:00Z","timeZone":"UTC"}'
const wholeDay = { start: shownDate(0), end: shownDate(24 * hourMs) }

const rows: Readonly<Record<string, ShownRow>> = {
  'an event': rowOf({ summary: 'One', ...wireTimes, iCalUID: 'event1@google.com' }),
  'an event whose texts look like times': rowOf({
    summary: mark,
    description: `{${mark},"end":{"dateTime":"x"}`,
    ...wireTimes,
    extendedProperties: { private: { start: mark, end: mark } },
  }),
  'an event with reminders of the caller': rowOf(wireTimes, {
    internal: JSON.stringify({ reminders: { ann: { useDefault: false } } }),
  }),
  'an all-day event': rowOf(wholeDay, { isAllDay: 1, startMs: 0, endMs: 24 * hourMs }),
  'an instance without its series': rowOf(
    { ...wireTimes, recurringEventId: 'series', originalStartTime: wireTimes.start },
    { originalStart: startMs },
  ),
  'a series': rowOf(
    { ...wireTimes, recurrence: ['RRULE:FREQ=DAILY'] },
    { kind: 'series', endMs: Number.MAX_SAFE_INTEGER },
  ),
  'an event without zones': rowOf({
    start: { dateTime: wireTimes.start.dateTime },
    end: { dateTime: wireTimes.end.dateTime },
  }),
}

const viewIn = (zone: string): View => ({
  calendarId: 'ann@x.org',
  calendarZone: rowZone,
  zone,
  role: 'owner',
  userId: 'ann',
  origin: 'https://x.org',
  maxAttendees: undefined,
})

describe('the text of an event is that of the parsed event', () => {
  it.each(Object.entries(rows))('%s', (_, row) => {
    for (const zone of [rowZone, 'UTC', 'America/New_York', 'Asia/Kolkata', 'Africa/Monrovia']) {
      const view = viewIn(zone)
      expect(JSON.parse(eventText(row, view)), zone).toEqual(seenEvent(row, view))
      if (zone !== rowZone) expect(eventText(row, view)).toBe(JSON.stringify(seenEvent(row, view)))
    }
  })
})

describe('the value of a reply is that of its text', () => {
  it.each(Object.entries(rows))('%s', (_, shown) => {
    const event = { ...eventIn(shown), location: undefined }
    for (const row of [shown, { ...shown, event }] as EventRow[]) {
      for (const zone of [rowZone, 'UTC']) {
        const reply = shownRow(row, viewIn(zone))
        expect(reply.forms.value!(), zone).toEqual(JSON.parse(reply.json))
      }
    }
  })
})
