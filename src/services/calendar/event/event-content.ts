import { invalidField } from '#/kernel/errors.ts'
import type { Event } from '../schemas/event.ts'

/** The properties that writers of an event decide. */
export const contentNames = [
  'status',
  'summary',
  'description',
  'location',
  'colorId',
  'eventLabelId',
  'recurrence',
  'transparency',
  'visibility',
  'attendees',
  'attendeesOmitted',
  'extendedProperties',
  'hangoutLink',
  'conferenceData',
  'anyoneCanAddSelf',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
  'privateCopy',
  'attachments',
  'workingLocationProperties',
  'outOfOfficeProperties',
  'focusTimeProperties',
  'birthdayProperties',
  'eventType',
] as const satisfies readonly (keyof Event)[]

/** What an event says, checked, defaulted and in the order of the wire. Identity, history and times are not in it. */
export type EventContent = Pick<Event, (typeof contentNames)[number]>

/** What an event says, out of its wire form. */
export function contentOf(event: Event): EventContent {
  return withoutAbsent(
    Object.fromEntries(contentNames.map((name) => [name, event[name]])) as EventContent,
  )
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** The same members in the same order, without those that are undefined. */
export function withoutAbsent<T extends object>(value: T): Present<T> {
  const present: Partial<T> = {}
  for (const name in value) if (value[name] !== undefined) present[name] = value[name]
  return present as Present<T>
}

/** The value, which has to be one of the members; undefined where none is given. */
export function memberOf<M extends string>(
  members: readonly M[],
  given: string | undefined,
  name: string,
): M | undefined {
  if (!given) return undefined
  const member = members.find((candidate) => candidate === given)
  if (member === undefined) throw invalidField(`Invalid ${name} value.`)
  return member
}

/** How the flags of a call want the body to be read. */
export interface EventReading {
  /** 0 or 1. With 0 a body says nothing about conferences. */
  readonly conferenceDataVersion: number
  /** 0 or 1. With 0 a body says nothing about labels, with 1 nothing about colours. */
  readonly eventLabelVersion: number
  readonly supportsAttachments: boolean
}

/** What the rules of events look at besides the event. */
export interface EventContext {
  readonly calendar: {
    readonly id: string
    readonly isPrimary: boolean
    readonly timeZone: string
    /** Kinds of conference that events here may have. */
    readonly conferenceTypes: readonly string[]
    readonly labelIds: ReadonlySet<string>
  }
  readonly reading: EventReading
  /** Invents a conference: a code such as `abc-defg-hij`, the address it has, and a signature. */
  readonly newConference: () => NewConference
  /** The caller is a service account that acts for nobody. */
  readonly isBareServiceAccount: boolean
  readonly attendeesMax: number
}

export interface NewConference {
  readonly code: string
  readonly uri: string
  readonly signature: string
}
