import { Stored } from '#/contract/answer.ts'
import { variantEtag } from '#/contract/etag.ts'
import type { Caller } from '#/contract/operation.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { etagFor, etagOf } from '../event/etag.ts'
import { seenInstance } from '../reading/in-window.ts'
import type { Target } from '../reading/target.ts'
import type { Event } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { type Role, visibleDetails } from '../sharing/access-rule.ts'
import { type EventRow, writtenEvent } from '../store/events.ts'
import { eventText, isMasked, maskedEtag, seenEvent } from './presentation.ts'

/** Who reads, and the address that they used for this server. */
interface Reader {
  readonly caller: Caller
  readonly origin: () => string
}

/** The response to a write: the event as its writer sees it. */
export const eventReply = (row: EventRow, access: Access, writer: Reader): Stored<Event> =>
  replyOf(row, viewOf(access, writer, {}))

const replyOf = (row: EventRow, view: View) =>
  new Stored<Event>(() => eventText(row, view), shownEtag(row, view), {
    value: () => seenEvent(row, view, writtenEvent(row)),
  })

const cachedReplies = new WeakMap<
  EventRow,
  { readonly view: View; readonly reply: Stored<Event> }
>()

/** A row as its caller sees it. The last rendering of a cached row is cached with it. */
export function shownRow(row: EventRow, view: View): Stored<Event> {
  const cached = cachedReplies.get(row)
  if (cached !== undefined && isSameView(cached.view, view)) return cached.reply
  const reply = replyOf(row, view)
  cachedReplies.set(row, { view, reply })
  return reply
}

/** The target of a call as its caller sees it. */
export function shownTarget({ row, instance }: Target, view: View): Stored<Event> {
  if (instance === undefined) return replyOf(row, view)
  const seen = seenInstance(row, instance, view)
  return new Stored<Event>(() => JSON.stringify(seen), shownEtag(row, view), { value: () => seen })
}

/**
 * The HTTP ETag. A change of the calendar's zone changes the rendered times but not the event, so its
 * `etag` stays, and the HTTP ETag differs.
 */
function shownEtag(row: EventRow, view: View): string {
  const etag = isMasked(row, view) ? maskedEtag(etagOf(row)) : etagFor(row, view.userId)
  return row.zone === view.calendarZone ? etag : variantEtag(etag, view.calendarZone)
}

/** Who reads events, and how to render them. */
export interface View {
  readonly calendarId: string
  /** The zone of the calendar, which decides when all-day events start. */
  readonly calendarZone: string
  /** The zone of rendered times. */
  readonly zone: string
  readonly role: Role
  /** Empty for an anonymous caller. */
  readonly userId: string
  /** The base URL of links. */
  readonly origin: string
  readonly maxAttendees: number | undefined
}

interface ViewOptions {
  readonly timeZone?: string
  readonly maxAttendees?: number
}

export function viewOf(
  { calendar, role }: Access,
  { caller, origin }: Reader,
  { timeZone, maxAttendees }: ViewOptions,
): View {
  const calendarZone = timeZoneOf(calendar)
  return {
    calendarId: calendar.id,
    calendarZone,
    zone: timeZone ?? calendarZone,
    role,
    userId: caller.kind === 'user' ? caller.userId : '',
    origin: origin(),
    maxAttendees,
  }
}

/** What renderings depend on in addition to the row; the same for all users with the same rights. */
export function renderingKey({ zone, role, userId, maxAttendees, origin }: View): string {
  return `${visibleDetails(role)} ${userId === '' ? 'anonymous' : 'user'} ${maxAttendees ?? ''} ${zone} ${origin}`
}

/** Whether all renderings for two views are the same. */
export const isSameView = (one: View, other: View): boolean =>
  one.userId === other.userId &&
  one.role === other.role &&
  one.origin === other.origin &&
  one.zone === other.zone &&
  one.calendarZone === other.calendarZone &&
  one.calendarId === other.calendarId &&
  one.maxAttendees === other.maxAttendees
