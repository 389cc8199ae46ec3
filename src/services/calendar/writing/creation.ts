import { duplicate } from '#/kernel/errors.ts'
import type { MailOptions } from '../attendees/attendee-mail.ts'
import { followWrite } from '../attendees/follow-write.ts'
import { isShared, withNamedAttendees } from '../attendees/guests.ts'
import { calendarAsPerson, timeZoneOf } from '../calendar/calendar-row.ts'
import type { EventDraft } from '../event/event-draft.ts'
import { defaultICalUid } from '../event/event-id.ts'
import { noInternal, withReminders } from '../event/internal-properties.ts'
import { createdText } from '../event/times.ts'
import type { EventWriteContext, EventWriting } from '../operation.ts'
import { assembledEvent, type EventIdentity } from '../rendering/assembled-event.ts'
import type { Event } from '../schemas/event.ts'
import type { EventRow } from '../store/events.ts'
import type { EventChange } from './calendar-writer.ts'

interface NewEvent {
  readonly id: string
  /** Derived from the id if absent. */
  readonly iCalUID?: string | undefined
  readonly draft: EventDraft
  readonly sequence?: number | undefined
  readonly organizer?: EventIdentity['organizer'] | undefined
  /** Whether the caller has looked up the iCalUID, which other instances of the same series may have. */
  readonly isUidChecked?: boolean
  /** The position in the series, if the calendar has an instance without its series. */
  readonly instance?: LoneInstance | undefined
  readonly options?: MailOptions
}

export interface LoneInstance {
  readonly masterId: string
  readonly originalStart: number
  readonly originalStartTime: NonNullable<Event['originalStartTime']>
}

/** Creates an event. Deleted events keep their ids and iCalUIDs. */
export async function createEvent(
  context: EventWriteContext,
  writing: EventWriting,
  created: NewEvent,
): Promise<EventRow> {
  const { id, iCalUID, sequence = 0, organizer, instance } = created
  const { tx, access, writer } = writing
  const { caller } = context
  const { calendar } = access
  const { attendees, privateCopy, eventType } = created.draft.content
  const isInviting =
    attendees !== undefined &&
    isShared(
      { id, organizer: organizer ?? { email: calendar.id }, privateCopy, eventType },
      calendar.id,
    )
  const draft = isInviting
    ? await withNamedAttendees(context, { tx, writer, draft: created.draft })
    : created.draft
  const { content, times, reminders, source } = draft
  const { invitedElsewhere = [] } = created.options ?? {}
  if (iCalUID !== undefined && !created.isUidChecked) {
    const others = await context.events.keysWithUid(tx, calendar.key, iCalUID)
    if (others.length > 0) throw duplicate('The requested identifier')
  }
  const event = assembledEvent({
    identity: {
      id,
      iCalUID: iCalUID ?? defaultICalUid(id),
      created: createdText(writer.nowMs),
      creator: { email: caller.email },
      organizer: organizer ?? calendarAsPerson(calendar),
      sequence,
      recurringEventId: instance?.masterId,
      originalStartTime: instance?.originalStartTime,
    },
    content,
    times,
    calendarId: calendar.id,
    zone: timeZoneOf(calendar),
  })
  const change: EventChange = {
    event,
    times,
    kind: content.recurrence === undefined ? 'single' : 'series',
    presence: content.status === 'cancelled' ? 'tombstone' : 'live',
    masterId: instance?.masterId,
    originalStart: instance?.originalStart,
    creatorId: caller.userId,
    internal: withReminders(
      source === undefined && invitedElsewhere.length === 0
        ? noInternal
        : { ...(source && { source }), invitedElsewhere },
      caller.userId,
      reminders,
    ),
  }
  // An instance replaces the exception that was deleted together with its series.
  const row = instance === undefined ? await writer.add(change) : await writer.put(change)
  if (row === undefined) throw duplicate('The requested identifier')
  await followWrite(context, { ...writing, options: created.options, after: { row } })
  return row
}
