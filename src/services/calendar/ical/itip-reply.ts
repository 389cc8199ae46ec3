import { invalidField } from '#/kernel/errors.ts'
import { addressIn } from '../event/properties/attendees.ts'
import type { EventDateTime } from '../schemas/event.ts'
import {
  type JcalComponent,
  type JcalProperty,
  parseCalendar,
  propertiesOf,
  textOf,
} from './parse-calendar.ts'
import { zoneNamed } from './zone-components.ts'

/** An attendee's response by mail: iCalendar with METHOD:REPLY (RFC 5546). */
export interface ItipReply {
  readonly method: 'REPLY'
  readonly uid: string
  /**
   * The original start of the instance of the response; absent for an event or a whole series. A wall-clock time without
   * a zone is in that of the series.
   */
  readonly recurrenceId?: EventDateTime
  readonly sequence: number
  readonly attendee: string
  readonly responseStatus: 'needsAction' | 'declined' | 'tentative' | 'accepted'
  readonly comment?: string
}

const uidLengthMax = 1024
const sequenceMax = 2_147_483_647
const commentCharactersMax = 2_000

/** Parses a response. Throws a 400 for anything else. */
export async function readReply(text: string): Promise<ItipReply> {
  const calendar = await parseCalendar(text)
  if (textOf(calendar, 'method')?.toUpperCase() !== 'REPLY') {
    throw invalidField('Only iCalendar texts with METHOD:REPLY are taken.')
  }
  const events = calendar[2].filter(([name]) => name === 'vevent')
  if (events.length !== 1) throw invalidField('A reply answers for one event.')
  return readEvent(events[0]!)
}

function readEvent(event: JcalComponent): ItipReply {
  const attendee = onlyAttendee(event)
  const uid = textOf(event, 'uid')?.trim() ?? ''
  if (uid === '' || uid.length > uidLengthMax) throw invalidField('A reply names the UID.')
  const recurrenceId = readRecurrenceId(propertiesOf(event, 'recurrence-id'))
  const comment = textOf(event, 'comment')?.slice(0, commentCharactersMax)
  return {
    method: 'REPLY',
    uid,
    ...(recurrenceId && { recurrenceId }),
    sequence: sequenceOf(event),
    attendee: addressOf(attendee),
    responseStatus: responseOf(attendee),
    ...(comment && { comment }),
  }
}

function onlyAttendee(event: JcalComponent): JcalProperty {
  const [attendee, ...others] = propertiesOf(event, 'attendee')
  if (attendee === undefined || others.length > 0) throw invalidField('One attendee replies.')
  return attendee
}

function addressOf([, , , value]: JcalProperty): string {
  const email = addressIn(String(value))
  if (email === undefined) throw invalidField('The attendee has no mail address.')
  return email
}

function responseOf([, { partstat = 'NEEDS-ACTION' }]: JcalProperty): ItipReply['responseStatus'] {
  const response = responses.get(String(partstat).toUpperCase())
  if (response === undefined) throw invalidField('The attendee gives no answer that is known.')
  return response
}

const responses = new Map<string, ItipReply['responseStatus']>([
  ['NEEDS-ACTION', 'needsAction'],
  ['ACCEPTED', 'accepted'],
  ['DECLINED', 'declined'],
  ['TENTATIVE', 'tentative'],
])

function sequenceOf(event: JcalComponent): number {
  const sequence = Number(propertiesOf(event, 'sequence')[0]?.[3] ?? 0)
  const isSequence = Number.isInteger(sequence) && sequence >= 0 && sequence <= sequenceMax
  if (!isSequence) throw invalidField('The SEQUENCE is not a number.')
  return sequence
}

/** Parses RECURRENCE-ID. Zones with unknown names are left out, because the series has its own. */
function readRecurrenceId(properties: readonly JcalProperty[]): EventDateTime | undefined {
  const [property, ...others] = properties
  if (property === undefined) return undefined
  const [, { tzid, range }, , value] = property
  if (others.length > 0 || range !== undefined) {
    throw invalidField('A reply answers for one instance or for all.')
  }
  const text = String(value)
  if (isDate(text)) return { date: text }
  if (!isTime(text)) throw invalidField('The RECURRENCE-ID is not a time.')
  const timeZone = typeof tzid === 'string' && !text.endsWith('Z') ? zoneNamed(tzid) : undefined
  return { dateTime: text, ...(timeZone !== undefined && { timeZone }) }
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isReal(() => Temporal.PlainDate.from(text))

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/.test(text) &&
  isReal(() => Temporal.PlainDateTime.from(text.replace('Z', '')))

function isReal(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
