import type { User } from '#/contract/operation.ts'
import { isSameJson } from '#/kernel/text/same-json.ts'
import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import type { CalendarStores } from '../dependencies.ts'
import { contentOf } from '../event/event-content.ts'
import type { CurrentEvent, EventDraft } from '../event/event-draft.ts'
import { internalIn, internalText, lastApplied, timesAt } from '../event/internal-properties.ts'
import { isSameTimes, timesIn } from '../event/times.ts'
import type { EventWriteContext, EventWriting } from '../operation.ts'
import { currentOf, type Target } from '../reading/target.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import type { CalendarWriter } from '../writing/calendar-writer.ts'
import { rewriteEvent } from '../writing/rewriting.ts'
import { type AttendeeChange, entryOf, originalAfter, type Request } from './attendee-change.ts'
import { followWrite } from './follow-write.ts'
import { Invitation, withNamedAttendees } from './guests.ts'
import { originalTarget, type SourceId } from './organizer-event.ts'
import { deliverReply } from './scheduling-messages.ts'

interface Applying {
  /** The writer of the organizer's calendar, which the transaction has locked. */
  readonly writer: CalendarWriter
  readonly source: SourceId
  /** The calendars whose requests are to be applied. */
  readonly calendars: readonly CalendarRow[]
}

/** Applies the requests on attendee copies to the organizer's event. Returns whether there were any. */
export async function applyRequests(
  dependencies: CalendarStores,
  { writer, source, calendars }: Applying,
): Promise<boolean> {
  const { events, copies: attendeeCopies } = dependencies
  const { tx } = writer
  let hasApplied = false
  for (const calendar of calendars) {
    // Read while the organizer's calendar is locked, so that the last request of a calendar wins.
    const copies = await attendeeCopies.list(tx, { calendarKey: calendar.key, id: source.id })
    const requests = copies
      .flatMap((copy) => {
        const { request } = internalIn(copy.internal)
        return request === undefined ? [] : { copy, request }
      })
      .sort((one, other) => one.request.number - other.request.number)
    for (const { copy, request } of requests) {
      const whole = await events.findIn(tx, source.key, source.id)
      if (whole === undefined || request.number <= lastApplied(whole, calendar.id)) continue
      await new Application(dependencies, { writer, calendar, copy, request }).apply()
      const { applied = {}, ...internal } = internalIn(
        (await events.findIn(tx, source.key, source.id))!.internal,
      )
      const now = { ...internal, applied: { ...applied, [calendar.id]: request.number } }
      await events.setInternal(tx, whole, internalText(now))
      hasApplied = true
    }
  }
  return hasApplied
}

interface CopyRequest {
  readonly writer: CalendarWriter
  /** The calendar that the copy is on. */
  readonly calendar: CalendarRow
  readonly copy: EventRow
  readonly request: Request
}

/** Applies one request. */
class Application {
  readonly #context: EventWriteContext
  readonly #writing: EventWriting
  readonly #calendar: CalendarRow
  readonly #copy: EventRow
  readonly #request: Request

  constructor(dependencies: CalendarStores, { writer, calendar, copy, request }: CopyRequest) {
    const { tx } = writer
    this.#writing = { tx, writer, access: { calendar: writer.calendar, role: 'owner' } }
    this.#calendar = calendar
    this.#copy = copy
    this.#request = request
    this.#context = {
      ...dependencies,
      caller: { kind: 'user', ...request.by } as User,
      // The mail was charged when the attendee made the change.
      externalMail: { charge: async () => {} },
    }
  }

  async apply(): Promise<void> {
    const { tx, access } = this.#writing
    const organizer = access.calendar
    const { events } = this.#context
    const target = await originalTarget(events, tx, { calendar: organizer, copy: this.#copy })
    if (target === undefined || target.row.presence !== 'live') return
    // The request of an attendee who was removed meanwhile is dropped.
    const invitation = new Invitation(tx, { organizer, guest: this.#calendar })
    if (!(await invitation.includes(eventIn(target.row)))) return
    const { answer, ...rest } = this.#request.change
    const isCurrent = this.#isAboutTimesOf(target)
    const change = { ...rest, ...(isCurrent && answer && { answer }) }
    await this.#applyTo(target, change)
    if (!isCurrent || target.row.kind !== 'series' || target.instance !== undefined) return
    if (change.isLeaving) await this.#leaveExceptions(target.row)
    await this.#declineInstances(target.row)
  }

  /** Whether the response is to the current times of the event and not to earlier ones. */
  #isAboutTimesOf(target: Target): boolean {
    const copy = this.#copy
    const { base, change } = this.#request
    // Change numbers of the calendar from which the event was moved cannot be compared.
    const isComparable = copy.copyOf === this.#writing.access.calendar.key
    if (isComparable && timesAt(target.row) <= base) return true
    const shown = eventIn(copy)
    const edited = change.edits?.find(({ name }) => name === 'recurrence')
    const current = this.#currentOf(target)
    return (
      isSameTimes(change.times?.from ?? timesIn(copy, shown), current.times) &&
      isSameJson(edited ? edited.from : shown.recurrence, current.event.recurrence)
    )
  }

  #currentOf(target: Target): CurrentEvent {
    const { userId } = this.#context.caller
    return currentOf(target, { userId, zone: timeZoneOf(this.#writing.access.calendar) })
  }

  async #applyTo(target: Target, change: AttendeeChange): Promise<void> {
    const context = this.#context
    const writing = this.#writing
    const request = this.#request
    const current = this.#currentOf(target)
    const attendeeId = this.#calendar.id
    const allowed = this.#withinLimit(change, current)
    const changed = originalAfter({ attendeeId, change: allowed, original: current })
    const naming = { ...writing, draft: changed, before: current }
    const draft = await withNamedAttendees(context, naming)
    const isAnswer = isAnswerAlone(current, draft)
    const after = await rewriteEvent(context, { ...writing, target, current, draft, isAnswer })
    const isReply = change.answer !== undefined || change.isLeaving === true
    if (isReply && after.row !== target.row) {
      const { inboxes } = context
      await deliverReply({ inboxes, ...writing }, { row: after.row, attendee: attendeeId })
    }
    await followWrite(context, {
      ...writing,
      options: request,
      before: { target, current },
      after,
      applied: { request, calendarId: attendeeId },
    })
  }

  /** Drops added attendees beyond the limit, which was checked when the attendee made the change. */
  #withinLimit(change: AttendeeChange, { event }: CurrentEvent): AttendeeChange {
    const { added = [], ...rest } = change
    const room = Math.max(0, this.#context.attendeesMax - (event.attendees ?? []).length)
    return added.length <= room ? change : { ...rest, added: added.slice(0, room) }
  }

  /** Leaving a series also declines its exceptions that have attendee lists of their own. */
  async #leaveExceptions({ calendarKey, id }: EventRow): Promise<void> {
    const { tx } = this.#writing
    for (const row of await this.#context.events.exceptionsOf(tx, calendarKey, id)) {
      const isListed = entryOf(eventIn(row), this.#calendar.id) !== undefined
      if (row.presence === 'live' && isListed) await this.#applyTo({ row }, { isLeaving: true })
    }
  }

  async #declineInstances({ calendarKey, id }: EventRow): Promise<void> {
    const { tx } = this.#writing
    const { events } = this.#context
    for (const { originalStart, comment } of this.#request.declines ?? []) {
      const row = (await events.findIn(tx, calendarKey, id))!
      const model = seriesModel(row)
      if (!model.series.hasOriginalStart(originalStart)) continue
      const exception = await events.exceptionAt(tx, row, originalStart)
      if (exception !== undefined && exception.presence !== 'live') continue
      const target = exception ? { row: exception } : { row, instance: { originalStart, model } }
      const answer = { responseStatus: 'declined', ...(comment !== undefined && { comment }) }
      await this.#applyTo(target, { answer })
    }
  }
}

function isAnswerAlone({ event, times }: CurrentEvent, draft: EventDraft): boolean {
  const { attendees: _then, ...before } = contentOf(event)
  const { attendees: _now, ...after } = draft.content
  return isSameJson(before, after) && isSameJson(times, draft.times)
}
