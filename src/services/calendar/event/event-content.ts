import { invalidField } from '#/kernel/errors.ts'
import type { Event } from '../schemas/event.ts'

/** The properties that writers decide. */
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

/**
 * The properties that writers decide: validated, with defaults, in wire order. Without identity,
 * history and times.
 */
export type EventContent = Pick<Event, (typeof contentNames)[number]>

/** Extracts the content from an event's wire form. */
export function contentOf(event: Event): EventContent {
  return withoutAbsent(
    Object.fromEntries(contentNames.map((name) => [name, event[name]])) as EventContent,
  )
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** The same members in the same order, without undefined ones. */
export function withoutAbsent<T extends object>(value: T): Present<T> {
  const present: Partial<T> = {}
  for (const name in value) if (value[name] !== undefined) present[name] = value[name]
  return present as Present<T>
}

/** The value as one of the members; undefined if it is absent or empty. */
export function memberOf<M extends string>(
  members: readonly M[],
  value: string | undefined,
  name: string,
): M | undefined {
  if (!value) return undefined
  const member = members.find((candidate) => candidate === value)
  if (member === undefined) throw invalidField(`Invalid ${name} value.`)
  return member
}

/** How to read a body, by the parameters of the call. */
export interface EventReading {
  /** 0 or 1. With 0, the body's conference data is ignored. */
  readonly conferenceDataVersion: number
  /** 0 or 1. With 0, the body's label is ignored, with 1 its color. */
  readonly eventLabelVersion: number
  readonly supportsAttachments: boolean
}

/** What the validation of an event depends on. */
export interface EventContext {
  readonly calendar: {
    readonly id: string
    readonly isPrimary: boolean
    readonly timeZone: string
    /** Conference types that events of the calendar may have. */
    readonly conferenceTypes: readonly string[]
    readonly labelIds: ReadonlySet<string>
  }
  readonly reading: EventReading
  /** Creates a conference: a code such as `abc-defg-hij`, its URL, and a signature. */
  readonly newConference: () => NewConference
  /** The caller is a service account that doesn't act for a user. */
  readonly isBareServiceAccount: boolean
  readonly attendeesMax: number
}

export interface NewConference {
  readonly code: string
  readonly uri: string
  readonly signature: string
}
