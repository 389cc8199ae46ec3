import { describe, expect, it } from 'vitest'
import type { View } from '../../rendering/event-reply.ts'
import type { Event, EventDateTime } from '../../schemas/event.ts'
import type { EventRow } from '../../store/events.ts'
import { instantIn } from '../../time/zone-offsets.ts'
import { isSaidBySingle, isSaidByText, objectText } from './object-text.ts'
import { readObject } from './read-object.ts'

const zone = 'Europe/Berlin'
const view = {
  calendarId: 'ann@example.com',
  calendarZone: zone,
  zone,
  role: 'owner',
  userId: 'ann',
  origin: '',
} as View

const rowOf = (event: Event): EventRow =>
  ({
    id: 'a',
    kind: 'single',
    presence: 'live',
    masterId: null,
    originalStart: null,
    visibility: 'default',
    copyOf: null,
    zone,
    internal: '',
    startMs: 0,
    endMs: 0,
    updatedAtMs: 0,
    wire: JSON.stringify(event),
  }) as EventRow

const textOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')

const start = 'DTSTART;TZID=Europe/Berlin:20260504T100000'

/** Stored times are instants. */
const stored = (time: EventDateTime): EventDateTime =>
  time.dateTime === undefined
    ? time
    : {
        ...time,
        dateTime: Temporal.Instant.fromEpochMilliseconds(
          instantIn(time.dateTime, time.timeZone!)!,
        ).toString(),
      }

/** Whether an event says all that a text says, without and with rendering the event. */
async function answers(text: string, change: Partial<Event>) {
  const read = (await readObject(text, zone))!
  const { event } = read.events.get('')!
  const times = { start: stored(event.start!), end: stored(event.end!) }
  const rows = [rowOf({ id: 'a', ...event, ...times, ...change } as Event)]
  const render = () => objectText(rows, view)
  return [isSaidBySingle(rows, view, read), await isSaidByText(read, { render, zone })]
}

const texts = {
  'a moment': textOf(start),
  'a time without a zone': textOf('DTSTART:20260504T100000', 'DURATION:PT90M'),
  'a time in UTC': textOf('DTSTART:20260504T100000Z', 'DTEND:20260504T110000Z'),
  'a time that is skipped': textOf('DTSTART;TZID=Europe/Berlin:20260329T023000', 'DURATION:PT1H'),
  'a day': textOf('DTSTART;VALUE=DATE:20260504'),
  'its texts': textOf(start, 'SUMMARY:A\\, b\\; c\\n d', 'DESCRIPTION:\\\\n', 'LOCATION:Café 😀'),
  'all else': textOf(
    start,
    ...['SEQUENCE:3', 'STATUS:TENTATIVE', 'TRANSP:TRANSPARENT', 'CLASS:CONFIDENTIAL'],
    ...['X-ALMANAC-COLOR-ID:4', 'X-ALMANAC-SOURCE:{"url":"https://example.com/"\\,"title":"A"}'],
  ),
}

describe('a single event', () => {
  it.each(Object.entries(texts))('says %s, rendered or not', async (_, text) => {
    expect(await answers(text, {})).toEqual([true, true])
  })

  it.each<[string, Partial<Event>]>([
    ['another title', { summary: 'Other' }],
    ['another start', { start: { dateTime: '2026-05-04T10:00:01+02:00', timeZone: zone } }],
    [
      'another zone',
      { start: { dateTime: '2026-05-04T10:00:00+02:00', timeZone: 'Europe/Paris' } },
    ],
    ['another end', { end: { dateTime: '2026-05-04T10:30:00+02:00', timeZone: zone } }],
    ['another sequence', { sequence: 1 }],
    ['that it may happen', { status: 'tentative' }],
    ['that it takes no time', { transparency: 'transparent' }],
    ['who may see it', { visibility: 'private' }],
    ['another color', { colorId: '1' }],
  ])('does not say a text if it says %s', async (_, change) => {
    expect(await answers(texts['a moment'], change)).toEqual([false, false])
  })
})
