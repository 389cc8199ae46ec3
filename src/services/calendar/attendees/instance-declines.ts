import { contentOf } from '../event/event-content.ts'
import { doMeet, wholeDays } from '../free-times/busy-blocks.ts'
import { currentOf } from '../reading/target.ts'
import { type SeriesModel, seriesModel } from '../recurrence/series-models.ts'
import type { Event } from '../schemas/event.ts'
import type { Standing } from '../sharing/access.ts'
import { type CalendarRow, calendarIn } from '../store/calendars.ts'
import type { EventRow } from '../store/events.ts'
import { rewritten } from '../writing/rewriting.ts'
import { type Absence, absencesOf, askedWindow, declinedFor } from './first-answer.ts'
import { findGuests } from './guests.ts'
import { type Inviting, type InvitingGiven, newlyAsked } from './inviting.ts'
import { spread } from './spreading.ts'

/**
 * Declines the instances of a series to which somebody was just invited and is away then, each by
 * itself. The series is written.
 */
export async function declineInstances(
  given: InvitingGiven,
  inviting: Inviting,
  row: EventRow,
): Promise<void> {
  if (row.kind !== 'series' || row.presence !== 'live' || row.isBusy === 0) return
  const away = await awayOf(given, inviting, row)
  if (away.length === 0) return
  const { tx, writer } = inviting
  const { events } = given.store
  const exceptions = await events.exceptionsOf(tx, row.calendarKey, row.id)
  const taken = new Set(
    exceptions.flatMap(({ presence, slot }) => (presence === 'gone' ? [] : slot)),
  )
  const model = seriesModel(row)
  const { startMs, endMs } = windowOf(given, inviting)
  const { instancesMax: limit, declinesMax } = given.answerLimits
  const slots = model.series.slots({ from: startMs - model.lengthMs + 1, to: endMs, limit })
  let declined = 0
  for (const slot of slots) {
    if (taken.has(slot)) continue
    const absent = absentAt(away, model, slot)
    if (absent.size === 0) continue
    if (++declined > declinesMax) break
    await declineAt(given, inviting, { row, instance: { slot, model }, absent })
  }
  if (declined > 0) await spread(given, { tx, writer, others: inviting.others })
}

const windowOf = ({ answerLimits: limits }: InvitingGiven, { described, writer }: Inviting) =>
  askedWindow({ described, nowMs: writer.nowMs, limits })

interface Away {
  readonly calendar: CalendarRow
  readonly absences: readonly Absence[]
}

/** Those of the newly invited who are away while the series goes on. */
async function awayOf(
  given: InvitingGiven,
  inviting: Inviting,
  row: EventRow,
): Promise<readonly Away[]> {
  const asked = newlyAsked(inviting)
  if (asked.size === 0) return []
  const { tx, writer, others } = inviting
  const { attendees = [] } = JSON.parse(row.wire) as Event
  const people = attendees.filter(
    ({ email = '', responseStatus }) =>
      asked.has(email) && responseStatus !== 'declined' && email !== given.caller.email,
  )
  const organizer = writer.calendar.id
  const guests = await findGuests(given, tx, { lists: [attendees], organizer })
  const named = new Set(people.map(({ email }) => email))
  const calendars = (await others.open(guests.calendarIdsOf(people)))
    .map(({ calendar }) => calendar)
    .filter(({ id, isPrimary }) => isPrimary === 1 && named.has(id))
  const window = windowOf(given, inviting)
  const limit = given.answerLimits.instancesMax
  const absences = await absencesOf(calendars, { tx, window, limit })
  return calendars.flatMap((calendar) => {
    const ofCalendar = absences.get(calendar.key)
    return ofCalendar === undefined ? [] : { calendar, absences: ofCalendar }
  })
}

/** Who is away at an instance, with what says so. */
function absentAt(
  away: readonly Away[],
  { isAllDay, lengthMs }: SeriesModel,
  slot: number,
): ReadonlyMap<string, Absence> {
  const absent = new Map<string, Absence>()
  const block = { startMs: slot, endMs: slot + lengthMs }
  for (const { calendar, absences } of away) {
    const zone = calendarIn(calendar).timeZone ?? 'UTC'
    const wanted = [isAllDay ? wholeDays(block, zone) : block]
    const absence = absences.find(({ blocks }) => doMeet(wanted, blocks))
    if (absence !== undefined) absent.set(calendar.id, absence)
  }
  return absent
}

interface DeclinedInstance {
  readonly row: EventRow
  readonly instance: { readonly slot: number; readonly model: SeriesModel }
  readonly absent: ReadonlyMap<string, Absence>
}

async function declineAt(
  given: InvitingGiven,
  { tx, writer, others }: Inviting,
  { row, instance, absent }: DeclinedInstance,
): Promise<void> {
  const { calendar } = writer
  const standing: Standing = { calendar, role: 'owner' }
  const target = { row, instance }
  const zone = calendarIn(calendar).timeZone ?? 'UTC'
  const current = currentOf(target, { userId: given.caller.userId, zone })
  const { event, ...rest } = current
  const attendees = event.attendees!.map((attendee) => {
    const absence = absent.get(attendee.email!)
    return absence === undefined ? attendee : declinedFor(absence, attendee)
  })
  const described = { ...rest, content: { ...contentOf(event), attendees } }
  const writing = { tx, standing, writer, target, current, described, isAnswer: true }
  const { row: exception } = await rewritten(given, writing)
  for (const email of absent.keys()) others.noteAnswer({ email, row: exception })
}
