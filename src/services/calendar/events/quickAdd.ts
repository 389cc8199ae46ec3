import { insertedEvent } from '../domain/event/described-event.ts'
import { operation } from '../operation.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { eventContext } from './context.ts'
import { createEvent } from './creation.ts'
import { eventParams } from './event-params.ts'
import { eventReply } from './event-reply.ts'
import { tellAttendees, tellOfAnswers } from './invitations.ts'
import { bodyOfPhrase, phrase } from './quick-add-phrase.ts'

export const quickAdd = operation(
  {
    id: 'calendar.events.quickAdd',
    http: 'POST /calendars/{calendarId}/events/quickAdd',
    summary: 'Adds an event that a sentence describes.',
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
  async ({ params, origin, newEventId, ...given }) => {
    const { store, caller } = given
    // A transaction waits for nothing, so the sentence is read before it.
    const body = await bodyOfPhrase(given, params.text)
    return store.writeEvents(async (tx, { standing, writer, others }) => {
      const context = eventContext(given, { standing, flags: {} })
      const described = insertedEvent(body, context)
      const row = await createEvent(
        given,
        { tx, standing, writer, others },
        { id: newEventId(), described },
      )
      await tellAttendees(given, { tx, standing, wishes: params, row })
      await tellOfAnswers(given, { tx, standing, wishes: params, row, others })
      return eventReply(row, { standing, caller, origin, params: {} })
    })
  },
)
