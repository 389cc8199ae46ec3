import { isDeepStrictEqual } from 'node:util'
import { forbiddenForNonOrganizer } from '#/kernel/errors.ts'
import type { CurrentEvent, DescribedEvent } from '../event/described-event.ts'
import { contentOf, type EventContent } from '../event/event-content.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'

type Attendees = readonly EventAttendee[]

interface GuestWish {
  readonly guestId: string
  /** The copy of the guest as it is, and as the guest wants it. */
  readonly current: CurrentEvent
  readonly described: DescribedEvent
  readonly isLeaving: boolean
  /** The event of the organizer. */
  readonly original: CurrentEvent
}

const flags = ['guestsCanInviteOthers', 'guestsCanModify', 'guestsCanSeeOtherGuests'] as const

/** Refuses a guest who changes what guests may do. */
export function requireSameFlags(current: Event, { content }: DescribedEvent): void {
  if (flags.some((name) => current[name] !== content[name])) throw forbiddenForNonOrganizer()
}

/** The event of the organizer after a guest has changed a copy: what a guest may say reaches it. */
export function originalAfter(wish: GuestWish): DescribedEvent {
  const { original, described, current } = wish
  const { event, times, reminders, source } = original
  const attendees = attendeesAfter(wish)
  const kept = { ...contentOf(event), ...(attendees.length > 0 && { attendees }) }
  if (event.guestsCanModify !== true) return { content: kept, times, reminders, source }
  const isMoved = !isDeepStrictEqual(current.times, described.times)
  return {
    content: { ...kept, ...sharedChanges(wish) },
    times: isMoved ? described.times : times,
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

/** What a guest says otherwise than the copy has said, of what is the same for all. */
function sharedChanges({ current, described, original, isLeaving }: GuestWish): EventContent {
  const { content } = described
  const changed = sharedNames.filter(
    (name) => !isDeepStrictEqual(current.event[name], content[name]),
  )
  const changes: Partial<Record<keyof EventContent, unknown>> = Object.fromEntries(
    changed.map((name) => [name, content[name]]),
  )
  const isSettled = isLeaving || current.event.status === 'cancelled'
  if (!isSettled && current.event.status !== content.status) changes.status = content.status
  const { shared } = content.extendedProperties ?? {}
  if (!isDeepStrictEqual(shared, current.event.extendedProperties?.shared)) {
    changes.extendedProperties = propertiesWith(original.event, shared)
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
function attendeesAfter(wish: GuestWish): Attendees {
  const { guestId, current, described, original } = wish
  const { attendees: invited = [], guestsCanModify, guestsCanInviteOthers = true } = original.event
  const given = described.content.attendees ?? []
  const seen = new Set(current.event.attendees?.map(({ email }) => email))
  const known = new Set(invited.map(({ email }) => email))
  const added = given.filter(({ email }) => !seen.has(email) && !known.has(email))
  const others = added.filter(({ email }) => email !== guestId).map(unanswered)
  const may = guestsCanModify === true || guestsCanInviteOthers
  const kept = guestsCanModify ? edited(invited, { given, seen }) : invited
  return [...withOwnAnswer(kept, wish), ...(may ? others : [])]
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
  { given, seen }: { readonly given: Attendees; readonly seen: ReadonlySet<string | undefined> },
): Attendees {
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

function withOwnAnswer(invited: Attendees, wish: GuestWish): Attendees {
  const { guestId, described, isLeaving } = wish
  const given = described.content.attendees?.find(({ email }) => email === guestId)
  const isListed = invited.some(({ email }) => email === guestId)
  if (!isLeaving && given === undefined) return invited
  const answer = { ...answerOf(given), ...(isLeaving && { responseStatus: 'declined' }) }
  if (!isListed) return [...invited, { email: guestId, responseStatus: 'needsAction', ...answer }]
  return invited.map((attendee) => {
    if (attendee.email !== guestId) return attendee
    if (given === undefined) return { ...attendee, ...answer }
    const { comment: _comment, additionalGuests: _guests, ...rest } = attendee
    return { ...rest, ...answer }
  })
}

/** What somebody says in answer to an invitation. */
function answerOf(attendee: EventAttendee | undefined): Partial<EventAttendee> {
  const { responseStatus, comment, additionalGuests } = attendee ?? {}
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
