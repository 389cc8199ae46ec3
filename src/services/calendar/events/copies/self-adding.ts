import { requiredAccessLevel } from '#/kernel/errors.ts'
import { isSameJson } from '#/kernel/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import type { Standing } from '../../access.ts'
import type { CurrentEvent, DescribedEvent } from '../../domain/event/described-event.ts'
import { contentOf } from '../../domain/event/event-content.ts'
import type { CalendarGiven } from '../../operation.ts'
import type { Event, EventAttendee } from '../../schemas/event.ts'
import { isShared } from './shared.ts'

const refusal = () => requiredAccessLevel('writerWithoutPrivateAccess')

interface Named {
  readonly tx: Transaction
  readonly standing: Standing
  readonly eventId: string
}

/** Refuses those who may only read the calendar, unless the event is one that everybody can come to. */
export async function requireOpenEvent(
  { events }: CalendarGiven['store'],
  { tx, standing, eventId }: Named,
): Promise<void> {
  const { id, key } = standing.calendar
  const row = await events.findIn(tx, key, eventId)
  if (row?.presence !== 'live' || row.visibility === 'private') throw refusal()
  const event = JSON.parse(row.wire) as Event
  if (event.anyoneCanAddSelf !== true || !isShared(event, id)) throw refusal()
}

/** The event with one more attendee, who says so: all that such a caller may change. */
export function selfAdded(
  { event, ...rest }: CurrentEvent,
  { content, times }: DescribedEvent,
  email: string,
): DescribedEvent {
  const { attendees = [], ...after } = content
  const { attendees: listed = [], ...before } = contentOf(event)
  const own = attendees.find((attendee) => attendee.email === email)
  const others = attendees.filter((attendee) => attendee !== own)
  const isSame = isSameJson(others, listed.map(stated)) && isSameJson(after, before)
  const isListed = listed.some((attendee) => attendee.email === email)
  if (own === undefined || isListed || !isSame || !isSameJson(times, rest.times)) {
    throw refusal()
  }
  return { ...rest, content }
}

const stated = ({ self: _self, organizer: _organizer, ...attendee }: EventAttendee) => attendee
