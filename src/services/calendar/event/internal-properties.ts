import { isDeepStrictEqual } from 'node:util'
import type { Request } from '../attendees/attendee-change.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow, Presence } from '../store/events.ts'
import type { EventDraft } from './event-draft.ts'
import { mailedMinutes } from './properties/event-reminders.ts'
import type { EventTimes } from './times.ts'

export type ChosenReminders = NonNullable<EventDraft['reminders']>

/** What is stored with an event and is not part of its wire form for everybody. */
export interface InternalProperties {
  /** The reminders that users have chosen, by user. */
  readonly reminders?: Readonly<Record<string, ChosenReminders>>
  /** The etags that users see instead, whose reminders have changed since the event itself did. */
  readonly personalEtags?: Readonly<Record<string, string>>
  /** Shown to the creator only. */
  readonly source?: NonNullable<EventDraft['source']>
  /** Of an exception: what it says otherwise than its series; null where it says nothing instead. */
  readonly overrides?: Overrides
  /** Of an exception that left together with its series: what it was. */
  readonly before?: { readonly presence: Presence; readonly status: string }
  /** Of a series: the original starts that it has given up, with the change that did so. */
  readonly removed?: readonly Removal[]
  /** Of a series: the last change whose original starts are not stored any more. */
  readonly forgotten?: ChangeStamp
  /** Of a copy: whoever is invited has deleted it. */
  readonly hasLeft?: boolean
  /** Of a copy: that was taken back, and the copy has yet to show what it has missed. */
  readonly hasReturned?: boolean
  /** Of a copy: who sees it, where that was said on the copy itself. */
  readonly visibility?: string
  /** Of an attendee copy: the change number of the organizer's event that it is up to date with. */
  readonly upTo?: number
  /** Of an organizer's event: the change number of its content, where attendees have responded since. */
  readonly contentAt?: number
  /** Of an organizer's event: the change number of its times, where it has changed otherwise since. */
  readonly timesAt?: number
  /** Of an organizer's event: the last request of each attendee's calendar that it has taken over. */
  readonly applied?: Readonly<Record<string, number>>
  /** Of an attendee copy: what the organizer's event has yet to take over. */
  readonly request?: Request
  /** Of a series that used to take place once: the number of the change since when it repeats. */
  readonly repeatsSince?: number
}

export type Overrides = { readonly [K in keyof Event]?: Event[K] | null }

/** Original starts one by one; or the former rule of a series that had too many of them. */
export type Removal = RemovedOriginalStarts | FormerSeries

/** When a change was made: its number, for sync tokens, and its time, for `updatedMin`. */
export interface ChangeStamp {
  readonly changeNumber: number
  readonly atMs: number
}

export interface RemovedOriginalStarts extends ChangeStamp {
  readonly originalStarts: readonly number[]
  /** The original starts are dates. */
  readonly isAllDay?: true
}

interface FormerSeries extends ChangeStamp {
  readonly recurrence: readonly string[]
  readonly times: EventTimes
}

/** What most events have. */
export const noInternal: InternalProperties = {}

export const internalIn = (text: string): InternalProperties =>
  text === '' ? noInternal : (JSON.parse(text) as InternalProperties)

/** Nothing is kept as the empty text, which most events have. */
export function internalText(internal: InternalProperties): string {
  if (internal === noInternal) return ''
  const kept = keptOf(internal)
  return Object.keys(kept).length === 0 ? '' : JSON.stringify(kept)
}

/** Whether the same is kept, in whatever order users have chosen. */
export const isSameInternal = (one: InternalProperties, other: InternalProperties): boolean =>
  one === other || isDeepStrictEqual(keptOf(one), keptOf(other))

const keptOf = ({
  reminders,
  personalEtags,
  source,
  overrides,
  before,
  removed,
  forgotten,
  repeatsSince,
  hasLeft,
  hasReturned,
  visibility,
  upTo,
  contentAt,
  timesAt,
  applied,
  request,
}: InternalProperties): InternalProperties => ({
  ...(reminders && Object.keys(reminders).length > 0 && { reminders }),
  ...(personalEtags && { personalEtags }),
  ...(source && { source }),
  ...(overrides && { overrides }),
  ...(before && { before }),
  ...(removed && removed.length > 0 && { removed }),
  ...(forgotten !== undefined && { forgotten }),
  ...(hasLeft && { hasLeft }),
  ...(hasReturned && { hasReturned }),
  ...(visibility !== undefined && { visibility }),
  ...(repeatsSince !== undefined && { repeatsSince }),
  ...(upTo !== undefined && { upTo }),
  ...(contentAt !== undefined && { contentAt }),
  ...(timesAt !== undefined && { timesAt }),
  ...(applied && { applied }),
  ...(request && { request }),
})

/** The change number of what an organizer's event says, apart from what attendees have responded. */
export const contentAt = ({ internal, changeNumber }: EventRow): number =>
  internalIn(internal).contentAt ?? changeNumber

/** The change number of when it takes place. */
export const timesAt = ({ internal, changeNumber }: EventRow): number =>
  internalIn(internal).timesAt ?? changeNumber

/** The number of the last request of a calendar that an organizer's event has taken over. */
export const lastApplied = ({ internal }: EventRow, calendarId: string): number =>
  internalIn(internal).applied?.[calendarId] ?? 0

/** Whether somebody has chosen to be reminded by mail. */
export const remindsByMail = ({ reminders }: InternalProperties): boolean =>
  reminders !== undefined &&
  Object.values(reminders).some(({ overrides = [] }) => mailedMinutes(overrides).length > 0)

/** The same with the reminders that one user has chosen, or none. */
export function withReminders(
  internal: InternalProperties,
  userId: string,
  chosen: ChosenReminders | undefined,
): InternalProperties {
  if (internal.reminders === undefined && chosen === undefined) return internal
  const { [userId]: _, ...others } = internal.reminders ?? {}
  return { ...internal, reminders: chosen === undefined ? others : { ...others, [userId]: chosen } }
}

/** The users who see a difference between the two, beside whoever sees the event itself. */
export function usersNoticing(
  { reminders: then = {}, source: formerSource }: InternalProperties,
  { reminders: now = {}, source }: InternalProperties,
  creatorId: string,
): string[] {
  const isSame = (userId: string) => isDeepStrictEqual(then[userId], now[userId])
  const users = Object.keys({ ...then, ...now }).filter((userId) => !isSame(userId))
  return isDeepStrictEqual(formerSource, source) ? users : [...users, creatorId]
}
