import { optional } from '#/contract/schema.ts'
import { readTool } from '../tool.ts'
import { eventAnswer } from './event/event-texts.ts'
import { eventArguments } from './list-events.ts'
import { zoneArgument } from './times.ts'

export const getEvent = readTool(
  {
    name: 'get_event',
    title: 'Get an event',
    about: 'Returns one event with its whole description and all attendees.',
    args: { ...eventArguments, timeZone: optional(zoneArgument) },
    operations: ['calendar.events.get'],
  },
  async ({ args: { calendarId = 'primary', eventId, timeZone }, callText, caller }) => {
    const event = await callText({
      operation: 'calendar.events.get',
      params: { calendarId, eventId, timeZone },
    })
    return eventAnswer(event, { callerEmail: caller.email, zone: timeZone })
  },
)
