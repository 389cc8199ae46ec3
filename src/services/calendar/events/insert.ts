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
    const { params, body, caller, newEventId } = context
    return writeEvent(context, params, async (writing) => {
      const { access } = writing
      const id = caller.newId ?? body.id
      if (caller.newId === undefined && id !== undefined) requireEventId(id)
      const draftContext = eventContext(context, access, params)
      const row = await createEvent(context, writing, {
        id: id ?? newEventId(),
        // The iCalUID that is derived from a new id needs no lookup.
        iCalUID: body.iCalUID || (id && defaultICalUid(id)),
        draft: draftForInsert(body, draftContext),
        sequence: requireSequence(body.sequence),
        options: params,
      })
      return { row }
    })
  },
)
