import { almanacApi } from '#/contract/almanac-api.ts'
import { notFound } from '#/kernel/errors.ts'
import { changeAndFollow } from '../attendees/follow-write.ts'
import { deliverReply } from '../attendees/scheduling-messages.ts'
import { contentOf } from '../event/event-content.ts'
import { type CurrentEvent, draftWith, type EventDraft } from '../event/event-draft.ts'
import { staleSequence } from '../event/sequence.ts'
import { originalStartOf } from '../event/times.ts'
import { type ItipReply, readReply } from '../ical/itip-reply.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { changeableEvent, type Target } from '../reading/target.ts'
import { seriesModel } from '../recurrence/series-models.ts'
import { ItipMessage } from '../schemas/calendar.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import type { EventRow } from '../store/events.ts'
import { writeEvent } from '../writing/change.ts'

export const receiveReply = operation(
  {
    id: 'calendar.events.receiveReply',
    api: almanacApi,
    http: 'POST /calendars/{calendarId}/replies',
    summary: 'Records a response to an invitation that a mail gateway received.',
    params: { calendarId: eventParams.calendarId },
    body: ItipMessage,
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
  },
  async (context) => {
    const { body, events, inboxes, caller } = context
    // A transaction waits for nothing, so the text is read before it.
    const reply = await readReply(body.text ?? '')
    return writeEvent(context, {}, async (writing) => {
      const { tx, access } = writing
      const { calendar } = access
      const rows = await events.withUid(tx, calendar.key, reply.uid)
      const target = targetOfReply(rows, reply)
      const found = changeableEvent(target, access, caller)
      const draft = draftWithReply(found.current, reply)
      const after = await changeAndFollow(context, { ...writing, ...found, draft, isAnswer: true })
      if (after.row !== target.row) {
        await deliverReply({ inboxes, ...writing }, { row: after.row, attendee: reply.attendee })
      }
      return after
    })
  },
)

/** What the response is for: the event, the whole series, or one instance of it. */
function targetOfReply(rows: readonly EventRow[], { recurrenceId }: ItipReply): Target {
  const whole = rows.find(({ kind, presence }) => kind !== 'exception' && presence === 'live')
  if (whole === undefined) throw notFound()
  if (recurrenceId === undefined) return { row: whole }
  if (whole.kind !== 'series') throw notFound()
  const model = seriesModel(whole)
  const originalStart = originalStartOf(recurrenceId, model.startZone)
  const exception = rows.find(
    (row) => row.kind === 'exception' && row.originalStart === originalStart,
  )
  if (exception?.presence === 'live') return { row: exception }
  // A late response does not restore a deleted instance.
  if (
    exception !== undefined ||
    originalStart === undefined ||
    !model.series.hasOriginalStart(originalStart)
  )
    throw notFound()
  return { row: whole, instance: { originalStart, model } }
}

/** The event with the response of the attendee, who has to be invited and to respond to the last revision. */
function draftWithReply(current: CurrentEvent, reply: ItipReply): EventDraft {
  const { event } = current
  const stored = event.sequence ?? 0
  if (reply.sequence < stored) throw staleSequence(stored)
  const { attendee: email, responseStatus, comment } = reply
  const attendees = event.attendees ?? []
  if (!attendees.some((attendee) => attendee.email === email)) throw notFound()
  return draftWith(current, {
    ...contentOf(event),
    attendees: attendees.map((attendee) =>
      attendee.email === email
        ? { ...attendee, responseStatus, ...(comment !== undefined && { comment }) }
        : attendee,
    ),
  })
}
