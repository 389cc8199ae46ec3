import { invalidField } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import {
  type CurrentEvent,
  type EventContext,
  insertedEvent,
  replacedEvent,
} from '../domain/event/described-event.ts'
import { idOfICalUid } from '../domain/event/event-id.ts'
import { instantIn, midnightIn } from '../domain/event/moment.ts'
import { staleSequence } from '../domain/event/sequence.ts'
import type { CalendarGiven, EventWriting } from '../operation.ts'
import type { Event } from '../schemas/event.ts'
import { calendarIn } from '../store/calendars.ts'
import type { EventRow } from '../store/events.ts'
import type { EventIdentity } from './assembled.ts'
import { changed } from './copies/changing.ts'
import { calendarAsPerson, createEvent } from './creation.ts'
import { requireGivenSequence } from './given-sequence.ts'
import { type SeriesModel, seriesModel } from './series-models.ts'
import { currentOf, requirePrivateAccess, type Target } from './target.ts'

type Given = Pick<
  CalendarGiven,
  'store' | 'caller' | 'attendeesMax' | 'answerLimits' | 'copiesPerEventMax'
>

interface Importing extends Pick<EventWriting, 'standing' | 'writer' | 'others'> {
  readonly tx: Transaction
  readonly context: EventContext
}

interface Imported {
  readonly body: Event
  readonly iCalUID: string
  readonly organizer: EventIdentity['organizer'] | undefined
}

/** Adds an imported event, or changes the copy that there is into it. */
export async function putImported(
  given: Given,
  { tx, standing, writer, others, context }: Importing,
  { body, iCalUID, organizer }: Imported,
): Promise<EventRow> {
  const { store, caller } = given
  const rows = await store.events.withUid(tx, standing.calendar.key, iCalUID)
  const target = importTarget(rows, body)
  if (target === undefined) {
    return createEvent(
      given,
      { tx, standing, writer, others },
      {
        id: idOfICalUid(iCalUID),
        iCalUID,
        described: insertedEvent(body, context),
        sequence: requireGivenSequence(body.sequence),
        organizer,
      },
    )
  }
  requirePrivateAccess(target, { role: standing.role, userId: caller.userId })
  const zone = calendarIn(standing.calendar).timeZone ?? 'UTC'
  const current = currentOf(target, { userId: caller.userId, zone })
  const described = replacedEvent(current, body, context)
  const { next } = await changed(given, {
    tx,
    standing,
    writer,
    others,
    target,
    current,
    described,
    revision: importedRevision(body, target, current),
    organizer: organizer ?? calendarAsPerson(standing.calendar),
  })
  return next.row
}

/**
 * The revision that a copy gets, which others count. An older one than the copy has is refused, unless
 * there is no copy of it yet or the copy was deleted here.
 */
function importedRevision(
  { sequence }: Event,
  { row, instance }: Target,
  { event }: CurrentEvent,
): number {
  const held = event.sequence ?? 0
  if (sequence === undefined) return held
  const isKept = instance === undefined && row.presence !== 'gone'
  if (isKept && sequence < held) throw staleSequence(held)
  return isKept ? sequence : Math.max(sequence, 0)
}

/** The copy that there is of what is imported: the whole, or the place in its series. */
function importTarget(rows: readonly EventRow[], { originalStartTime }: Event): Target | undefined {
  const whole = rows.find(({ kind }) => kind !== 'exception')
  if (originalStartTime === undefined || whole?.kind !== 'series') {
    return whole === undefined ? undefined : { row: whole }
  }
  const model = seriesModel(whole)
  const slot = slotOf(originalStartTime, model)
  const kept = rows.find((row) => row.kind === 'exception' && row.slot === slot)
  if (kept !== undefined) return { row: kept }
  if (slot === undefined || !model.series.hasSlot(slot)) {
    throw invalidField('The series has no instance at the original start.')
  }
  return { row: whole, instance: { slot, model } }
}

function slotOf(
  { date, dateTime, timeZone }: NonNullable<Event['originalStartTime']>,
  { startZone }: SeriesModel,
): number | undefined {
  if (date !== undefined) return midnightIn(date)
  return dateTime === undefined ? undefined : instantIn(dateTime, timeZone ?? startZone)
}
