import { isDeepStrictEqual } from 'node:util'
import { forbiddenForNonOrganizer } from '../errors.ts'
import { contentOf, type EventContent } from '../event/event-content.ts'
import type { CurrentEvent, EventDraft } from '../event/event-draft.ts'
import { type EventTimes, isSameTimes } from '../event/times.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'

type Attendees = readonly EventAttendee[]

/** What somebody says in response to an invitation. */
export type Response = Pick<EventAttendee, 'responseStatus' | 'comment' | 'additionalGuests'>

/** What an attendee has changed on their copy, of what is not theirs alone. It can be stored. */
export interface GuestChange {
  /** What they say of themselves. */
  readonly answer?: Response
  readonly isLeaving?: true
  /** Attendees whom they want to be invited as well. */
  readonly added?: Attendees
  /** The list as they have seen it and as they want it, where they have changed others. */
  readonly list?: { readonly seen: readonly string[]; readonly given: Attendees }
  readonly edits?: readonly Edit[]
  readonly times?: { readonly from: EventTimes; readonly to: EventTimes }
}

/** A property with what it was on the copy, and what it is to be; absent values are left out. */
interface Edit {
  readonly name: SharedName
  readonly from?: unknown
  readonly to?: unknown
}

interface CopyEdit {
  readonly guestId: string
  /** The copy as it is, and as the attendee wants it. */
  readonly current: CurrentEvent
  readonly described: EventDraft
  readonly isLeaving: boolean
}

/** What an attendee has changed on a copy that others may have to follow. */
export function guestChange({ guestId, current, described, isLeaving }: CopyEdit): GuestChange {
  const { content, times } = described
  const { event } = current
  const given = content.attendees ?? []
  const seen = new Set(event.attendees?.map(({ email }) => email))
  const own = given.find(({ email }) => email === guestId)
  const added = given.filter(({ email }) => !seen.has(email) && email !== guestId)
  const isListChanged = !isDeepStrictEqual(stated(event.attendees, guestId), stated(given, guestId))
  const edits = editsIn(event, content, isLeaving)
  const former = event.attendees?.find(({ email }) => email === guestId)
  const answer = { ...(own && answerOf(own)), ...(isLeaving && { responseStatus: 'declined' }) }
  const isAnswered = !isDeepStrictEqual(answer, former === undefined ? {} : answerOf(former))
  return {
    ...(isAnswered && { answer }),
    ...(isLeaving && { isLeaving }),
    ...(added.length > 0 && { added }),
    ...(isListChanged && { list: { seen: [...seen] as string[], given } }),
    ...(edits.length > 0 && { edits }),
    ...(!isDeepStrictEqual(current.times, times) && { times: { from: current.times, to: times } }),
  }
}

interface Joining {
  /** The last change takes a deletion of the copy back. */
  readonly isReturning: boolean
}

/** Two changes of a copy that the organizer's event has to take over together. */
export function joinedChange(
  first: GuestChange,
  last: GuestChange,
  { isReturning }: Joining,
): GuestChange {
  const { isLeaving, ...before } = first
  const edited = new Map((first.edits ?? []).map((edit) => [edit.name, edit]))
  for (const edit of last.edits ?? []) {
    edited.set(edit.name, {
      ...edit,
      from: edited.has(edit.name) ? edited.get(edit.name)!.from : edit.from,
    })
  }
  const added = [...addedStill(first, last), ...(last.added ?? [])]
  const list = joinedList(first, last)
  const { added: _added, ...rest } = { ...before, ...last }
  return {
    ...rest,
    ...(isLeaving && !isReturning && { isLeaving }),
    ...(added.length > 0 && { added }),
    ...(list && { list }),
    ...(edited.size > 0 && { edits: [...edited.values()] }),
    ...(first.times && last.times && { times: { from: first.times.from, to: last.times.to } }),
  }
}

/** Whom the first change has added, but for those whom the last one has removed again. */
function addedStill({ added = [] }: GuestChange, { list }: GuestChange): Attendees {
  if (list === undefined) return added
  const given = new Set(list.given.map(({ email }) => email))
  return added.filter(({ email }) => given.has(email))
}

function joinedList({ list: first }: GuestChange, { list: last }: GuestChange) {
  if (first === undefined || last === undefined) return last ?? first
  return { seen: [...new Set([...first.seen, ...last.seen])], given: last.given }
}

/** The attendees apart from one, without what depends on who reads the list. */
const stated = (attendees: Attendees | undefined, guestId: string) =>
  (attendees ?? [])
    .filter(({ email }) => email !== guestId)
    .map(({ self: _self, organizer: _organizer, ...attendee }) => attendee)

const flags = ['guestsCanInviteOthers', 'guestsCanModify', 'guestsCanSeeOtherGuests'] as const

/** Refuses a guest who changes what guests may do. */
export function requireSameFlags(current: Event, { content }: EventDraft): void {
  if (flags.some((name) => current[name] !== content[name])) throw forbiddenForNonOrganizer()
}

interface Applying {
  readonly guestId: string
  readonly change: GuestChange
  /** The organizer's event. */
  readonly original: CurrentEvent
}

/** The organizer's event after an attendee has changed a copy: what attendees may say reaches it. */
export function originalAfter(applying: Applying): EventDraft {
  const { original, change } = applying
  const { event, times, reminders, source } = original
  const attendees = attendeesAfter(applying)
  const kept = { ...contentOf(event), ...(attendees.length > 0 && { attendees }) }
  if (event.guestsCanModify !== true) return { content: kept, times, reminders, source }
  const isMoved = change.times !== undefined && isSameTimes(change.times.from, times)
  return {
    content: { ...kept, ...editedContent(event, change.edits ?? []) },
    times: isMoved ? change.times!.to : times,
    reminders,
    source,
  }
}

const sharedNames = [
  'summary',
  'description',
  'location',
  'recurrence',
  'hangoutLink',
  'conferenceData',
  'attachments',
] as const satisfies readonly (keyof EventContent)[]

type SharedName = (typeof sharedNames)[number] | 'status' | 'shared'

/** What an attendee says otherwise than the copy has said, of what is the same for all. */
function editsIn(event: Event, content: EventContent, isLeaving: boolean): readonly Edit[] {
  const isSettled = isLeaving || event.status === 'cancelled'
  const pairs: readonly (readonly [SharedName, unknown, unknown])[] = [
    ...sharedNames.map((name) => [name, event[name], content[name]] as const),
    ...(isSettled ? [] : [['status', event.status, content.status] as const]),
    ['shared', event.extendedProperties?.shared, content.extendedProperties?.shared],
  ]
  return pairs
    .filter(([, from, to]) => !isDeepStrictEqual(from, to))
    .map(([name, from, to]) => ({ name, from, to }))
}

/** An edit yields to what the organizer has made of the property since. */
function editedContent(event: Event, edits: readonly Edit[]): EventContent {
  const changes: Partial<Record<keyof EventContent, unknown>> = {}
  for (const { name, from, to } of edits) {
    const now = name === 'shared' ? event.extendedProperties?.shared : event[name]
    if (!isDeepStrictEqual(now, from)) continue
    if (name === 'shared') {
      changes.extendedProperties = propertiesWith(event, to as Record<string, string> | undefined)
    } else changes[name] = to
  }
  return changes as EventContent
}

function propertiesWith(
  { extendedProperties }: Event,
  shared: Readonly<Record<string, string>> | undefined,
): Event['extendedProperties'] {
  const { private: own } = extendedProperties ?? {}
  const properties = { ...(own && { private: own }), ...(shared && { shared }) }
  return Object.keys(properties).length === 0 ? undefined : properties
}

/** Who is invited after that: everybody answers for themselves, and may bring others if allowed. */
function attendeesAfter({ guestId, change, original }: Applying): Attendees {
  const { attendees: invited = [], guestsCanModify, guestsCanInviteOthers = true } = original.event
  const known = new Set(invited.map(({ email }) => email))
  const added = (change.added ?? []).filter(({ email }) => !known.has(email)).map(unanswered)
  const may = guestsCanModify === true || guestsCanInviteOthers
  const kept = guestsCanModify && change.list ? edited(invited, change.list) : invited
  return [...withOwnAnswer(kept, guestId, change), ...(may ? added : [])]
}

/** Nobody answers for others. */
const unanswered = (attendee: EventAttendee): EventAttendee => ({
  ...attendee,
  responseStatus: 'needsAction',
})

/**
 * The list with what a guest who may change it has changed in what there was to be seen. Everybody's
 * answer stays as it is: the guest may have read the list before others answered.
 */
function edited(
  invited: Attendees,
  { given, seen: emails }: NonNullable<GuestChange['list']>,
): Attendees {
  const seen = new Set<string | undefined>(emails)
  const byEmail = new Map(given.map((attendee) => [attendee.email, attendee]))
  return invited.flatMap((attendee) => {
    const wanted = byEmail.get(attendee.email)
    if (wanted !== undefined) return [withAnswerOf(attendee, wanted)]
    return seen.has(attendee.email) ? [] : [attendee]
  })
}

function withAnswerOf(attendee: EventAttendee, wanted: EventAttendee): EventAttendee {
  const { comment: _comment, additionalGuests: _guests, ...rest } = wanted
  return { ...rest, ...answerOf(attendee) }
}

function withOwnAnswer(
  invited: Attendees,
  guestId: string,
  { answer: given, isLeaving }: GuestChange,
): Attendees {
  const isListed = invited.some(({ email }) => email === guestId)
  if (!isLeaving && given === undefined) return invited
  const answer = { ...given, ...(isLeaving && { responseStatus: 'declined' }) }
  if (!isListed) return [...invited, { email: guestId, responseStatus: 'needsAction', ...answer }]
  return invited.map((attendee) => {
    if (attendee.email !== guestId) return attendee
    if (given === undefined) return { ...attendee, ...answer }
    const { comment: _comment, additionalGuests: _guests, ...rest } = attendee
    return { ...rest, ...answer }
  })
}

/** What somebody says in answer to an invitation. */
function answerOf(attendee: EventAttendee): Response {
  const { responseStatus, comment, additionalGuests } = attendee
  return {
    ...(responseStatus !== undefined && { responseStatus }),
    ...(comment !== undefined && { comment }),
    ...(additionalGuests !== undefined && { additionalGuests }),
  }
}

interface Lists {
  /** Of the series as it was. */
  readonly former?: Attendees | undefined
  /** Of the exception. */
  readonly own?: Attendees | undefined
  /** Of the series as it is now. */
  readonly next?: Attendees | undefined
}

/**
 * Who is invited to an exception once its series invites others. A list of its own stays as it is; one
 * that differs by answers alone follows the series, and keeps these answers.
 */
export function followedAttendees({ former = [], own = [], next = [] }: Lists): Attendees {
  const then = new Map(former.map((attendee) => [attendee.email, attendee]))
  const isFollowing = own.length === former.length && own.every(({ email }) => then.has(email))
  if (!isFollowing) return own
  const answers = new Map(own.map((attendee) => [attendee.email, attendee]))
  return next.map((attendee) => {
    const answer = answers.get(attendee.email)
    const isSaid = answer !== undefined && !isDeepStrictEqual(answer, then.get(attendee.email))
    return isSaid ? answer : attendee
  })
}
