import { eventTypeRestriction, invalidField } from '#/kernel/errors.ts'

export const eventTypes = [
  'default',
  'birthday',
  'focusTime',
  'fromMail',
  'outOfOffice',
  'workingLocation',
] as const

export type EventType = (typeof eventTypes)[number]

/** The type that a text names: events made from mail have two names. */
export const eventTypeIn = (text: string): EventType | undefined =>
  text === 'fromGmail' ? 'fromMail' : eventTypes.find((type) => type === text)

/** The type of a new event. */
export function insertedType(given: string | undefined): EventType {
  const type = requireType(given) ?? 'default'
  if (type === 'fromMail') {
    throw eventTypeRestriction('Events of this type are made from mail, not by clients.')
  }
  return type
}

/** The type of an event that changes, which stays what it was. */
export function keptType(given: string | undefined, stored: string | undefined): EventType {
  const type = eventTypeIn(stored ?? 'default') ?? 'default'
  if ((requireType(given) ?? type) !== type) {
    throw eventTypeRestriction('The type of an event cannot be changed.')
  }
  return type
}

function requireType(given: string | undefined): EventType | undefined {
  if (!given) return undefined
  const type = eventTypeIn(given)
  if (type === undefined) throw invalidField('Invalid event type value.')
  return type
}
