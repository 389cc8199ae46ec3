import { describe, expect, it } from 'vitest'
import type { View } from '../../rendering/event-reply.ts'
import type { Event, EventDateTime } from '../../schemas/event.ts'
import type { EventRow } from '../../store/events.ts'
import { instantIn } from '../../time/zone-offsets.ts'
import { isSaidByRows, isSaidByText, objectText } from './object-text.ts'
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
  return [isSaidByRows(rows, view, read), await isSaidByText(read, { render, zone })]
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

const berlin = (name: string, time: string) => `${name};TZID=Europe/Berlin:202605${time}`
const seriesLines = ['UID:a', berlin('DTSTART', '04T100000'), berlin('DTEND', '04T110000')]
const instanceLines = (day: string, hour: string) => [
  ...['UID:a', berlin('RECURRENCE-ID', `${day}T100000`)],
  ...[berlin('DTSTART', `${day}T${hour}0000`), berlin('DTEND', `${day}T${hour}3000`)],
]
const calendarOf = (...events: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
const timed = (day: string, hours: string) => ({
  dateTime: `2026-05-${day}T${hours}:00+02:00`,
  timeZone: zone,
})

/** A daily series whose second instance is later and whose third is cancelled. */
const seriesRows = (change: Partial<Event> = {}): EventRow[] => {
  const [start, end] = [timed('04', '10:00'), timed('04', '11:00')]
  const series = { id: 'a', iCalUID: 'a', start, end, recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] }
  const exception = (day: string, event: Partial<Event>) => ({
    id: `a_202605${day}T080000Z`,
    iCalUID: 'a',
    recurringEventId: 'a',
    originalStartTime: timed(day, '10:00'),
    ...event,
  })
  const [startMs, endMs] = [Date.UTC(2026, 4, 4, 8), Date.UTC(2026, 4, 4, 9)]
  const times = { isAllDay: 0 as const, startMs, endMs }
  const later = exception('05', { start: timed('05', '12:00'), end: timed('05', '12:30') })
  const cancelled = exception('06', { start: timed('06', '10:00'), end: timed('06', '11:00') })
  const ofInstance = (day: number) =>
    ({ kind: 'exception', masterId: 'a', originalStart: Date.UTC(2026, 4, day, 8) }) as const
  return [
    { ...rowOf(series as Event), ...times, kind: 'series' },
    {
      ...rowOf({ ...later, ...change } as Event),
      ...ofInstance(5),
      internal: JSON.stringify({ overrides: { summary: 'x' } }),
    },
    { ...rowOf(cancelled as Event), ...ofInstance(6), presence: 'cancelled' },
  ]
}

describe('a series with exceptions', () => {
  const answersOf = async (text: string, rows: readonly EventRow[]) => {
    const read = (await readObject(text, zone))!
    const render = (keys?: ReadonlySet<string>) => objectText(rows, view, keys)
    return [isSaidByRows(rows, view, read), await isSaidByText(read, { render, zone })]
  }
  const rule = 'RRULE:FREQ=DAILY;COUNT=4'
  const series = [...seriesLines, rule, berlin('EXDATE', '06T100000')]
  const later = instanceLines('05', '12')
  const usual = [
    ...['UID:a', berlin('RECURRENCE-ID', '07T100000')],
    ...[berlin('DTSTART', '07T100000'), berlin('DTEND', '07T110000')],
  ]

  it.each([
    ['its instances', calendarOf(series, later), seriesRows()],
    ['an instance as the series has it', calendarOf(series, later, usual), seriesRows()],
  ])('says %s, rendered or not', async (_, text, rows) => {
    expect(await answersOf(text, rows)).toEqual([true, true])
  })

  it.each([
    ['another title of an instance', calendarOf(series, later), seriesRows({ summary: 'Other' })],
    ['one instance more', calendarOf(series), seriesRows()],
    ['one instance less', calendarOf(series, later, instanceLines('07', '13')), seriesRows()],
    ['that an instance is cancelled', calendarOf([...seriesLines, rule], later), seriesRows()],
    ['no instance at all', calendarOf(series, later, instanceLines('20', '10')), seriesRows()],
    [
      'that a sent instance is cancelled',
      calendarOf(series, later, instanceLines('06', '10')),
      seriesRows(),
    ],
  ])('does not say a text if it says %s', async (_, text, rows) => {
    expect(await answersOf(text, rows)).toEqual([false, false])
  })
})
