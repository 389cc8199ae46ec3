import type { Event, EventAttendee, EventDateTime } from '../schemas/event.ts'
import { descriptionText, type Layout, oneLine, type Row } from './layout.ts'

const guestsListedMax = 50

export const titleOf = ({ summary = '' }: Event): string => oneLine(summary) || '(No title)'

/** The facts about an event in a mail, with the attendees that the recipient may see. */
export function eventRows(
  event: Event,
  { timeStyle, attendees }: { timeStyle: TimeStyle; attendees: readonly EventAttendee[] },
): Row[] {
  const rows: Row[] = [
    { label: 'When', text: whenText(event, timeStyle) },
    { label: 'Repeats', text: event.recurrence?.length ? 'yes; the attached file says when' : '' },
    { label: 'Where', text: oneLine(event.location ?? '') },
    { label: 'Join', text: oneLine(joinAddress(event) ?? '') },
    { label: 'Organizer', text: organizerText(event) },
    { label: 'Guests', text: guestsText(attendees) },
    { label: 'Description', text: descriptionText(event.description ?? '') },
  ]
  return rows.filter(({ text }) => text !== '')
}

/** The page of the event. Only HTTP and HTTPS addresses become links. */
export function linkOf({ htmlLink }: Event): Layout['link'] {
  const isWebAddress = htmlLink !== undefined && /^https?:\/\/[^\s\p{Cc}]+$/u.test(htmlLink)
  return isWebAddress ? { label: 'Open the event', address: htmlLink } : undefined
}

function joinAddress({ hangoutLink, conferenceData }: Event): string | undefined {
  const video = conferenceData?.entryPoints?.find(
    ({ entryPointType }) => entryPointType === 'video',
  )
  return video?.uri ?? hangoutLink
}

function organizerText({ organizer, attendees = [] }: Event): string {
  if (organizer?.email === undefined || attendees.length === 0) return ''
  const name = oneLine(organizer.displayName ?? '')
  return name === '' ? organizer.email : `${name} <${organizer.email}>`
}

function guestsText(attendees: readonly EventAttendee[]): string {
  const listed = attendees.slice(0, guestsListedMax).map(guestText)
  const othersCount = attendees.length - listed.length
  return [...listed, ...(othersCount > 0 ? [`and ${othersCount} more`] : [])].join('\n')
}

function guestText({ email = '', displayName, optional, responseStatus = '' }: EventAttendee) {
  const name = oneLine(displayName ?? '')
  const answer = responseStatus === 'needsAction' ? '' : responseStatus
  const remarks = [optional ? 'optional' : '', answer].filter(Boolean)
  const who = name === '' ? email : `${name} <${email}>`
  return remarks.length === 0 ? who : `${who} (${remarks.join(', ')})`
}

/** How to write times. */
export interface TimeStyle {
  readonly zone: string
  /** 12 or 24 hours; 24 by default. */
  readonly clock?: 12 | 24
}

/** When an event is: `Fri, 1 May 2026, 15:00 – 16:00 (Europe/Zurich)`. */
export function whenText({ start, end, originalStartTime }: Event, timeStyle: TimeStyle): string {
  const begins = start ?? originalStartTime
  if (begins === undefined) return 'not known'
  const isTimed = begins.date === undefined
  return isTimed ? timeText(begins, end, timeStyle) : daysText(begins.date!, end?.date)
}

function timeText(
  begins: EventDateTime,
  ends: EventDateTime | undefined,
  { zone, clock = 24 }: TimeStyle,
): string {
  const from = zonedTime(begins, zone)
  const to = ends?.dateTime === undefined ? from : zonedTime(ends, zone)
  const first = `${dayText(from.toPlainDate())}, ${clockText(from, clock)}`
  if (from.equals(to)) return `${first} (${zone})`
  const isSameDay = from.toPlainDate().equals(to.toPlainDate())
  const end = clockText(to, clock)
  const last = isSameDay ? end : `${dayText(to.toPlainDate())}, ${end}`
  return `${first} – ${last} (${zone})`
}

/** The end is exclusive. */
function daysText(first: string, end: string | undefined): string {
  const from = Temporal.PlainDate.from(first)
  const to = end === undefined ? from : Temporal.PlainDate.from(end).subtract({ days: 1 })
  const isOneDay = Temporal.PlainDate.compare(to, from) <= 0
  return isOneDay ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
}

const zonedTime = ({ dateTime }: EventDateTime, zone: string) =>
  Temporal.Instant.from(dateTime!).toZonedDateTimeISO(zone)

function dayText(date: Temporal.PlainDate): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    calendar: 'gregory',
  })
  return dayFormat.format(date)
}

// Creating a format is slow, so it is done on first use.
let dayFormat: Intl.DateTimeFormat | undefined

function clockText(time: Temporal.ZonedDateTime, clock: 12 | 24): string {
  if (clock === 24) return time.toPlainTime().toString({ smallestUnit: 'minute' })
  const minutes = String(time.minute).padStart(2, '0')
  return `${time.hour % 12 || 12}:${minutes} ${time.hour < 12 ? 'am' : 'pm'}`
}
