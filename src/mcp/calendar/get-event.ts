import { optional } from '#/contract/schema.ts'
import { after } from '#/http/after.ts'
import { readTool } from '../tool.ts'
import { eventAnswer } from './event/event-texts.ts'
import { eventArguments } from './list-events.ts'
import { zoneArgument } from './times.ts'

export const getEvent = readTool(
  {
    name: 'get_event',
    title: 'Get an event',
    findIdsWith: 'list_events or search_events (calendars with list_calendars)',
    about: 'Returns one event with its whole description and all attendees.',
    args: { ...eventArguments, timeZone: optional(zoneArgument) },
    operations: ['calendar.events.get'],
  },
  ({ args: { calendarId = 'primary', eventId, timeZone }, callForText, caller }) =>
    after(
      callForText({
        operation: 'calendar.events.get',
        params: { calendarId, eventId, timeZone },
      }),
      (event) => eventAnswer(event, { callerEmail: caller.email, zone: timeZone }),
    ),
)
