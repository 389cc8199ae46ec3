import { findGroups, groupsOf, membersOf } from '#/auth/directory/groups-members.ts'
import { limitExceeded } from '#/kernel/errors.ts'
import { isSameJson } from '#/kernel/text/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { type CalendarRow, calendarIn } from '../calendar/calendar-row.ts'
import type { CurrentEvent, EventDraft } from '../event/event-draft.ts'
import { internalIn } from '../event/internal-properties.ts'
import { isSameTimes } from '../event/times.ts'
import type { CalendarContext } from '../operation.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import type { CalendarWriter } from '../writing/calendar-writer.ts'
import { statedAttendee } from './attendee-change.ts'

type Shared = {
  readonly [K in 'id' | 'organizer' | 'privateCopy' | 'eventType']?: Event[K] | undefined
}

/**
 * Whether an event is an organizer's event with attendee copies. Imported events have ids of another form and
 * stay private.
 */
export const isShared = (
  { id = '', organizer, privateCopy, eventType = 'default' }: Shared,
  calendarId: string,
): boolean =>
  organizer?.email === calendarId && !privateCopy && eventType === 'default' && !id.startsWith('_')

/** The attendees that the server invites to an event of the calendar; none if others organize it. */
export function invitedBy(
  event: Event,
  { internal }: Pick<EventRow, 'internal'>,
  calendarId: string,
): Event['attendees'] {
  if (!isShared(event, calendarId)) return undefined
  const elsewhere = invitedElsewhere(internal)
  if (elsewhere.length === 0) return event.attendees
  return event.attendees?.filter(({ email = '' }) => !elsewhere.includes(email))
}

// Few events have any, and parsing the properties of all is expensive.
const invitedElsewhere = (internal: string): readonly string[] =>
  internal.includes('"invitedElsewhere"') ? (internalIn(internal).invitedElsewhere ?? []) : []

interface Inviting {
  readonly organizer: Pick<CalendarRow, 'id'>
  readonly guest: Pick<CalendarRow, 'id'>
}

/** Whether a calendar is invited to events of another calendar, by its own address or through a group. */
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

/** The addresses on the list of attendees, without those that the server does not invite. */
export function emailsIn(
  { attendees }: Event,
  { internal }: Pick<EventRow, 'internal'> = { internal: '' },
): ReadonlySet<string> {
  const emails = new Set(attendees?.map(({ email = '' }) => email))
  for (const email of invitedElsewhere(internal)) emails.delete(email)
  return emails
}

type GuestsContext = Pick<CalendarContext, 'calendars' | 'attendeesMax'>

interface Naming {
  readonly tx: Transaction
  readonly writer: Pick<CalendarWriter, 'calendar'>
  readonly draft: EventDraft
  /** The event before the write, if there was one. */
  readonly before?: Pick<CurrentEvent, 'event' | 'times'>
}

/** The event with the names and kinds of attendees who are on this server. */
export async function withNamedAttendees(
  context: GuestsContext,
  naming: Naming,
): Promise<EventDraft> {
  const { draft, before, tx, writer } = naming
  const { attendees } = draft.content
  if (attendees === undefined) return draft
  const isSame = isSameJson(attendees, before?.event.attendees?.map(statedAttendee))
  if (isSame && !isInvitedAgain(naming)) return draft
  const organizer = writer.calendar.id
  const guests = await findGuests(context, tx, { lists: [attendees], organizer })
  if (guests === nobody) return draft
  const namedAttendees = attendees.map((one) => guests.withName(one))
  return { ...draft, content: { ...draft.content, attendees: namedAttendees } }
}

/** Whether the event moved in time or was restored, so that attendees have to respond again. */
function isInvitedAgain({ draft: { content, times }, before }: Naming): boolean {
  if (before === undefined) return true
  const { event } = before
  return (
    (event.status === 'cancelled' && content.status !== 'cancelled') ||
    !isSameTimes(before.times, times) ||
    !isSameJson(event.recurrence, content.recurrence)
  )
}

type Invited = CalendarRow & { readonly ownerName: string }

/** The calendars on this server that the attendees refer to. */
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

  /** The calendars that get a copy: those of attendees, and those of the members of groups. */
  calendarIdsOf(attendees: Event['attendees'] = []): ReadonlySet<string> {
    const ids = new Set<string>()
    for (const { email = '' } of attendees) {
      if (this.#calendars.has(email)) ids.add(email)
      for (const member of this.#members.get(email) ?? []) ids.add(member)
    }
    return ids
  }

  /** The attendee with the name, and whether it is a room. */
  withName(attendee: EventAttendee): EventAttendee {
    const calendar = this.#calendars.get(attendee.email ?? '')
    if (calendar === undefined) return attendee
    const { email, displayName: ownName, resource, ...rest } = attendee
    const displayName = nameOf(calendar) ?? ownName
    const isRoom = resource || calendar.isResource === 1
    if (displayName === ownName && isRoom === (resource ?? false)) return attendee
    return {
      email: email!,
      ...(displayName !== undefined && { displayName }),
      ...(isRoom && { resource: true }),
      ...rest,
    }
  }
}

interface CopyCounts {
  /** The number of calendars with copies. */
  readonly guestsCount: number
  readonly exceptionsCount: number
}

/** Refuses a series with more copies than one change may write. */
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

/** A user without a name has the address as the name, which is omitted. */
function nameOf(calendar: Invited): string | undefined {
  if (calendar.isPrimary === 0) return calendarIn(calendar).summary
  const { id, ownerName } = calendar
  return id.startsWith(`${ownerName}@`) ? undefined : ownerName
}

/** Finds the calendars of all attendees, except for the organizer's. */
export async function findGuests(
  context: GuestsContext,
  tx: Transaction,
  {
    lists,
    organizer,
  }: { readonly lists: readonly Event['attendees'][]; readonly organizer: string },
): Promise<Guests> {
  const emails = new Set<string>()
  for (const list of lists) {
    for (const { email = '' } of list ?? []) {
      if (email !== organizer && !context.calendars.addresses.isStranger(tx, email))
        emails.add(email)
    }
  }
  if (emails.size === 0) return nobody
  const key = [organizer, ...emails].join(' ')
  const cached = found.get(tx)
  if (cached?.key === key) return cached.guests
  const guests = await guestsNamed(context, tx, { emails, organizer })
  found.set(tx, { key, guests })
  return guests
}

// A write looks up the same guests before and after.
const found = new WeakMap<Transaction, { readonly key: string; readonly guests: Guests }>()

async function guestsNamed(
  { calendars: all, attendeesMax }: GuestsContext,
  tx: Transaction,
  { emails, organizer }: { readonly emails: ReadonlySet<string>; readonly organizer: string },
): Promise<Guests> {
  // Usually, no attendee is on this server.
  if (!(await all.addresses.isAnyLocal(tx, [...emails]))) return nobody
  const invited = await all.findInvited(tx, [...emails])
  const calendars = new Map(invited.map((calendar) => [calendar.id, calendar]))
  const others = [...emails].filter((email) => !calendars.has(email))
  const members = new Map<string, readonly string[]>()
  // Large groups cannot add more calendars than an event can have attendees.
  let room = attendeesMax - calendars.size
  for (const { id, email } of others.length === 0 ? [] : await findGroups(tx, others)) {
    if (room <= 0) break
    const addresses = (await membersOf(tx, id, room + 1)).filter((one) => one !== organizer)
    const here = await all.findAll(tx, addresses.slice(0, room))
    const ids = here.map((calendar) => calendar.id).sort()
    members.set(email, ids)
    room -= ids.length
  }
  return new Guests(calendars, members)
}
