import { setImmediate as turn } from 'node:timers/promises'
import { ApiError } from '#/kernel/errors.ts'
import { calendarPrecondition } from '../errors.ts'
import {
  type ComponentTree,
  componentTree,
  propertyName,
  propertyValue,
} from '../ical/component-tree.ts'
import { zonesOfObject } from '../ical/described-zone.ts'
import {
  eventsPerTurn,
  originalStartKey,
  type ReadEvent,
  type ReadObject,
  readEvent,
} from '../ical/object/read-object.ts'
import type { FileZones, ParsedEvent } from '../ical/parse-event.ts'

const eventsMax = 500

/** The bounds of objects that a calendar program sends (RFC 4791, 5.2.5 to 5.2.7). Queries find no others by time. */
export const objectLimits = {
  bytesMax: 256 * 1024,
  earliest: '1000-01-01T00:00:00Z',
  latest: '9990-01-01T00:00:00Z',
} as const

/** An object that a calendar program sends. */
export interface SentObject {
  readonly text: string
  readonly uid: string
  /** The event or the series; undefined if the object has only instances of a series. */
  readonly whole: ParsedEvent | undefined
  readonly instances: readonly ParsedEvent[]
  readonly read: ReadObject
}

const invalidObject = (message: string) =>
  calendarPrecondition('valid-calendar-object-resource', message)

/** Reads an object, or throws the precondition that it does not meet (RFC 4791, 5.3.2.1). */
export async function sentObject(text: string, calendarZone: string): Promise<SentObject> {
  const { bytesMax } = objectLimits
  if (Buffer.byteLength(text) > bytesMax) {
    throw calendarPrecondition('max-resource-size', `An object has at most ${bytesMax} bytes.`)
  }
  const { read, events } = await sentEvents(text, calendarZone)
  for (const event of events) requireWithinBounds(event)
  const uid = events[0]?.iCalUID
  if (uid === undefined) throw invalidObject('An object has an event.')
  if (events.some(({ iCalUID }) => iCalUID !== uid)) {
    throw invalidObject('All events of an object have the same UID.')
  }
  if (new Set(events.map(originalStartKey)).size < events.length) {
    throw invalidObject('The events of an object have different RECURRENCE-IDs.')
  }
  if (new Set(events.flatMap(({ organizer }) => organizer?.email ?? [])).size > 1) {
    throw calendarPrecondition(
      'same-organizer-in-all-components',
      'All events of an object have the same organizer.',
    )
  }
  return {
    text,
    uid,
    whole: events.find(({ originalStartTime }) => originalStartTime === undefined),
    instances: events.filter(({ originalStartTime }) => originalStartTime !== undefined),
    read,
  }
}

function requireWithinBounds({ start, end, originalStartTime }: ParsedEvent): void {
  const { earliest, latest } = objectLimits
  const times = [start, end, originalStartTime].flatMap(
    (time) => time?.date ?? time?.dateTime ?? [],
  )
  // The digits of years are enough, because the bounds are the beginnings of years.
  if (times.some((time) => time < earliest.slice(0, 4))) {
    throw calendarPrecondition('min-date-time', `Events are not before ${earliest}.`)
  }
  if (times.some((time) => time >= latest.slice(0, 4))) {
    throw calendarPrecondition('max-date-time', `Events are before ${latest}.`)
  }
}

interface SentEvents {
  readonly read: ReadObject
  readonly events: readonly ParsedEvent[]
}

async function sentEvents(text: string, calendarZone: string): Promise<SentEvents> {
  const tree = componentTree(text)
  if (tree?.name !== 'VCALENDAR' || controlCharacters.test(text)) {
    throw calendarPrecondition('valid-calendar-data', 'The text is not iCalendar.')
  }
  if ((propertyValue(tree, 'VERSION') ?? '2.0') !== '2.0') {
    throw calendarPrecondition('valid-calendar-data', 'The version of iCalendar is 2.0.')
  }
  if (tree.components.some(hasMisplaced)) {
    throw calendarPrecondition('valid-calendar-data', 'Events are not within other components.')
  }
  if (tree.lines.some((line) => propertyName(line) === 'METHOD')) {
    throw invalidObject('An object has no METHOD.')
  }
  if (tree.components.some(({ name }) => unsupportedComponents.has(name))) {
    throw calendarPrecondition('supported-calendar-component', 'Only events are supported.')
  }
  const vevents = tree.components.filter(({ name }) => name === 'VEVENT')
  if (vevents.length > eventsMax) {
    throw calendarPrecondition('max-instances', `An object has at most ${eventsMax} events.`)
  }
  for (const vevent of vevents) requireSingleProperties(vevent)
  const zones = zonesOfObject(tree, calendarZone)
  try {
    const events: ReadEvent[] = []
    for (const [index, one] of vevents.entries()) {
      if (index % eventsPerTurn === eventsPerTurn - 1) await turn()
      events.push({ tree: one, ...(await readEvent(one, zones)) })
    }
    const byKey = events.map((one) => [originalStartKey(one.event), one] as const)
    return {
      read: { tree, zones, events: new Map(byKey) },
      events: events.map(({ event }) => event),
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    const isOfZone = vevents.some(({ lines }) =>
      lines.some((line) => namesUnknownZone(line, zones)),
    )
    throw calendarPrecondition(isOfZone ? 'valid-timezone' : 'valid-calendar-data', error.message)
  }
}

/** Refuses an event that does not say what it is, because it states something twice (RFC 5545, 3.6.1). */
function requireSingleProperties({ lines }: ComponentTree): void {
  const stated = new Set<string>()
  for (const line of lines) {
    const name = propertyName(line)
    if (!singleProperties.has(name)) continue
    if (stated.has(name)) {
      throw calendarPrecondition('valid-calendar-data', `An event has at most one ${name}.`)
    }
    stated.add(name)
  }
  if (stated.has('DTEND') && stated.has('DURATION')) {
    throw calendarPrecondition(
      'valid-calendar-data',
      'An event has a DTEND or a DURATION, but not both.',
    )
  }
}

/** Without DTSTAMP, which some servers and programs repeat, and which says nothing about the event. */
const singleProperties = new Set([
  ...['UID', 'DTSTART', 'DTEND', 'DURATION', 'RECURRENCE-ID', 'SEQUENCE', 'ORGANIZER'],
  ...['SUMMARY', 'DESCRIPTION', 'LOCATION', 'STATUS', 'TRANSP', 'CLASS'],
])

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Whether the value of a property is in a time zone that is neither described nor a standard one. */
function namesUnknownZone(line: string, { named }: FileZones): boolean {
  const [, quoted, plain] = /^[^:]*;TZID=(?:"([^"]*)"|([^:;]*))/i.exec(line) ?? []
  const tzid = quoted ?? plain
  return tzid !== undefined && named(tzid) === undefined
}

/** Whether a component contains another one that only a calendar contains. */
const hasMisplaced = ({ components }: ComponentTree): boolean =>
  components.some((one) => topComponents.has(one.name) || hasMisplaced(one))

const unsupportedComponents = new Set(['VTODO', 'VJOURNAL', 'VFREEBUSY', 'VAVAILABILITY', 'VPOLL'])

const topComponents = new Set(['VCALENDAR', 'VEVENT', 'VTIMEZONE', ...unsupportedComponents])
