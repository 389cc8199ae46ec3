import { oneLine } from '../mail/layout.ts'
import { exportedRecurrence, isUtc } from '../recurrence/exported-lines.ts'
import type { Event, EventAttendee, EventDateTime } from '../schemas/event.ts'
import { civilTimeText, midnightIn } from '../time/civil-date.ts'
import { instantIn, instantMsAt, wallMsAt } from '../time/zone-offsets.ts'
import type { PrintedMail } from './calendar-text.ts'

type ValueType =
  | 'text'
  | 'date'
  | 'date-time'
  | 'integer'
  | 'uri'
  | 'cal-address'
  | 'utc-offset'
  | 'duration'

type Parameters = Readonly<Record<string, string | undefined>>

/**
 * Renders a property, escaped and folded. The result is that of ical.js, which takes nine times as long. Texts may
 * contain no control characters except line feeds.
 */
export function contentLine(
  name: string,
  parameters: Parameters,
  type: ValueType,
  value: string | number,
): string {
  let line = name.toUpperCase()
  for (const parameter in parameters) {
    const text = parameters[parameter]
    if (text !== undefined) line += `;${parameter.toUpperCase()}=${parameterText(text)}`
  }
  // The default type of all properties with dates is DATE-TIME.
  if (type === 'date') line += ';VALUE=DATE'
  return foldedLine(`${line}:${valueText(type, String(value))}`)
}

/** Encodes quotation marks and line feeds (RFC 6868). */
function parameterText(text: string): string {
  const encoded = /[\n^"]/.test(text)
    ? text.replaceAll('^', '^^').replaceAll('\n', '^n').replaceAll('"', "^'")
    : text
  return /[,:;]/.test(encoded) ? `"${encoded}"` : encoded
}

function valueText(type: ValueType, value: string): string {
  if (type === 'text') return escapedText(value)
  if (type === 'date' || type === 'date-time') return value.replace(/[-:]/g, '')
  return type === 'utc-offset' ? value.replaceAll(':', '') : value
}

/** Escapes a text for the value of a property. */
export const escapedText = (text: string): string =>
  /[\\,;\n]/.test(text) ? text.replace(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n') : text

/** The maximum length of a line in octets. */
const lineBytesMax = 75

/** Folds a line that is too long into several (RFC 5545, 3.1), without splitting characters. */
function foldedLine(line: string): string {
  if (line.length * 3 <= lineBytesMax || (line.length <= lineBytesMax && isAscii(line))) return line
  const lines: string[] = []
  let [start, bytes] = [0, 0]
  for (let at = 0; at < line.length; ) {
    const point = line.codePointAt(at)!
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (bytes + size > lineBytesMax) {
      lines.push(line.slice(start, at))
      // The space at the start of the next line counts as well.
      ;[start, bytes] = [at, 1]
    }
    bytes += size
    at += point < 0x10000 ? 1 : 2
  }
  return [...lines, line.slice(start)].join('\r\n ')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)

/** Renders a property that is stored as iCalendar. */
export const storedLine = (text: string): string => foldedLine(text.trim().replace(/\p{Cc}/gu, ''))

export const component = (name: string, lines: readonly string[]): string =>
  [`BEGIN:${name}`, ...lines, `END:${name}`].join('\r\n')

/** The properties at the start of a calendar. Stored objects have no method. */
export const headLines = (method?: string): string[] => [
  contentLine('prodid', {}, 'text', '-//Almanac//Almanac Calendar//EN'),
  contentLine('version', {}, 'text', '2.0'),
  contentLine('calscale', {}, 'text', 'GREGORIAN'),
  ...(method === undefined ? [] : [contentLine('method', {}, 'text', method)]),
]

/** The times and the recurrence of an event. */
export function timeLines(event: Event, zone: string): string[] {
  const { recurringEventId, originalStartTime } = event
  const isSeries = (event.recurrence ?? []).length > 0
  const {
    start = originalStartTime,
    end,
    recurrence,
  } = isSeries ? withExportedTimes(event, zone) : event
  const isInstance = recurringEventId !== undefined && originalStartTime !== undefined
  // The standard forbids an end that is not later than the start.
  const isMoment = (end?.dateTime ?? end?.date) === (start?.dateTime ?? start?.date)
  return [
    ...(start === undefined ? [] : [momentLine('dtstart', start, zone)]),
    ...(end === undefined || isMoment ? [] : [momentLine('dtend', end, zone)]),
    ...(isInstance ? [momentLine('recurrence-id', originalStartTime, zone)] : []),
    ...(recurrence ?? []).map(storedLine),
  ]
}

/**
 * The times and the recurrence of a series, as iCalendar requires them. A series follows the zone of its start,
 * in which a wall-clock time that occurs twice means the first one. A series that starts at the second one
 * is therefore stated from the first one, which is excluded.
 */
export function withExportedTimes(event: Event, zone: string): Event {
  const { start, end } = event
  const recurrence = recurrenceLines(event, zone)
  if (start?.dateTime === undefined || end === undefined) return { ...event, recurrence }
  const ownZone = zoneOf(start, zone)
  const startMs = instantMsOf(start)
  const repeatedMs = startMs - instantMsAt(ownZone, wallMsAt(ownZone, startMs))
  if (repeatedMs === 0) return { ...event, recurrence }
  const stated = earlier(start, repeatedMs)
  const lines = [momentLine('exdate', stated, zone), momentLine('rdate', start, zone)]
  return {
    ...event,
    start: stated,
    end: earlier(end, repeatedMs),
    recurrence: [...recurrence, ...lines],
  }
}

const earlier = (time: EventDateTime, byMs: number): EventDateTime => ({
  ...time,
  dateTime: `${civilTimeText(instantMsOf(time) - byMs)}Z`,
})

/** The recurrence lines of a series, as iCalendar requires them. */
export function recurrenceLines({ start, recurrence = [] }: Event, zone: string): string[] {
  if (start?.dateTime === undefined) return exportedRecurrence(recurrence, undefined)
  const ownZone = zoneOf(start, zone)
  const instantMs = instantIn(start.dateTime, ownZone)!
  return exportedRecurrence(recurrence, { zone: ownZone, instantMs })
}

/** Whether an event blocks time, and who may see it. */
export function availabilityLines({ transparency, visibility = '' }: Event): string[] {
  const secrecy = classes[visibility]
  return [
    contentLine('transp', {}, 'text', transparency === 'transparent' ? 'TRANSPARENT' : 'OPAQUE'),
    ...(secrecy === undefined ? [] : [contentLine('class', {}, 'text', secrecy)]),
  ]
}

const classes: Readonly<Record<string, string>> = {
  public: 'PUBLIC',
  private: 'PRIVATE',
  confidential: 'CONFIDENTIAL',
}

/** A date, a UTC time, or a wall-clock time with its zone. */
export function momentLine(name: string, time: EventDateTime, mailZone: string): string {
  if (time.date !== undefined) return contentLine(name, {}, 'date', time.date)
  const zone = zoneOf(time, mailZone)
  const instantMs = instantMsOf(time)
  const wallMs = wallMsAt(zone, instantMs)
  // A wall-clock time that occurs twice means the first one (RFC 5545, 3.3.5).
  return isUtc(zone) || instantMsAt(zone, wallMs) !== instantMs
    ? contentLine(name, {}, 'date-time', `${civilTimeText(instantMs)}Z`)
    : contentLine(name, { tzid: zone }, 'date-time', civilTimeText(wallMs))
}

export const zoneOf = (time: EventDateTime | undefined, mailZone: string): string =>
  time?.timeZone ?? mailZone

/** For a date, its UTC midnight. */
export const instantMsOf = ({ date = '', dateTime }: EventDateTime): number =>
  dateTime === undefined ? midnightIn(date) : instantIn(dateTime, 'UTC')!

/** The organizer; the sender if the event has none. */
export function organizerLine({
  event,
  from,
}: {
  readonly event: Pick<Event, 'organizer'>
  readonly from: { readonly email: string; readonly displayName?: string | undefined }
}): string {
  const { email = from.email, displayName } = event.organizer ?? from
  return contentLine('organizer', { cn: nameOf(displayName) }, 'cal-address', addressOf(email))
}

export function attendeeLine(
  attendee: EventAttendee,
  method: PrintedMail['method'] | 'PUBLISH',
): string {
  const { email = '', displayName, resource, optional, responseStatus = '' } = attendee
  const answer = participation[responseStatus] ?? 'NEEDS-ACTION'
  const parameters = {
    cutype: resource ? 'RESOURCE' : 'INDIVIDUAL',
    role: optional ? 'OPT-PARTICIPANT' : 'REQ-PARTICIPANT',
    partstat: answer,
    rsvp: method === 'REQUEST' && answer === 'NEEDS-ACTION' ? 'TRUE' : undefined,
    cn: nameOf(displayName),
    'x-num-guests': attendee.additionalGuests ? String(attendee.additionalGuests) : undefined,
  }
  return contentLine('attendee', parameters, 'cal-address', addressOf(email))
}

const participation: Readonly<Record<string, string>> = {
  needsAction: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
  tentative: 'TENTATIVE',
}

// Parameters can't contain double quotes in a way that all clients understand.
const nameOf = (name: string | undefined): string | undefined =>
  oneLine(name ?? '').replaceAll('"', "'") || undefined

const addressOf = (email: string) => `mailto:${email.toWellFormed().replace(/[\s\p{Cc}]/gu, '')}`
