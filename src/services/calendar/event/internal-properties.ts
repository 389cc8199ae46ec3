import { isDeepStrictEqual } from 'node:util'
import type { Request } from '../attendees/attendee-change.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow, Presence } from '../store/events.ts'
import type { EventDraft } from './event-draft.ts'
import { mailedMinutes } from './properties/event-reminders.ts'
import type { EventTimes } from './times.ts'

export type ChosenReminders = NonNullable<EventDraft['reminders']>

/** Stored properties of an event that are not part of its wire form, or not for every caller. */
export interface InternalProperties {
  /** The custom reminders of users, by user id. */
  readonly reminders?: Readonly<Record<string, ChosenReminders>>
  /** The etags of users whose reminders changed after the event itself. */
  readonly personalEtags?: Readonly<Record<string, string>>
  /** Shown only to the creator. */
  readonly source?: NonNullable<EventDraft['source']>
  /** Exceptions: the properties that differ from the series; null for those that only the series has. */
  readonly overrides?: Overrides
  /** Exceptions that were deleted together with their series: their former state. */
  readonly before?: { readonly presence: Presence; readonly status: string }
  /** Series: the original starts that were removed, with the change that removed them. */
  readonly removed?: readonly Removal[]
  /** Series: the last change whose removed original starts are no longer stored. */
  readonly forgotten?: ChangeStamp
  /** Attendee copies: whether the attendee deleted the copy. */
  readonly hasLeft?: boolean
  /** Attendee copies: whether the attendee deleted the copy without telling the organizer. */
  readonly hasLeftSilently?: boolean
  /** Attendee copies: whether the attendee restored the copy, which has yet to be reconciled. */
  readonly hasReturned?: boolean
  /** Attendee copies: the visibility that was set on the copy itself. */
  readonly visibility?: string
  /** Attendee copies: the change number of the organizer's event that the copy reflects. */
  readonly upTo?: number
  /** Organizer's events: the change number of the content, if attendees have responded since. */
  readonly contentAt?: number
  /** Organizer's events: the change number of the times, if other properties changed since. */
  readonly timesAt?: number
  /** Organizer's events: attendees whom a calendar program invites, and the server does not. */
  readonly invitedElsewhere?: readonly string[]
  /** Organizer's events: the number of the last applied request of each attendee's calendar. */
  readonly applied?: Readonly<Record<string, number>>
  /** Attendee copies: the request that the organizer's event has yet to apply. */
  readonly request?: Request
  /** Series that used to be single events: the change number since which they repeat. */
  readonly repeatsSince?: number
}

export type Overrides = { readonly [K in keyof Event]?: Event[K] | null }

/** A list of original starts; or the former rule of a series, if there are too many. */
export type Removal = RemovedOriginalStarts | FormerSeries

/** When a change was made: its number, for sync tokens, and its time, for `updatedMin`. */
export interface ChangeStamp {
  readonly changeNumber: number
  readonly atMs: number
}

export interface RemovedOriginalStarts extends ChangeStamp {
  readonly originalStarts: readonly number[]
  /** Whether the original starts are dates. */
  readonly isAllDay?: true
}

interface FormerSeries extends ChangeStamp {
  readonly recurrence: readonly string[]
  readonly times: EventTimes
}

/** The internal properties of most events. */
export const noInternal: InternalProperties = {}

export const internalIn = (text: string): InternalProperties =>
  text === '' ? noInternal : (JSON.parse(text) as InternalProperties)

/** The empty text if there are none. */
export function internalText(internal: InternalProperties): string {
  if (internal === noInternal) return ''
  const stored = storedProperties(internal)
  return Object.keys(stored).length === 0 ? '' : JSON.stringify(stored)
}

/** Whether two sets of properties are equal, regardless of the order of users. */
export const isSameInternal = (one: InternalProperties, other: InternalProperties): boolean =>
  one === other || isDeepStrictEqual(storedProperties(one), storedProperties(other))

/** The properties without those that are false or empty. Exceptions that equal their series have empty overrides. */
function storedProperties(internal: InternalProperties): InternalProperties {
  const stored: Record<string, unknown> = {}
  let name: keyof InternalProperties
  for (name in internal) {
    const value = internal[name]
    if (value === undefined || value === false) continue
    const isEmpty = typeof value === 'object' && Object.keys(value).length === 0
    if (name === 'overrides' || !isEmpty) stored[name] = value
  }
  return stored
}

/** The change number of an organizer's event without the responses of attendees. */
export const contentAt = ({ internal, changeNumber }: EventRow): number =>
  internalIn(internal).contentAt ?? changeNumber

/** The change number of the times of an organizer's event. */
export const timesAt = ({ internal, changeNumber }: EventRow): number =>
  internalIn(internal).timesAt ?? changeNumber

/** The number of a calendar's last request that an organizer's event has applied. */
export const lastApplied = ({ internal }: EventRow, calendarId: string): number =>
  internalIn(internal).applied?.[calendarId] ?? 0

/** Whether a user has chosen reminders by mail. */
export const remindsByMail = ({ reminders }: InternalProperties): boolean =>
  reminders !== undefined &&
  Object.values(reminders).some(({ overrides = [] }) => mailedMinutes(overrides).length > 0)

/** The properties with the reminders of one user set or removed. */
export function withReminders(
  internal: InternalProperties,
  userId: string,
  chosen: ChosenReminders | undefined,
): InternalProperties {
  if (internal.reminders === undefined && chosen === undefined) return internal
  const { [userId]: _, ...others } = internal.reminders ?? {}
  return { ...internal, reminders: chosen === undefined ? others : { ...others, [userId]: chosen } }
}

/** The users for whom only the internal properties make a difference. */
export function usersNoticing(
  { reminders: then = {}, source: formerSource }: InternalProperties,
  { reminders: now = {}, source }: InternalProperties,
  creatorId: string,
): string[] {
  const isSame = (userId: string) => isDeepStrictEqual(then[userId], now[userId])
  const users = Object.keys({ ...then, ...now }).filter((userId) => !isSame(userId))
  return isDeepStrictEqual(formerSource, source) ? users : [...users, creatorId]
}
