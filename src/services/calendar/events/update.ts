import { replacedEvent } from '../domain/event/described-event.ts'
import { operation } from '../operation.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { changedEvent } from './change.ts'
import { changeParams } from './event-params.ts'

export const update = operation(
  {
    id: 'calendar.events.update',
    http: 'PUT /calendars/{calendarId}/events/{eventId}',
    summary: 'Replaces an event, or what differs from a series at one place.',
    params: changeParams,
    body: Event,
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess', inPart: 'reader' },
    cost: 1,
  },
  ({ params, body, ...given }) =>
    changedEvent(given, params, {
      describe: (current, context) => replacedEvent(current, body, context),
      sequence: body.sequence,
    }),
)
