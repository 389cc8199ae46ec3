import { tellAttendees, tellOfAnswers } from '../attendees/invitations.ts'
import { insertedEvent } from '../event/described-event.ts'
import { operation } from '../operation.ts'
import { bodyOfPhrase, phrase } from '../quick-add/quick-add.ts'
import { eventParams } from '../reading/event-params.ts'
import { eventReply } from '../rendering/event-reply.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { eventContext } from '../writing/change.ts'
import { createEvent } from '../writing/creation.ts'

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
