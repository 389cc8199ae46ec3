import { draftForInsert } from '../event/event-draft.ts'
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
  },
  async (context) => {
    const { params } = context
    // A transaction waits for nothing, so the sentence is read before it.
    const body = await bodyOfPhrase(context, params.text)
    return writeEvent(context, {}, async (writing) => {
      const draft = draftForInsert(body, eventContext(context, writing.access))
      const created = { id: context.newEventId(), draft, options: params }
      const row = await createEvent(context, writing, created)
      return { row }
    })
  },
)
