import type { Transaction } from '#/storage/port.ts'
import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { instanceId } from '../event/event-id.ts'
import { type Block, doMeet, seriesBlocks, wholeDays } from '../reading/busy-blocks.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import type { Event, EventAttendee } from '../schemas/event.ts'
import { absencesIn, busyEvents, busySeries, exceptOf } from '../store/busy-times.ts'
import { freeOriginalStarts, storedEvents } from '../store/event-pages.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { msPerDay } from '../time/civil-date.ts'
import { entryOf } from './attendee-change.ts'

/** A period during which a calendar declines invitations automatically. */
interface Absence {
  readonly message: string | undefined
  /** Ordered by time. */
  readonly blocks: readonly Block[]
}

/** Which invitations an out-of-office or focus-time event declines. */
export function decliningOf({ outOfOfficeProperties, focusTimeProperties }: Event) {
  const { autoDeclineMode: mode, declineMessage } =
    outOfOfficeProperties ?? focusTimeProperties ?? {}
  const declinesAll = mode === 'declineAllConflictingInvitations'
  return {
    declinesAll,
    declinesNew: declinesAll || mode === 'declineOnlyNewConflictingInvitations',
    message: declineMessage || undefined,
  }
}

/** The attendee with the response of an absence. */
export const declinedFor = (
  { message }: Pick<Absence, 'message'>,
  attendee: EventAttendee,
): EventAttendee => ({
  ...attendee,
  responseStatus: 'declined',
  ...(message !== undefined && { comment: message }),
})

interface Search {
  readonly tx: Transaction
  readonly window: Block
  readonly limit: number
}

/** The absences during which a calendar declines new invitations. */
export async function absencesOf(
  calendar: CalendarRow,
  { tx, window, limit }: Search,
): Promise<readonly Absence[]> {
  const rows = await absencesIn(tx, {
    calendarKey: calendar.key,
    startsBefore: window.endMs,
    endsAfter: window.startMs,
    limit,
  })
  const absences: Absence[] = []
  for (const row of rows) {
    const { declinesNew, message } = decliningOf(eventIn(row))
    if (declinesNew)
      absences.push({ message, blocks: await blocksOf(row, calendar, { tx, window }) })
  }
  return absences
}

/** The blocks of an absence within a window. Absences are never all-day. */
async function blocksOf(
  row: EventRow,
  calendar: CalendarRow,
  { tx, window }: Pick<Search, 'tx' | 'window'>,
): Promise<readonly Block[]> {
  if (row.kind !== 'series') return [{ startMs: row.startMs, endMs: row.endMs }]
  const context = { source: storedEvents(tx), models: { of: seriesModel } }
  return (await seriesBlocks(context, [row], { window, zone: timeZoneOf(calendar) })) ?? []
}

interface NewAbsence {
  readonly tx: Transaction
  readonly calendar: CalendarRow
  readonly row: EventRow
  readonly nowMs: number
}

/** The ids of events and instances that the calendar is invited to during an absence. */
export async function invitationsDuring(
  { tx, calendar, row, nowMs }: NewAbsence,
  { horizonMs, instancesMax: limit, declinesMax }: CalendarDependencies['answerLimits'],
): Promise<readonly string[]> {
  const zone = timeZoneOf(calendar)
  const from = row.kind === 'series' ? Math.max(row.startMs, nowMs) : row.startMs
  const window = { startMs: from, endMs: Math.min(row.endMs, from + horizonMs) }
  const absence = await blocksOf(row, calendar, { tx, window })
  // All-day events are stored as if in UTC, which is at most a day off.
  const range = {
    calendarKey: calendar.key,
    // Hidden invitations are declined as well.
    hidesInvitations: 0 as const,
    startsBefore: window.endMs + msPerDay,
    endsAfter: window.startMs - msPerDay,
    ...exceptOf(row.masterId ?? row.id),
  }
  const startsFrom = window.startMs - calendar.longestMs - msPerDay
  const events = await busyEvents(tx, { ...range, startsFrom, limit })
  const ids = events
    .filter((one) => isInvitation(one, calendar.id) && doMeet([blockOf(one, zone)], absence))
    .map(({ id }) => id)
  for (const one of await busySeries(tx, range)) {
    if (ids.length >= declinesMax) break
    if (!isInvitation(one, calendar.id)) continue
    ids.push(...(await instancesDuring(one, { tx, zone, absence, window, limit })))
  }
  return ids.slice(0, declinesMax)
}

const blockOf = (row: EventRow, zone: string): Block =>
  row.isAllDay === 1 ? wholeDays(row, zone) : row

/** Whether another calendar invites this one, which has not declined. */
function isInvitation(row: EventRow, calendarId: string): boolean {
  const event = eventIn(row)
  const entry = entryOf(event, calendarId)
  const isOpen = entry !== undefined && entry.responseStatus !== 'declined'
  return isOpen && event.organizer?.email !== calendarId
}

interface Meeting extends Search {
  readonly zone: string
  readonly absence: readonly Block[]
}

async function instancesDuring(
  row: EventRow,
  { tx, zone, absence, window, limit }: Meeting,
): Promise<readonly string[]> {
  const { series, lengthMs, isAllDay } = seriesModel(row)
  const around = isAllDay ? msPerDay : 0
  const range = { from: window.startMs - lengthMs - around + 1, to: window.endMs + around }
  const originalStarts = series.originalStarts({ ...range, limit })
  const free = await freeOriginalStarts(storedEvents(tx), row, { originalStarts })
  return free
    .filter((startMs) => {
      const block = { startMs, endMs: startMs + lengthMs }
      return doMeet([isAllDay ? wholeDays(block, zone) : block], absence)
    })
    .map((originalStart) => instanceId(row.id, originalStart, isAllDay))
}
