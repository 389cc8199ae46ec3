import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#/storage/port.ts'
import { contentOf } from '../event/event-content.ts'
import { instanceId } from '../event/event-id.ts'
import { type Block, doMeet, wholeDays } from '../free-times/busy-blocks.ts'
import type { EventWriting } from '../operation.ts'
import { currentOf, findTarget } from '../reading/target.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import { busyEvents, busySeries, exceptOf } from '../store/busy-times.ts'
import { type CalendarRow, timeZoneOf } from '../store/calendars.ts'
import { storedEvents } from '../store/event-pages.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { changed } from './changing.ts'
import { blocksOf, declinedFor, decliningOf } from './first-answer.ts'
import { type MailOptions, type TellingGiven, tellOfChange } from './invitations.ts'
import type { InvitingGiven } from './inviting.ts'

type Given = InvitingGiven & TellingGiven

interface NewAbsence {
  readonly tx: Transaction
  readonly writing: EventWriting
  readonly options: MailOptions
  /** The event that keeps its user from others. */
  readonly row: EventRow
  readonly before?: Event | undefined
}

/** Declines the invitations that are in the way of an absence which wants that, and tells so. */
export async function declineExisting(
  given: Given,
  { tx, writing, options, row, before }: NewAbsence,
): Promise<void> {
  if (row.eventType !== 'outOfOffice' && row.eventType !== 'focusTime') return
  const event = eventIn(row)
  const { declinesAll, message } = decliningOf(event)
  if (row.presence !== 'live' || !declinesAll || isSettled(event, before)) return
  const { calendar } = writing.access
  for (const id of await invitationsInTheWay(given, { tx, calendar, row, writing })) {
    const target = await findTarget({ events: given.store.events, reader: tx }, calendar.key, id)
    const zone = timeZoneOf(calendar)
    const current = currentOf(target, { userId: given.caller.userId, zone })
    const { event: invitation, ...rest } = current
    const attendees = invitation.attendees?.map((attendee) =>
      attendee.email === calendar.id ? declinedFor({ message }, attendee) : attendee,
    )
    const content = { ...contentOf(invitation), ...(attendees && { attendees }) }
    const asked = { tx, ...writing, target, current, described: { ...rest, content }, options }
    const { next } = await changed(given, asked)
    if (next.row === target.row) continue
    const { access } = writing
    await tellOfChange(given, { tx, access, options, before: invitation, row: next.row })
  }
}

/** The absence is when and what it was. */
function isSettled(event: Event, before: Event | undefined): boolean {
  const wish = ({ start, end, recurrence, status, ...rest }: Event) => {
    const { declinesAll } = decliningOf(rest)
    return { start, end, recurrence, status, declinesAll }
  }
  return before !== undefined && isDeepStrictEqual(wish(event), wish(before))
}

interface Looked {
  readonly tx: Transaction
  readonly calendar: CalendarRow
  readonly row: EventRow
  readonly writing: EventWriting
}

/** The ids of events and instances that the calendar is invited to and that are in the way. */
async function invitationsInTheWay(
  { answerLimits }: Given,
  { tx, calendar, row, writing }: Looked,
): Promise<readonly string[]> {
  const zone = timeZoneOf(calendar)
  const from = row.kind === 'series' ? Math.max(row.startMs, writing.writer.nowMs) : row.startMs
  const window = { startMs: from, endMs: Math.min(row.endMs, from + answerLimits.horizonMs) }
  const absence = await blocksOf(row, { tx, window, zone })
  // Whole days are kept as if in UTC, which is at most a day away.
  const range = {
    calendarKey: calendar.key,
    // What waits for an answer unseen is declined as well.
    hidesInvitations: 0 as const,
    startsBefore: window.endMs + msPerDay,
    endsAfter: window.startMs - msPerDay,
    ...exceptOf(row.masterId ?? row.id),
  }
  const { instancesMax: limit, declinesMax } = answerLimits
  const startsFrom = window.startMs - calendar.longestMs - msPerDay
  const events = await busyEvents(tx, { ...range, startsFrom, limit })
  const series = await busySeries(tx, range)
  const ids = events
    .filter((one) => isInvitation(one, calendar.id) && doMeet([blockOf(one, zone)], absence))
    .map(({ id }) => id)
  for (const one of series) {
    if (ids.length >= declinesMax) break
    if (!isInvitation(one, calendar.id)) continue
    ids.push(...(await instancesInTheWay(one, { tx, zone, absence, window, limit })))
  }
  return ids.slice(0, declinesMax)
}

const blockOf = (row: EventRow, zone: string): Block =>
  row.isAllDay === 1 ? wholeDays(row, zone) : row

/** Somebody else has asked, and was not declined yet. */
function isInvitation({ wire }: EventRow, calendarId: string): boolean {
  const { organizer, attendees = [] } = JSON.parse(wire) as Event
  const own = attendees.find(({ email }) => email === calendarId)
  const isAsked = own !== undefined && own.responseStatus !== 'declined'
  return isAsked && organizer?.email !== calendarId
}

interface Meeting {
  readonly tx: Transaction
  readonly zone: string
  readonly absence: readonly Block[]
  readonly window: Block
  readonly limit: number
}

async function instancesInTheWay(
  row: EventRow,
  { tx, zone, absence, window, limit }: Meeting,
): Promise<readonly string[]> {
  const { series, lengthMs, isAllDay } = seriesModel(row)
  const around = isAllDay ? msPerDay : 0
  const range = {
    from: window.startMs - lengthMs - around + 1,
    to: window.endMs + around,
  }
  const originalStarts = series.originalStarts({ ...range, limit })
  const { calendarKey, id } = row
  const which = { calendarKey, masterIds: [id], ...range }
  const exceptions = await storedEvents(tx).takenOriginalStarts(which)
  const taken = new Set(exceptions.map(({ originalStart }) => originalStart))
  return originalStarts
    .filter((originalStart) => {
      const block = { startMs: originalStart, endMs: originalStart + lengthMs }
      return (
        !taken.has(originalStart) && doMeet([isAllDay ? wholeDays(block, zone) : block], absence)
      )
    })
    .map((originalStart) => instanceId(id, originalStart, isAllDay))
}
