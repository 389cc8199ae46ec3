import { insertedEvent } from '../event/event-draft.ts'
import { operation } from '../operation.ts'
import { bodyOfPhrase, phrase } from '../quick-add/quick-add.ts'
import { eventParams } from '../reading/event-params.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { eventContext, writeEvent } from '../writing/change.ts'
import { createEvent } from '../writing/creation.ts'

export const quickAdd = operation(
  {
    id: 'calendar.events.quickAdd',
    http: 'POST /calendars/{calendarId}/events/quickAdd',
    summary: 'Creates an event from a sentence.',
    params: {
      calendarId: eventParams.calendarId,
      sendNotifications: eventParams.sendNotifications,
      sendUpdates: eventParams.sendUpdates,
      text: phrase,
    },
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
    cost: 1,
  },
  async ({ params, newEventId, ...given }) => {
    // A transaction waits for nothing, so the sentence is read before it.
    const body = await bodyOfPhrase(given, params.text)
    return writeEvent(given, {}, async (writing) => {
      const context = eventContext(given, { access: writing.access, flags: {} })
      const described = insertedEvent(body, context)
      const created = { id: newEventId(), described, options: params }
      const row = await createEvent(given, writing, created)
      return { row }
    })
  },
)
