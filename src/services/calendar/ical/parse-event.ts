import { decodeBody } from '#/contract/decoding/decode.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import { withoutAbsent } from '../event/event-content.ts'
import { addressIn } from '../event/properties/attendees.ts'
import { reminderMinutesMax, remindersMax } from '../event/properties/event-reminders.ts'
import type { EventReminder } from '../schemas/calendar-list-entry.ts'
import { Event, type EventAttendee, type EventDateTime } from '../schemas/event.ts'
import { type ComponentTree, componentTree } from './component-tree.ts'
import { describedZones } from './described-zone.ts'
import {
  type JcalComponent,
  type JcalProperty,
  parseCalendar,
  propertiesOf,
  textOf,
} from './parse-calendar.ts'

/** An event as iCalendar text describes it. */
export type ParsedEvent = Event & { readonly iCalUID: string }

/** Parses the unfolded text of one VEVENT. What is stated elsewhere counts more than the text. */
export async function parseEvent(
  text: string,
  zones: FileZones,
  stated: Partial<Record<keyof Event, unknown>> = {},
): Promise<ParsedEvent> {
  // Recurrence lines are validated together with the event, with better messages.
  const plain = text.replace(/^(?:RRULE|EXRULE|RDATE|EXDATE)[;:].*\r\n/gim, '')
  const calendar = await parseCalendar(`BEGIN:VCALENDAR\r\n${plain}\r\nEND:VCALENDAR`)
  const imported = importedEvent(calendar[2][0]!, text, zones)
  return decodeBody(Event, { ...imported, ...stated }) as ParsedEvent
}

/** How the zones of a text are resolved. */
export interface FileZones {
  /** Resolves a TZID of the file. */
  readonly named: (tzid: string) => string | undefined
  /** The zone of floating times. */
  readonly floating: string
}

/** The event that a VEVENT describes; `lines` is its text. */
function importedEvent(vevent: JcalComponent, lines: string, zones: FileZones): Event {
  const iCalUID = textOf(vevent, 'uid')?.trim()
  if (!iCalUID) throw requiredField('Missing UID.')
  const attendees = attendeesOf(vevent)
  return withoutAbsent({
    iCalUID,
    ...importedTimes(vevent, lines, zones),
    summary: textOf(vevent, 'summary'),
    description: textOf(vevent, 'description'),
    location: textOf(vevent, 'location'),
    sequence: sequenceOf(vevent),
    status: wordOf(statuses, textOf(vevent, 'status')),
    transparency: wordOf(transparencies, textOf(vevent, 'transp')),
    visibility: wordOf(visibilities, textOf(vevent, 'class')),
    organizer: organizerOf(vevent),
    attendees: attendees.length > 0 ? attendees : undefined,
    reminders: remindersOf(vevent),
  })
}

const statuses = { TENTATIVE: 'tentative', CONFIRMED: 'confirmed', CANCELLED: 'cancelled' }
const transparencies = { TRANSPARENT: 'transparent', OPAQUE: 'opaque' }
const visibilities = { PUBLIC: 'public', PRIVATE: 'private', CONFIDENTIAL: 'confidential' }
const answers = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' }

/** Unknown words are ignored. */
const wordOf = (words: Readonly<Record<string, string>>, text: unknown): string | undefined =>
  typeof text === 'string' ? words[text.trim().toUpperCase()] : undefined

function sequenceOf(vevent: JcalComponent): number | undefined {
  const [property] = propertiesOf(vevent, 'sequence')
  if (property === undefined) return undefined
  const sequence = Number(property[3])
  if (!Number.isInteger(sequence)) throw invalidField('The SEQUENCE is not a number.')
  return sequence
}

function organizerOf(vevent: JcalComponent): Event['organizer'] {
  const [property] = propertiesOf(vevent, 'organizer')
  const email = property && addressOf(property)
  if (email === undefined) return undefined
  return withoutAbsent({ email, displayName: nameOf(property!) })
}

/** Attendees with an email address; files can contain others. */
const attendeesOf = (vevent: JcalComponent): EventAttendee[] =>
  propertiesOf(vevent, 'attendee').flatMap((property) => {
    const email = addressOf(property)
    if (email === undefined) return []
    const [, { role, cutype, partstat, 'x-num-guests': guests }] = property
    const isResource = ['RESOURCE', 'ROOM'].includes(String(cutype).toUpperCase())
    return withoutAbsent({
      email,
      displayName: nameOf(property),
      responseStatus: wordOf(answers, partstat) ?? 'needsAction',
      optional: String(role).toUpperCase() === 'OPT-PARTICIPANT' ? true : undefined,
      resource: isResource ? true : undefined,
      additionalGuests: /^[1-9]\d{0,3}$/.test(String(guests)) ? Number(guests) : undefined,
    })
  })

const addressOf = ([, , , value]: JcalProperty): string | undefined =>
  /^mailto:/i.test(String(value)) ? addressIn(String(value)) : undefined

const nameOf = ([, { cn }]: JcalProperty): string | undefined =>
  typeof cn === 'string' && cn.trim() !== '' ? cn : undefined

/** Alarms before the start; others are not supported. */
function remindersOf([, , components]: JcalComponent): Event['reminders'] {
  const overrides = components
    .filter(([name]) => name === 'valarm')
    .flatMap((alarm): EventReminder[] => {
      const minutes = minutesBefore(propertiesOf(alarm, 'trigger')[0])
      if (minutes === undefined) return []
      const isMail = textOf(alarm, 'action')?.toUpperCase() === 'EMAIL'
      return [{ method: isMail ? 'email' : 'popup', minutes }]
    })
    .slice(0, remindersMax)
  return overrides.length > 0 ? { useDefault: false, overrides } : undefined
}

function minutesBefore(trigger: JcalProperty | undefined): number | undefined {
  if (trigger === undefined || trigger[2] !== 'duration') return undefined
  if (String(trigger[1].related).toUpperCase() === 'END') return undefined
  try {
    const before = Temporal.Duration.from(String(trigger[3])).negated()
    const minutes = before.total({
      unit: 'minutes',
      relativeTo: Temporal.PlainDate.from('2000-01-01'),
    })
    return minutes >= 0 && minutes <= reminderMinutesMax ? Math.round(minutes) : undefined
  } catch {
    return undefined
  }
}

type Times = Pick<Event, 'start' | 'end' | 'originalStartTime' | 'recurrence'>

/** The times and the recurrence of a VEVENT. */
function importedTimes(vevent: JcalComponent, lines: string, zones: FileZones): Times {
  const [dtstart] = propertiesOf(vevent, 'dtstart')
  if (dtstart === undefined) throw requiredField('Missing DTSTART.')
  const [recurrenceId] = propertiesOf(vevent, 'recurrence-id')
  if (recurrenceId?.[1].range !== undefined) {
    throw invalidField('A change of all later instances (RANGE) cannot be imported.')
  }
  const start = timeOf(dtstart, zones)
  const recurrence = recurrenceIn(lines, zones)
  return {
    start,
    end: endOf(vevent, start, zones),
    ...(recurrenceId && { originalStartTime: timeOf(recurrenceId, zones) }),
    ...(recurrence.length > 0 && recurrenceId === undefined && { recurrence }),
  }
}

function timeOf([name, { tzid }, type, value]: JcalProperty, zones: FileZones): EventDateTime {
  const text = String(value)
  // What the parser makes of a date without `VALUE=DATE`, as many feeds write it.
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:T::)?$/.exec(text) ?? []
  if (type === 'date' || date !== undefined) return { date: date ?? text }
  if (text.endsWith('Z')) return { dateTime: text, timeZone: 'UTC' }
  const timeZone = typeof tzid === 'string' ? zones.named(tzid) : zones.floating
  if (timeZone === undefined) {
    throw invalidField(
      `The zone of ${name.toUpperCase()} is not known: ${String(tzid).slice(0, 100)}`,
    )
  }
  return { dateTime: text, timeZone }
}

/** The end, or the start plus the duration; by default a day for dates, and no time otherwise. */
function endOf(vevent: JcalComponent, start: EventDateTime, zones: FileZones): EventDateTime {
  const [dtend] = propertiesOf(vevent, 'dtend')
  if (dtend !== undefined) return timeOf(dtend, zones)
  const [duration] = propertiesOf(vevent, 'duration')
  try {
    // Some programs write `P1DT`.
    const length = Temporal.Duration.from(String(duration?.[3] ?? 'PT0S').replace(/T$/, ''))
    if (start.date !== undefined) {
      const days = duration === undefined ? { days: 1 } : length
      return { date: Temporal.PlainDate.from(start.date).add(days).toString() }
    }
    return { ...start, dateTime: laterBy(start, length) }
  } catch {
    throw invalidField('The start or the DURATION cannot be read.')
  }
}

/** In UTC, because a wall-clock time that occurs twice would mean the first one. */
function laterBy({ dateTime = '', timeZone = 'UTC' }: EventDateTime, length: Temporal.Duration) {
  const wall = Temporal.PlainDateTime.from(dateTime.replace(/Z$/, ''))
  const start = wall.toZonedDateTime(dateTime.endsWith('Z') ? 'UTC' : timeZone)
  return start.add(length).toInstant().toString({ smallestUnit: 'second' })
}

/** The recurrence lines, with resolved zones. */
const recurrenceIn = (lines: string, zones: FileZones): string[] =>
  [...lines.matchAll(/^(?:RRULE|EXRULE|RDATE|EXDATE)[;:].*$/gim)].map(([line]) =>
    line.trim().replace(/^([^:]*;TZID=)("[^"]*"|[^:;]*)/i, (_, before: string, name: string) => {
      const tzid = name.replaceAll('"', '')
      return `${before}${zones.named(tzid) ?? tzid}`
    }),
  )

/** The events of an iCalendar text, and what applies to all of them. */
export interface EventBlocks {
  readonly isCalendar: boolean
  /** Each from BEGIN to END, unfolded. */
  readonly events: readonly string[]
  /** Resolves the zones of the text by their names, or by what the text says about them. */
  readonly zoneNamed: (tzid: string) => string | undefined
  /** The zone of floating times. */
  readonly zone: string | undefined
}

/** Splits a text into events line by line. Only single events and zones are parsed further. */
export function eventBlocks(text: string): EventBlocks {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const events: string[] = []
  const starts: string[] = []
  const zones: ComponentTree[] = []
  let isCalendar = false
  let zone: string | undefined
  let begun: { readonly end: string; readonly index: number } | undefined
  for (const [index, line] of lines.entries()) {
    // Changing the case of long lines is expensive, and none of the keywords is long.
    const word = line.length > 200 ? '' : line.trim().toUpperCase()
    if (word === 'BEGIN:VCALENDAR') isCalendar = true
    else if (word === 'BEGIN:VEVENT') begun = { end: 'END:VEVENT', index }
    else if (word === 'BEGIN:VTIMEZONE') begun = { end: 'END:VTIMEZONE', index }
    else if (word === begun?.end) {
      const block = lines.slice(begun.index, index + 1).join('\r\n')
      const vtimezone = begun.end === 'END:VTIMEZONE' ? componentTree(block) : undefined
      if (begun.end === 'END:VEVENT') events.push(block)
      if (vtimezone !== undefined) zones.push(vtimezone)
      begun = undefined
    } else if (begun?.end === 'END:VEVENT' && /^DTSTART[;:]/.test(word))
      starts.push(contentOf(line))
    else if (begun === undefined && word.startsWith('X-WR-TIMEZONE:')) zone = contentOf(line)
  }
  return { isCalendar, events, zoneNamed: describedZones(zones, starts), zone }
}

const contentOf = (line: string): string => line.slice(line.indexOf(':') + 1).trim()
