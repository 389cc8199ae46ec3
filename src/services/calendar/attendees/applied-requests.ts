import type { User } from '#/contract/operation.ts'
import { isSameJson } from '#/kernel/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { contentOf } from '../event/event-content.ts'
import type { CurrentEvent, EventDraft } from '../event/event-draft.ts'
import { ownIn, ownText, timesAt } from '../event/personal-properties.ts'
import { isSameTimes, timesIn } from '../event/times.ts'
import type { CalendarDependencies } from '../operation.ts'
import { currentOf, type Target } from '../reading/target.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { type CalendarRow, timeZoneOf } from '../store/calendars.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import type { CalendarWriter } from '../writing/calendar-writer.ts'
import { rewritten } from '../writing/rewriting.ts'
import { type GuestChange, originalAfter } from './guest-change.ts'
import { Invitation } from './invitation.ts'
import { tellOfGuest, tellOfResponse } from './invitations.ts'
import { withInvited } from './inviting.ts'
import { originalTarget } from './original-target.ts'
import type { SourceId } from './reconciliation.ts'
import type { Request } from './request.ts'
import { rowContent } from './shared-event.ts'

type Parts = Pick<
  CalendarDependencies,
  'calendars' | 'events' | 'domains' | 'enqueue' | 'attendeesMax'
>

interface Applying {
  readonly tx: Transaction
  /** The organizer's calendar, which the transaction has locked. */
  readonly writer: CalendarWriter
  readonly source: SourceId
  /** The calendars whose requests are to be applied. */
  readonly calendars: readonly CalendarRow[]
}

/** Applies the requests on attendee copies to the organizer's event. Says whether there were any. */
export async function applyRequests(parts: Parts, applying: Applying): Promise<boolean> {
  const { tx, writer, source, calendars } = applying
  const { events } = parts
  let hasApplied = false
  for (const calendar of calendars) {
    // Read with the organizer's calendar locked, so that the last request of a calendar wins.
    const copies = await events.copiesOn(tx, calendar.key, source.id)
    const requests = copies
      .flatMap((copy) => {
        const { request } = ownIn(copy.own)
        return request === undefined ? [] : { copy, request }
      })
      .sort((one, other) => one.request.number - other.request.number)
    for (const { copy, request } of requests) {
      const whole = await events.findIn(tx, source.key, source.id)
      if (whole === undefined || request.number <= lastApplied(whole, calendar)) continue
      await apply(parts, { tx, writer, calendar, copy, request })
      await noteApplied(parts, tx, { source, calendar, request })
      hasApplied = true
    }
  }
  return hasApplied
}

/** The number of the last request of a calendar that an event has taken over. */
export const lastApplied = ({ own }: EventRow, { id }: Pick<CalendarRow, 'id'>): number =>
  ownIn(own).applied?.[id] ?? 0

interface Applied {
  readonly source: SourceId
  readonly calendar: CalendarRow
  readonly request: Request
}

async function noteApplied(
  { events }: Parts,
  tx: Transaction,
  { source, calendar, request }: Applied,
): Promise<void> {
  const whole = (await events.findIn(tx, source.key, source.id))!
  const { applied = {}, ...own } = ownIn(whole.own)
  const now = { ...own, applied: { ...applied, [calendar.id]: request.number } }
  await events.setOwn(tx, whole, ownText(now))
}

interface Application {
  readonly tx: Transaction
  readonly writer: CalendarWriter
  readonly calendar: CalendarRow
  readonly copy: EventRow
  readonly request: Request
}

async function apply(parts: Parts, application: Application): Promise<void> {
  const { tx, writer, calendar, copy, request } = application
  const target = await originalTarget(parts.events, tx, { calendar: writer.calendar, copy })
  if (target === undefined || target.row.presence !== 'live') return
  // Whoever was removed from the list meanwhile has no part in the event any more.
  const invitation = new Invitation(tx, { organizer: writer.calendar, guest: calendar })
  if ((await invitation.to(rowContent(target.row))).size === 0) return
  // Numbers of the calendar that the event was on before say nothing of this one.
  const isComparable = copy.copyOf === writer.calendar.key
  const isCurrent =
    (isComparable && timesAt(target.row) <= request.base) || showsTimesOf(application, target)
  const { answer, ...rest } = request.change
  const change = { ...rest, ...(isCurrent && answer && { answer }) }
  await applyChange(parts, application, { target, change })
  if (!isCurrent || target.row.kind !== 'series' || target.instance !== undefined) return
  if (change.isLeaving) await leaveExceptions(parts, application, target.row)
  await declineInstances(parts, application, target.row)
}

/** Whether the attendee has responded to times that the event is still at, or at again. */
function showsTimesOf({ writer, copy, request }: Application, target: Target): boolean {
  const { edits = [], times } = request.change
  const shown = eventIn(copy)
  const edited = edits.find(({ name }) => name === 'recurrence')
  const zone = timeZoneOf(writer.calendar)
  const current = currentOf(target, { userId: request.by.userId, zone })
  return (
    isSameTimes(times?.from ?? timesIn(copy, shown), current.times) &&
    isSameJson(edited ? edited.from : shown.recurrence, current.event.recurrence)
  )
}

interface TargetChange {
  readonly target: Target
  readonly change: GuestChange
}

async function applyChange(
  parts: Parts,
  { tx, writer, calendar, request }: Application,
  { target, change }: TargetChange,
): Promise<void> {
  const caller = { kind: 'user', ...request.by } as User
  const access = { calendar: writer.calendar, role: 'owner' } as const
  const zone = timeZoneOf(writer.calendar)
  const original = currentOf(target, { userId: caller.userId, zone })
  const { attendeesMax, enqueue } = parts
  // The mail was charged when the attendee asked.
  const externalMail = { charge: async () => {} }
  const given = { store: parts, caller, attendeesMax, enqueue, externalMail }
  const after = originalAfter({
    guestId: calendar.id,
    change: allowed(parts, change, original),
    original,
  })
  const described = await withInvited(given, { tx, writer, described: after, before: original })
  const isAnswer = isAnswerAlone(original, described)
  const writing = { tx, access, writer, target, current: original, described, isAnswer }
  const next = await rewritten(given, writing)
  if (next.row === target.row) return
  const told = { tx, access, options: request }
  if (request.isAutomatic) {
    await tellOfResponse(given, { ...told, row: next.row, email: calendar.id })
  } else await tellOfGuest(given, { ...told, before: original.event, next })
}

/** Nobody is added beyond the limit, which was checked when the attendee asked. */
function allowed(
  { attendeesMax }: Parts,
  change: GuestChange,
  { event: { attendees = [] } }: CurrentEvent,
): GuestChange {
  const { added = [], ...rest } = change
  const room = Math.max(0, attendeesMax - attendees.length)
  return added.length <= room ? change : { ...rest, added: added.slice(0, room) }
}

function isAnswerAlone({ event, times }: CurrentEvent, described: EventDraft): boolean {
  const { attendees: _then, ...before } = contentOf(event)
  const { attendees: _now, ...after } = described.content
  return isSameJson(before, after) && isSameJson(times, described.times)
}

/** Whoever leaves a series has declined all of it, also where it has lists of its own. */
async function leaveExceptions(
  parts: Parts,
  application: Application,
  { calendarKey, id }: EventRow,
): Promise<void> {
  const { tx, calendar } = application
  for (const row of await parts.events.exceptionsOf(tx, calendarKey, id)) {
    if (row.presence !== 'live' || !isInvited(row, calendar)) continue
    await applyChange(parts, application, { target: { row }, change: { isLeaving: true } })
  }
}

const isInvited = ({ wire }: EventRow, { id }: CalendarRow): boolean =>
  (JSON.parse(wire) as Event).attendees?.some(({ email }) => email === id) ?? false

async function declineInstances(
  parts: Parts,
  application: Application,
  { calendarKey, id }: EventRow,
): Promise<void> {
  const { tx, request } = application
  for (const { originalStart, comment } of request.declines ?? []) {
    const row = (await parts.events.findIn(tx, calendarKey, id))!
    const model = seriesModel(row)
    if (!model.series.hasOriginalStart(originalStart)) continue
    const taken = await parts.events.exceptionAt(tx, row, originalStart)
    if (taken !== undefined && taken.presence !== 'live') continue
    const target =
      taken === undefined ? { row, instance: { originalStart, model } } : { row: taken }
    const answer = { responseStatus: 'declined', ...(comment !== undefined && { comment }) }
    await applyChange(parts, application, { target, change: { answer } })
  }
}
