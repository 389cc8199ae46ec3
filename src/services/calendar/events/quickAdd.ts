import { string } from '#/contract/schema.ts'
import { requiredParameter } from '#/kernel/errors.ts'
import { insertedEvent } from '../domain/event/described-event.ts'
import type { QuickAddEvent } from '../domain/quick-add/quick-add.ts'
import { readQuickAdd } from '../domain/quick-add/quick-add.ts'
import { settingValue } from '../domain/user-settings.ts'
import { operation } from '../operation.ts'
import { Event, type EventDateTime } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { calendarIn } from '../store/calendars.ts'
import { eventContext } from './context.ts'
import { createEvent } from './creation.ts'
import { eventParams } from './event-params.ts'
import { eventReply } from './event-reply.ts'
import { tellAttendees, tellOfAnswers } from './invitations.ts'

export const quickAdd = operation(
  {
    id: 'calendar.events.quickAdd',
    http: 'POST /calendars/{calendarId}/events/quickAdd',
    summary: 'Adds an event that a sentence describes.',
    params: {
      calendarId: eventParams.calendarId,
      sendNotifications: eventParams.sendNotifications,
      sendUpdates: eventParams.sendUpdates,
      text: string({ about: 'The sentence: `Dinner with Sam 7pm tomorrow`.' }),
    },
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
    cost: 1,
  },
  async ({ params, origin, newEventId, ...given }) => {
    const { store, caller, clock } = given
    const { text } = params
    if (text.trim() === '') throw requiredParameter('text')
    // A transaction waits for nothing, so the sentence is read before it.
    const zone = await store.read(({ calendar }) => calendarIn(calendar).timeZone ?? 'UTC')
    const { byId: settings } = await store.settings.of(caller.userId)
    const read = await readQuickAdd(text, {
      now: clock.now().toZonedDateTimeISO(zone).toPlainDateTime(),
      lengthMinutes: Number(settingValue(settings, 'defaultEventLength')),
    })
    const body = bodyOf(read, zone)
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

function bodyOf(read: QuickAddEvent, timeZone: string): Event {
  const { summary, location, attendees, recurrence } = read
  return {
    summary,
    ...(location !== undefined && { location }),
    start: timeOf(read.start, timeZone),
    end: timeOf(read.end, timeZone),
    ...(attendees && { attendees: attendees.map((email) => ({ email })) }),
    ...(recurrence && { recurrence }),
  }
}

const timeOf = (time: QuickAddEvent['start'], timeZone: string): EventDateTime =>
  time instanceof Temporal.PlainDate
    ? { date: time.toString() }
    : { dateTime: time.toString({ smallestUnit: 'second' }), timeZone }
