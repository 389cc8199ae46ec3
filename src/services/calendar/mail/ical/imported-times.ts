import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { Event, EventDateTime } from '../../schemas/event.ts'
import type { FileZones } from './imported-event.ts'
import type { JcalComponent, JcalProperty } from './parse-calendar.ts'
import { propertiesOf } from './properties.ts'

type Times = Pick<Event, 'start' | 'end' | 'originalStartTime' | 'recurrence'>

/** When an event of a file takes place. */
export function importedTimes(vevent: JcalComponent, lines: string, zones: FileZones): Times {
  const [dtstart] = propertiesOf(vevent, 'dtstart')
  if (dtstart === undefined) throw requiredField('Missing DTSTART.')
  const [place] = propertiesOf(vevent, 'recurrence-id')
  if (place?.[1].range !== undefined) {
    throw invalidField('A change of all later instances (RANGE) cannot be imported.')
  }
  const start = timeOf(dtstart, zones)
  const recurrence = recurrenceIn(lines, zones)
  return {
    start,
    end: endOf(vevent, start, zones),
    ...(place && { originalStartTime: timeOf(place, zones) }),
    ...(recurrence.length > 0 && place === undefined && { recurrence }),
  }
}

function timeOf([name, { tzid }, type, value]: JcalProperty, zones: FileZones): EventDateTime {
  const text = String(value)
  if (type === 'date' || /^\d{4}-\d\d-\d\d$/.test(text)) return { date: text }
  if (text.endsWith('Z')) return { dateTime: text, timeZone: 'UTC' }
  const timeZone = typeof tzid === 'string' ? zones.named(tzid) : zones.floating
  if (timeZone === undefined) {
    throw invalidField(
      `The zone of ${name.toUpperCase()} is not known: ${String(tzid).slice(0, 100)}`,
    )
  }
  return { dateTime: text, timeZone }
}

/** The end, or the start and how long it takes; a day or no time where nothing is said. */
function endOf(vevent: JcalComponent, start: EventDateTime, zones: FileZones): EventDateTime {
  const [dtend] = propertiesOf(vevent, 'dtend')
  if (dtend !== undefined) return timeOf(dtend, zones)
  const [duration] = propertiesOf(vevent, 'duration')
  try {
    const length = Temporal.Duration.from(String(duration?.[3] ?? 'PT0S'))
    if (start.date !== undefined) {
      const days = duration === undefined ? { days: 1 } : length
      return { date: Temporal.PlainDate.from(start.date).add(days).toString() }
    }
    return { ...start, dateTime: laterBy(start, length) }
  } catch {
    throw invalidField('The start or the DURATION cannot be read.')
  }
}

function laterBy({ dateTime = '', timeZone = 'UTC' }: EventDateTime, length: Temporal.Duration) {
  const isUtc = dateTime.endsWith('Z')
  const wall = Temporal.PlainDateTime.from(dateTime.replace(/Z$/, ''))
  const end = wall
    .toZonedDateTime(isUtc ? 'UTC' : timeZone)
    .add(length)
    .toPlainDateTime()
  return `${end.toString({ smallestUnit: 'second' })}${isUtc ? 'Z' : ''}`
}

/** The lines of a series as they stand, but for the names of zones. */
const recurrenceIn = (lines: string, zones: FileZones): string[] =>
  [...lines.matchAll(/^(?:RRULE|EXRULE|RDATE|EXDATE)[;:].*$/gim)].map(([line]) =>
    line.trim().replace(/^([^:]*;TZID=)("[^"]*"|[^:;]*)/i, (_, before: string, name: string) => {
      const tzid = name.replaceAll('"', '')
      return `${before}${zones.named(tzid) ?? tzid}`
    }),
  )
