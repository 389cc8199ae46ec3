import { draftForUpdate } from '../event/event-draft.ts'
import { operation } from '../operation.ts'
import { changeParams } from '../reading/event-params.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { updateEvent } from '../writing/change.ts'

export const update = operation(
  {
    id: 'calendar.events.update',
    http: 'PUT /calendars/{calendarId}/events/{eventId}',
    summary: 'Replaces an event, or one instance of a series.',
    params: changeParams,
    body: Event,
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess', inPart: 'reader' },
  },
  (context) => {
    const { params, body } = context
    return updateEvent(context, params, {
      describe: (current, rules) => draftForUpdate(current, body, rules),
      sequence: body.sequence,
    })
  },
)
