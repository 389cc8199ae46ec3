import { type ApiError, invalidField, requiredField } from '#/kernel/errors.ts'
import { eventTypeRestriction, malformedWorkingLocationEvent } from '../../errors.ts'
import type { Event } from '../../schemas/event.ts'
import { civilDateText, msPerDay } from '../../time/civil-date.ts'
import { type EventContext, memberOf, withoutAbsent } from '../event-content.ts'
import type { EventTimes } from '../times.ts'

/** The rules for events of a type. */
interface TypeRules {
  readonly isForPrimaryOnly?: true
  readonly transparency?: 'opaque' | 'transparent'
  readonly visibility?: 'public' | 'private'
  /** Which times such events can have; any if absent. */
  readonly times?: { readonly fit: (times: EventTimes) => boolean; readonly message: string }
  readonly refusal: (message: string) => ApiError
}

const isTimed = ({ isAllDay }: EventTimes) => !isAllDay
const isOneDay = ({ isAllDay, startMs, endMs }: EventTimes) =>
  isAllDay && endMs - startMs === msPerDay

const atWork: TypeRules = {
  isForPrimaryOnly: true,
  transparency: 'opaque',
  times: { fit: isTimed, message: 'Such an event has a time of day.' },
  refusal: eventTypeRestriction,
}

export const typeRules: Readonly<Record<EventType, TypeRules>> = {
  default: { refusal: eventTypeRestriction },
  fromMail: { refusal: eventTypeRestriction },
  focusTime: atWork,
  outOfOffice: atWork,
  workingLocation: {
    isForPrimaryOnly: true,
    transparency: 'transparent',
    visibility: 'public',
    times: {
      fit: (times) => isTimed(times) || isOneDay(times),
      message: 'A working location has a time of day, or is for one whole day.',
    },
    refusal: malformedWorkingLocationEvent,
  },
  birthday: {
    transparency: 'transparent',
    visibility: 'private',
    times: { fit: isOneDay, message: 'A birthday is one whole day.' },
    refusal: eventTypeRestriction,
  },
}

/** Rejects an event on a calendar that can't have events of its type. */
export function requirePlace(type: EventType, { calendar }: EventContext): void {
  if (typeRules[type].isForPrimaryOnly && !calendar.isPrimary) {
    throw eventTypeRestriction('Events of this type can only be on a primary calendar.')
  }
}

/** Rejects times that events of the type can't have. */
export function requireFittingTimes(type: EventType, times: EventTimes): void {
  const { times: rule, refusal } = typeRules[type]
  if (rule !== undefined && !rule.fit(times)) throw refusal(rule.message)
}

const eventTypes = [
  'default',
  'birthday',
  'focusTime',
  'fromMail',
  'outOfOffice',
  'workingLocation',
] as const

export type EventType = (typeof eventTypes)[number]

/** The type by name; events made from mail have two names. */
const eventTypeIn = (text: string): EventType | undefined =>
  text === 'fromGmail' ? 'fromMail' : eventTypes.find((type) => type === text)

export function newType(requested: string | undefined): EventType {
  const type = requireType(requested) ?? 'default'
  if (type === 'fromMail') {
    throw eventTypeRestriction('Events of this type are made from mail, not by clients.')
  }
  return type
}

/** The type of an event that is changed; it can't change. */
export function unchangedType(
  requested: string | undefined,
  stored: string | undefined,
): EventType {
  const type = eventTypeIn(stored ?? 'default') ?? 'default'
  if ((requireType(requested) ?? type) !== type) {
    throw eventTypeRestriction('The type of an event cannot be changed.')
  }
  return type
}

function requireType(requested: string | undefined): EventType | undefined {
  if (!requested) return undefined
  const type = eventTypeIn(requested)
  if (type === undefined) throw invalidField('Invalid event type value.')
  return type
}

const declineModes = [
  'declineNone',
  'declineAllConflictingInvitations',
  'declineOnlyNewConflictingInvitations',
]
const chatStatuses = ['available', 'doNotDisturb']

export type TypeProperties = Pick<
  Event,
  | 'workingLocationProperties'
  | 'outOfOfficeProperties'
  | 'focusTimeProperties'
  | 'birthdayProperties'
>

/** The properties that only events of the type have. Absent ones keep their stored values. */
export function draftTypeProperties(
  type: EventType,
  body: TypeProperties,
  stored: TypeProperties = noProperties,
): TypeProperties {
  const said = <K extends keyof TypeProperties>(name: K) => body[name] ?? stored[name]
  switch (type) {
    case 'focusTime':
      return { focusTimeProperties: focus(said('focusTimeProperties')) }
    case 'outOfOffice':
      return { outOfOfficeProperties: absence(said('outOfOfficeProperties')) }
    case 'workingLocation':
      return { workingLocationProperties: draftWorkplace(said('workingLocationProperties')) }
    case 'birthday':
      return { birthdayProperties: stored.birthdayProperties ?? { type: 'birthday' } }
    default:
      return noProperties
  }
}

const noProperties: TypeProperties = {}

function focus(properties: TypeProperties['focusTimeProperties']) {
  if (properties === undefined) throw requiredField('Missing focus time properties.')
  return withoutAbsent({
    ...properties,
    autoDeclineMode: memberOf(declineModes, properties.autoDeclineMode, 'auto decline mode'),
    chatStatus: memberOf(chatStatuses, properties.chatStatus, 'chat status'),
  })
}

function absence(properties: TypeProperties['outOfOfficeProperties']) {
  if (properties === undefined) throw requiredField('Missing out of office properties.')
  return withoutAbsent({
    ...properties,
    autoDeclineMode: memberOf(declineModes, properties.autoDeclineMode, 'auto decline mode'),
  })
}

/** The title of an event of the type if its writer gives none. */
export function defaultTitle(type: EventType, properties: TypeProperties): string | undefined {
  if (type === 'focusTime') return 'Focus time'
  if (type === 'outOfOffice') return 'Out of office'
  const workplace = properties.workingLocationProperties
  return workplace && workplaceTitle(workplace)
}

type Workplace = NonNullable<Event['workingLocationProperties']>

/** The working location: its type, and the details of that type. */
function draftWorkplace(workplace: Workplace = {}): Workplace {
  const { type, homeOffice, officeLocation, customLocation } = workplace
  switch (type) {
    case 'homeOffice':
      return withoutAbsent({ type, homeOffice }) as Workplace
    case 'officeLocation':
      return withoutAbsent({ type, officeLocation }) as Workplace
    case 'customLocation':
      return withoutAbsent({ type, customLocation }) as Workplace
    default:
      throw malformedWorkingLocationEvent(
        'A working location has the type homeOffice, officeLocation or customLocation.',
      )
  }
}

/** The title of a working location if its writer gives none. */
function workplaceTitle({ type, officeLocation, customLocation }: Workplace): string {
  if (type === 'homeOffice') return 'Home'
  if (type === 'officeLocation') return officeLocation?.label || 'Office'
  return customLocation?.label || 'Working location'
}

const birthdayTypes = ['birthday', 'anniversary', 'custom', 'other', 'self']

/** Rejects properties that a new birthday can't have. */
export function requireBirthday(body: Event): void {
  const type = body.birthdayProperties?.type || 'birthday'
  if (!birthdayTypes.includes(type)) throw invalidField('Invalid birthday type value.')
  if (type !== 'birthday') {
    throw eventTypeRestriction('Clients make birthdays of the type birthday only.')
  }
  const { description, location, attendees = [], attachments = [], conferenceData, source } = body
  const hasMore = description || location || conferenceData || source
  if (hasMore || attendees.length > 0 || attachments.length > 0) {
    throw eventTypeRestriction('A birthday has a title, a color and reminders besides its date.')
  }
}

/** The recurrence of a birthday. A body may state it, but no other one. */
export function birthdayRecurrence(
  times: EventTimes,
  ids: readonly string[] = [],
): readonly string[] {
  const rule = yearlyRule(times)
  const isContradicted =
    ids.length > 1 || ids.some((line) => sortedParts(line) !== sortedParts(rule))
  if (isContradicted) {
    throw eventTypeRestriction(`The recurrence of a birthday on this date is ${rule}.`)
  }
  return [rule]
}

// Birthdays on a leap day are celebrated on the last day of February.
const yearlyRule = ({ startMs }: EventTimes) =>
  civilDateText(startMs).endsWith('-02-29')
    ? 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'
    : 'RRULE:FREQ=YEARLY'

/** The parts of a rule can be in any order. */
const sortedParts = (line: string) =>
  line
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .sort()
    .join(';')
