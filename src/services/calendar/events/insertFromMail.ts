import { almanacApi } from '#/contract/almanac-api.ts'
import { draftForInsert } from '../event/event-draft.ts'
import { requireEventId } from '../event/event-id.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { eventReply } from '../rendering/event-reply.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { eventContext } from '../writing/change.ts'
import { createEvent } from '../writing/creation.ts'

export const insertFromMail = operation(
  {
    id: 'calendar.events.insertFromMail',
    api: almanacApi,
    http: 'POST /calendars/{calendarId}/mailEvents',
    summary: 'Creates an event that a mail gateway found in a message.',
    params: { calendarId: eventParams.calendarId },
    body: Event,
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
  },
  (context) => {
    const { body, newEventId } = context
    return context.store.writeEvents(async (writing) => {
      const { access } = writing
      if (body.id !== undefined) requireEventId(body.id)
      const draftContext = eventContext(context, access)
      // The content is validated like that of any event before the event gets its type.
      const { content, ...draft } = draftForInsert({ ...body, eventType: 'default' }, draftContext)
      const row = await createEvent(context, writing, {
        id: body.id ?? newEventId(),
        iCalUID: body.iCalUID || undefined,
        draft: { ...draft, content: { ...content, eventType: 'fromMail' } },
      })
      return eventReply(row, access, context)
    })
  },
)
