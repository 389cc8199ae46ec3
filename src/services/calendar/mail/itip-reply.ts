import { invalidField } from '#/kernel/errors.ts'
import { addressIn } from '../domain/event/address.ts'
import { type JcalComponent, type JcalProperty, parseCalendar } from './ical/parse-calendar.ts'
import { propertiesOf, textOf } from './ical/properties.ts'
import { type RecurrenceId, readRecurrenceId } from './ical/recurrence-id.ts'

/** What an attendee answers by mail: an iCalendar text with METHOD:REPLY (RFC 5546). */
export interface ItipReply {
  readonly method: 'REPLY'
  readonly uid: string
  /** The instance that is answered for; without it, the event or the whole series. */
  readonly recurrenceId?: RecurrenceId
  readonly sequence: number
  readonly attendee: string
  readonly responseStatus: 'needsAction' | 'declined' | 'tentative' | 'accepted'
  readonly comment?: string
}

const uidLengthMax = 1024
const sequenceMax = 2_147_483_647
const commentCharactersMax = 2_000

/** Reads an answer; anything else is refused with a 400 that says why. */
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
