import { hash } from 'node:crypto'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import type { Event } from '../schemas/event.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import type { Inboxes } from '../store/ical/inbox.ts'
import type { CalendarWriter } from '../writing/calendar-writer.ts'

/** A message for the scheduling inbox of a user (RFC 6638, 4). Stored as JSON, and rendered when it is read. */
export interface SchedulingMessage {
  readonly method: 'REQUEST' | 'CANCEL' | 'REPLY'
  /** The events that were written; those of a series with the series first. */
  readonly events: readonly Event[]
  /** The attendee who responds. */
  readonly attendee?: string
  /** The zone of times without one. */
  readonly zone: string
}

interface Delivery {
  readonly inboxes: Inboxes
  /** The writer of the recipient's calendar. */
  readonly writer: CalendarWriter
}

/** The most events of a message. Programs read the others from the calendar. */
const eventsMax = 50

/** Tells an attendee which attendee copies were written because the organizer changed the event. */
export async function deliverInvitation(
  delivery: Delivery,
  copies: readonly EventRow[],
): Promise<void> {
  const [first] = copies
  if (first === undefined) return
  const isCancelled = copies.every(({ presence }) => presence !== 'live')
  const ordered = copies.toSorted((one, other) => rank(one) - rank(other)).slice(0, eventsMax)
  await deliver(delivery, `${first.masterId ?? first.id}.ics`, {
    method: isCancelled ? 'CANCEL' : 'REQUEST',
    events: ordered.map(eventIn),
  })
}

/** Series before their instances. */
const rank = ({ masterId }: EventRow): number => (masterId === null ? 0 : 1)

/** Tells the organizer that an attendee has responded, if a program reads the inbox. */
export async function deliverReply(
  delivery: Delivery,
  { row, attendee }: { readonly row: EventRow; readonly attendee: string },
): Promise<void> {
  const { inboxes, writer } = delivery
  if (!(await inboxes.isOpen(writer.tx, row.calendarKey))) return
  const name = `${row.id}-${hash('sha256', attendee, 'hex').slice(0, 16)}.ics`
  await deliver(delivery, name, { method: 'REPLY', events: [eventIn(row)], attendee })
}

async function deliver(
  { inboxes, writer }: Delivery,
  name: string,
  message: Omit<SchedulingMessage, 'zone'>,
): Promise<void> {
  const { calendar, nowMs, tx } = writer
  const stored: SchedulingMessage = { ...message, zone: timeZoneOf(calendar) }
  await inboxes.put(tx, {
    calendarKey: calendar.key,
    name,
    message: JSON.stringify(stored),
    changeNumber: writer.takeNumber(),
    changedAtMs: nowMs,
  })
}
