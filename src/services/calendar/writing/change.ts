import type { Stored } from '#/contract/answer.ts'
import { readersRefused, selfAdded } from '../attendees/attendee-change.ts'
import type { MailOptions } from '../attendees/attendee-mail.ts'
import { changeAndFollow } from '../attendees/follow-write.ts'
import { isShared } from '../attendees/guests.ts'
import { calendarIn, timeZoneOf } from '../calendar/calendar-row.ts'
import { etagFor } from '../event/etag.ts'
import { contentOf } from '../event/event-content.ts'
import {
  type CurrentEvent,
  draftWith,
  type EventContext,
  type EventDraft,
  type EventReading,
} from '../event/event-draft.ts'
import type { CalendarContext, EventWriteContext, EventWriting } from '../operation.ts'
import {
  changeableEvent,
  currentOf,
  type FoundEvent,
  findTarget,
  type Target,
} from '../reading/target.ts'
import { shownTarget, viewOf } from '../rendering/event-reply.ts'
import type { Event } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { isAtLeast } from '../sharing/access-rule.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import type { Rewriting } from './rewriting.ts'

interface Params extends DraftFlags, MailOptions {
  readonly eventId: string
  readonly maxAttendees?: number
}

interface Change {
  readonly describe: (current: CurrentEvent, context: EventContext) => EventDraft
  /** The revision in the body, if any. */
  readonly sequence?: number | null | undefined
}

/** Changes the event or instance of a call, if its etag matches. */
export function updateEvent(
  context: CalendarContext,
  params: Params,
  { describe, sequence }: Change,
): Promise<Stored<Event>> {
  const { caller } = context
  return writeEvent(context, params, async (writing) => {
    const { access } = writing
    const { eventId } = params
    const isWriter = isAtLeast(access.role, 'writerWithoutPrivateAccess')
    if (!isWriter) await requireOpenEvent(context, writing, eventId)
    const found = await requireTarget(context, writing, eventId)
    const requested = describe(found.current, eventContext(context, access, params))
    const draft = isWriter ? requested : selfAdded(found.current, requested, caller.email)
    const change = { ...writing, ...found, draft, sequence, options: params }
    return changeAndFollow(context, change)
  })
}

/** Refuses callers who can only read the calendar, unless anyone can add themselves to the event. */
async function requireOpenEvent(
  { events }: CalendarContext,
  { tx, access: { calendar } }: EventWriting,
  eventId: string,
): Promise<void> {
  const row = await events.findIn(tx, calendar.key, eventId)
  if (row?.presence !== 'live' || row.visibility === 'private') throw readersRefused()
  const event = eventIn(row)
  if (event.anyoneCanAddSelf !== true || !isShared(event, calendar.id)) throw readersRefused()
}

/** Writes an event, and returns it after attendee copies on this server were reconciled. */
export async function writeEvent(
  context: CalendarContext,
  params: { readonly maxAttendees?: number },
  body: (writing: EventWriting) => Promise<Target>,
): Promise<Stored<Event>> {
  const { store, caller, noteWritten } = context
  const { target, access } = await store.writeEvents(async (writing) => {
    const written = await body(writing)
    const { row } = written
    noteWritten?.({ id: row.id, etag: etagFor(row, caller.userId) })
    return { target: written, access: writing.access }
  })
  return shownTarget(await store.latest(target), viewOf(access, context, params))
}

/** The event of a call, which the caller can change. */
export async function requireTarget(
  { events, caller, requireMatch }: CalendarContext,
  { tx, access }: EventWriting,
  eventId: string,
): Promise<FoundEvent> {
  const { calendar } = access
  const cached = events.cached(tx, calendar, eventId)
  const target =
    cached === undefined
      ? await findTarget({ events, reader: tx }, calendar.key, eventId)
      : { row: cached }
  const found = changeableEvent(target, access, caller)
  requireMatch(etagFor(target.row, caller.userId))
  return found
}

/** Deletes an event. An attendee declines by deleting, and the organizer is notified. */
export async function deleteEvent(
  context: EventWriteContext,
  deletion: Omit<Rewriting, 'draft'>,
): Promise<void> {
  const { current } = deletion
  const draft = draftWith(current, { ...contentOf(current.event), status: 'cancelled' })
  await changeAndFollow(context, { ...deletion, draft })
}

/** Declining enqueues mail and reconciliation for each invitation. */
const invitationsPerTransaction = 20

interface Declining {
  readonly writing: EventWriting
  /** The id of the last invitation that was declined. */
  readonly after: string
}

/**
 * Declines a page of the invitations on a calendar, ordered by id, as deleting them does. External organizers
 * get mail about events that are not over. Returns the id of the last one, or undefined if none are left.
 */
export async function declineInvitations(
  context: EventWriteContext,
  { writing, after }: Declining,
): Promise<string | undefined> {
  const { calendar } = writing.access
  const { nowMs } = writing.writer
  const rows = await context.copies.listInvitations(writing.tx, {
    calendarKey: calendar.key,
    after,
    nowMs,
    limit: invitationsPerTransaction,
  })
  const zone = timeZoneOf(calendar)
  for (const row of rows.filter((one) => isFromElsewhere(one, calendar.id))) {
    const target = { row }
    const current = currentOf(target, { userId: context.caller.userId, zone })
    const options = { sendUpdates: row.endMs > nowMs ? 'externalOnly' : 'none' } as const
    await deleteEvent(context, { ...writing, target, current, options })
  }
  return rows.length < invitationsPerTransaction ? undefined : rows.at(-1)!.id
}

const isFromElsewhere = (row: EventRow, calendarId: string): boolean =>
  eventIn(row).organizer?.email !== calendarId

/** How to read a body, by the parameters of the call. */
export type DraftFlags = Partial<EventReading>

const noLabels: ReadonlySet<string> = new Set()

/** What the event rules need to know about the calendar, the call and the caller. */
export function eventContext(
  { caller, attendeesMax, newConference }: CalendarContext,
  { calendar }: Access,
  flags: DraftFlags = {},
): EventContext {
  const { timeZone = 'UTC', conferenceProperties, labelProperties } = calendarIn(calendar)
  const labels = labelProperties?.eventLabels ?? []
  return {
    calendar: {
      id: calendar.id,
      isPrimary: calendar.isPrimary === 1,
      timeZone,
      conferenceTypes: conferenceProperties?.allowedConferenceSolutionTypes ?? [],
      labelIds:
        labels.length === 0
          ? noLabels
          : new Set(labels.flatMap(({ id }) => (id === undefined ? [] : [id]))),
    },
    reading: {
      conferenceDataVersion: flags.conferenceDataVersion ?? 0,
      eventLabelVersion: flags.eventLabelVersion ?? 0,
      supportsAttachments: flags.supportsAttachments ?? false,
    },
    newConference,
    // A service account without a subject calls as itself and is its own client.
    isBareServiceAccount: caller.clientId === caller.userId,
    attendeesMax,
  }
}
