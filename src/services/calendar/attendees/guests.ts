import { findGroups, groupsOf, membersOf } from '#/auth/directory/groups-members.ts'
import { limitExceeded } from '#/kernel/errors.ts'
import { isSameJson } from '#/kernel/text/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CurrentEvent, EventDraft } from '../event/event-draft.ts'
import { isSameTimes } from '../event/times.ts'
import type { CalendarContext } from '../operation.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import { type CalendarRow, calendarIn } from '../store/calendars.ts'
import type { CalendarWriter } from '../writing/calendar-writer.ts'
import { stated } from './attendee-change.ts'

type Shared = {
  readonly [K in 'id' | 'organizer' | 'privateCopy' | 'eventType']?: Event[K] | undefined
}

/**
 * Whether an event on a calendar is the organizer's event, which copies follow. Imported events have ids
 * of another form and stay private.
 */
export const isShared = (
  { id = '', organizer, privateCopy, eventType = 'default' }: Shared,
  calendarId: string,
): boolean =>
  organizer?.email === calendarId && !privateCopy && eventType === 'default' && !id.startsWith('_')

/** The attendees that an event on a calendar invites: none if the calendar does not organize it. */
export const invitedBy = (event: Event, calendarId: string): Event['attendees'] =>
  isShared(event, calendarId) ? event.attendees : undefined

interface Inviting {
  readonly organizer: Pick<CalendarRow, 'id'>
  readonly guest: Pick<CalendarRow, 'id'>
}

/** Whether a calendar is invited to events of another one, by its own address or through a group. */
export class Invitation {
  readonly #tx: Transaction
  readonly #inviting: Inviting
  #groups: Promise<string[]> | undefined

  constructor(tx: Transaction, inviting: Inviting) {
    this.#tx = tx
    this.#inviting = inviting
  }

  async includes(event: Event, emails = emailsIn(event)): Promise<boolean> {
    const { organizer, guest } = this.#inviting
    if (emails.size === 0 || !isShared(event, organizer.id)) return false
    if (emails.has(guest.id)) return true
    this.#groups ??= groupsOf(this.#tx, guest.id)
    return (await this.#groups).some((group) => emails.has(group))
  }
}

/** The addresses on the list of attendees. */
export const emailsIn = ({ attendees }: Event): ReadonlySet<string> =>
  new Set(attendees?.map(({ email = '' }) => email))

export interface GuestsContext extends Pick<CalendarContext, 'attendeesMax'> {
  readonly store: Pick<CalendarContext['store'], 'calendars'>
}

interface Naming {
  readonly tx: Transaction
  readonly writer: Pick<CalendarWriter, 'calendar'>
  readonly described: EventDraft
  /** The event as it was, if there was one. */
  readonly before?: Pick<CurrentEvent, 'event' | 'times'>
}

/** The event with what this server knows of the attendees who are on it. */
export async function withNamedAttendees(
  context: GuestsContext,
  naming: Naming,
): Promise<EventDraft> {
  const { described, before, tx, writer } = naming
  const { attendees } = described.content
  if (attendees === undefined) return described
  const isSame = isSameJson(attendees, before?.event.attendees?.map(stated))
  if (isSame && !isInvitedAgain(naming)) return described
  const organizer = writer.calendar.id
  const guests = await findGuests(context, tx, { lists: [attendees], organizer })
  if (guests === nobody) return described
  const named = attendees.map((one) => guests.named(one))
  return { ...described, content: { ...described.content, attendees: named } }
}

/** The event is at another time, or takes place after all. */
function isInvitedAgain({ described: { content, times }, before }: Naming): boolean {
  if (before === undefined) return true
  const { event } = before
  return (
    (event.status === 'cancelled' && content.status !== 'cancelled') ||
    !isSameTimes(before.times, times) ||
    !isSameJson(event.recurrence, content.recurrence)
  )
}

type Invited = CalendarRow & { readonly ownerName: string }

/** The calendars of this server that attendees stand for. */
class Guests {
  readonly #calendars: ReadonlyMap<string, Invited>
  readonly #members: ReadonlyMap<string, readonly string[]>

  constructor(
    calendars: ReadonlyMap<string, Invited>,
    members: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#calendars = calendars
    this.#members = members
  }

  /** The calendars that are to have a copy: those named, and those of the members of groups. */
  calendarIdsOf(attendees: Event['attendees'] = []): ReadonlySet<string> {
    const ids = new Set<string>()
    for (const { email = '' } of attendees) {
      if (this.#calendars.has(email)) ids.add(email)
      for (const member of this.#members.get(email) ?? []) ids.add(member)
    }
    return ids
  }

  /** The attendee with what this server knows: that it is a room, and the name. */
  named(attendee: EventAttendee): EventAttendee {
    const calendar = this.#calendars.get(attendee.email ?? '')
    if (calendar === undefined) return attendee
    const { email, displayName: given, resource, ...rest } = attendee
    const displayName = nameOf(calendar) ?? given
    const isRoom = resource || calendar.isResource === 1
    if (displayName === given && isRoom === (resource ?? false)) return attendee
    return {
      email: email!,
      ...(displayName !== undefined && { displayName }),
      ...(isRoom && { resource: true }),
      ...rest,
    }
  }
}

interface CopyCounts {
  /** The calendars that have copies. */
  readonly guestsCount: number
  readonly exceptionsCount: number
}

/** Keeps a series from getting more copies than one change may write. */
export function requireCopiesAtMost(
  { copiesPerEventMax }: Pick<CalendarContext, 'copiesPerEventMax'>,
  { guestsCount, exceptionsCount }: CopyCounts,
): void {
  if (guestsCount * (1 + exceptionsCount) <= copiesPerEventMax) return
  throw limitExceeded(
    `A series and its exceptions have at most ${copiesPerEventMax} copies on all calendars together.`,
  )
}

const nobody = new Guests(new Map(), new Map())

/** A user without a name is called by the address, which says nothing more. */
function nameOf(calendar: Invited): string | undefined {
  if (calendar.isPrimary === 0) return calendarIn(calendar).summary
  const { id, ownerName } = calendar
  return id.startsWith(`${ownerName}@`) ? undefined : ownerName
}

/** Finds the calendars of all who are on the lists, but for the one that organizes. */
export async function findGuests(
  { store, attendeesMax }: GuestsContext,
  tx: Transaction,
  {
    lists,
    organizer,
  }: { readonly lists: readonly Event['attendees'][]; readonly organizer: string },
): Promise<Guests> {
  const emails = new Set<string>()
  for (const list of lists) {
    for (const { email = '' } of list ?? []) {
      if (email !== organizer && !store.calendars.isStranger(tx, email)) emails.add(email)
    }
  }
  if (emails.size === 0) return nobody
  const key = [organizer, ...emails].join(' ')
  const known = found.get(tx)
  if (known?.key === key) return known.guests
  const guests = await guestsNamed({ store, attendeesMax }, tx, { emails, organizer })
  found.set(tx, { key, guests })
  return guests
}

// A change asks for the same guests before and after it is written.
const found = new WeakMap<Transaction, { readonly key: string; readonly guests: Guests }>()

async function guestsNamed(
  { store, attendeesMax }: GuestsContext,
  tx: Transaction,
  { emails, organizer }: { readonly emails: ReadonlySet<string>; readonly organizer: string },
): Promise<Guests> {
  // Mostly nobody is from here.
  if (!(await store.calendars.isAnyHere(tx, [...emails]))) return nobody
  const named = await store.calendars.findInvited(tx, [...emails])
  const calendars = new Map(named.map((calendar) => [calendar.id, calendar]))
  const others = [...emails].filter((email) => !calendars.has(email))
  const members = new Map<string, readonly string[]>()
  // No more calendars are reached than an event has attendees, however large the groups are.
  let room = attendeesMax - calendars.size
  for (const { id, email } of others.length === 0 ? [] : await findGroups(tx, others)) {
    if (room <= 0) break
    const addresses = (await membersOf(tx, id, room + 1)).filter((one) => one !== organizer)
    const here = await store.calendars.findAll(tx, addresses.slice(0, room))
    const ids = here.map((calendar) => calendar.id).sort()
    members.set(email, ids)
    room -= ids.length
  }
  return new Guests(calendars, members)
}
