import { duplicate } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import type { DescribedEvent } from '../domain/event/described-event.ts'
import { defaultICalUid } from '../domain/event/event-id.ts'
import { createdText } from '../domain/event/stamps.ts'
import type { CalendarGiven, EventWriting } from '../operation.ts'
import { type CalendarRow, calendarIn } from '../store/calendars.ts'
import type { EventRow } from '../store/events.ts'
import { assembledEvent, type EventIdentity } from './assembled.ts'
import { withInvited } from './copies/inviting.ts'
import { isShared } from './copies/shared.ts'
import { spread } from './copies/spreading.ts'
import { withReminders } from './own.ts'

type Given = Pick<CalendarGiven, 'store' | 'caller' | 'attendeesMax' | 'copiesPerEventMax'>

interface NewEvent {
  readonly id: string
  /** Follows from the id unless given. */
  readonly iCalUID?: string | undefined
  readonly described: DescribedEvent
  readonly sequence?: number | undefined
  readonly organizer?: EventIdentity['organizer'] | undefined
}

/** Puts a new event on the calendar; ids and identifiers are taken also by deleted events. */
export async function createEvent(
  given: Given,
  {
    tx,
    standing,
    writer,
    others,
  }: Pick<EventWriting, 'standing' | 'writer' | 'others'> & { readonly tx: Transaction },
  { id, iCalUID, described: wanted, sequence = 0, organizer }: NewEvent,
): Promise<EventRow> {
  const { store, caller } = given
  const { calendar } = standing
  const isInviting =
    wanted.content.attendees !== undefined &&
    isShared({ ...wanted.content, id, organizer: organizer ?? { email: calendar.id } }, calendar.id)
  const described = isInviting
    ? await withInvited(given, { tx, others, organizer: calendar.id, described: wanted })
    : wanted
  const { content, times, reminders, source } = described
  if (iCalUID !== undefined && (await isUidTaken(store, tx, { calendar, iCalUID }))) {
    throw duplicate('The requested identifier')
  }
  const event = assembledEvent({
    identity: {
      id,
      iCalUID: iCalUID ?? defaultICalUid(id),
      created: createdText(writer.nowMs),
      creator: { email: caller.email },
      organizer: organizer ?? calendarAsPerson(calendar),
      sequence,
    },
    content,
    times,
    calendarId: calendar.id,
    zone: calendarIn(calendar).timeZone ?? 'UTC',
  })
  const row = await writer.add({
    event,
    times,
    kind: content.recurrence === undefined ? 'single' : 'series',
    presence: content.status === 'cancelled' ? 'gone' : 'live',
    creatorId: caller.userId,
    own: withReminders(source === undefined ? {} : { source }, caller.userId, reminders),
  })
  if (row === undefined) throw duplicate('The requested identifier')
  if (isInviting) await spread(given, { tx, writer, others })
  return row
}

async function isUidTaken(
  store: CalendarGiven['store'],
  tx: Transaction,
  { calendar, iCalUID }: { readonly calendar: CalendarRow; readonly iCalUID: string },
): Promise<boolean> {
  return (await store.events.withUid(tx, calendar.key, iCalUID)).length > 0
}

/** A calendar as the organizer of what is on it. Secondary ones are known by their titles. */
export const calendarAsPerson = (calendar: CalendarRow): EventIdentity['organizer'] => {
  const { summary } = calendarIn(calendar)
  const isNamed = calendar.isPrimary === 0 && summary !== undefined
  return { email: calendar.id, ...(isNamed && { displayName: summary }) }
}
