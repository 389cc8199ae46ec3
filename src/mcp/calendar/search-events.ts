import { string } from '#/contract/schema.ts'
import { readTool } from '../tool.ts'
import { eventsAnswer } from './event/event-texts.ts'
import { listArguments, listCall, pageOf } from './list-events.ts'
import { TimeReader } from './times.ts'

const yearMs = 366 * 86_400_000

export const searchEvents = readTool(
  {
    name: 'search_events',
    title: 'Search events',
    findIdsWith: 'list_calendars',
    about:
      'Finds events by the words in their titles, descriptions, places and attendees. Searches from a year ago to a year ahead unless startTime and endTime are given.',
    args: {
      query: string({
        about: 'Words that an event has to contain. Use few: all of them have to match.',
        lengthMax: 1000,
      }),
      ...listArguments,
    },
    operations: ['calendar.events.list'],
  },
  async ({ args, call, callBody, caller, nowMs }) => {
    const reader = new TimeReader({ call }, args)
    const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()
    const { startTime = at(nowMs() - yearMs), endTime = at(nowMs() + yearMs) } = args
    const query = listCall({
      calendarId: args.calendarId ?? 'primary',
      q: args.query,
      timeZone: args.timeZone,
      timeMin: await reader.moment('startTime', startTime),
      timeMax: await reader.moment('endTime', endTime),
      orderBy: 'startTime',
    })
    const { pageSize = 25, pageToken } = args
    const found = await callBody(pageOf(query, { pageSize, pageToken }))
    return eventsAnswer(found, { callerEmail: caller.email, zone: args.timeZone })
  },
)
