import { patchOf } from '#/contract/schema.ts'
import { draftForPatch } from '../event/event-draft.ts'
import { operation } from '../operation.ts'
import { changeParams } from '../reading/event-params.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { updateEvent } from '../writing/change.ts'

export const patch = operation(
  {
    id: 'calendar.events.patch',
    http: 'PATCH /calendars/{calendarId}/events/{eventId}',
    summary: 'Updates the given properties of an event.',
    params: changeParams,
    body: patchOf(Event),
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess', inPart: 'reader' },
  },
  (context) => {
    const { params, body } = context
    return updateEvent(context, params, {
      describe: (current, rules) => draftForPatch(current, body, rules),
      sequence: body.sequence,
    })
  },
)
