import { draftForInsert } from '../event/event-draft.ts'
import { defaultICalUid, requireEventId } from '../event/event-id.ts'
import { requireSequence } from '../event/sequence.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { eventContext, writeEvent } from '../writing/change.ts'
import { createEvent } from '../writing/creation.ts'

export const insert = operation(
  {
    id: 'calendar.events.insert',
    http: 'POST /calendars/{calendarId}/events',
    summary: 'Creates an event.',
    params: {
      calendarId: eventParams.calendarId,
      conferenceDataVersion: eventParams.conferenceDataVersion,
      eventLabelVersion: eventParams.eventLabelVersion,
      maxAttendees: eventParams.maxAttendees,
      sendNotifications: eventParams.sendNotifications,
      sendUpdates: eventParams.sendUpdates,
      supportsAttachments: eventParams.supportsAttachments,
    },
    body: Event,
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
  },
  (context) => {
    const { params, body, newEventId } = context
    return writeEvent(context, params, async (writing) => {
      const { access } = writing
      if (body.id !== undefined) requireEventId(body.id)
      const draftContext = eventContext(context, { access, flags: params })
      const row = await createEvent(context, writing, {
        id: body.id ?? newEventId(),
        // The iCalUID that is derived from a new id needs no lookup.
        iCalUID: body.iCalUID || (body.id && defaultICalUid(body.id)),
        draft: draftForInsert(body, draftContext),
        sequence: requireSequence(body.sequence),
        options: params,
      })
      return { row }
    })
  },
)
