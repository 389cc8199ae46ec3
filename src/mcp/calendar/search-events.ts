import { string } from '#/contract/schema.ts'
import { after } from '#/http/after.ts'
import { readTool } from '../tool.ts'
import { eventsAnswer } from './event/event-texts.ts'
import { instantText, listArguments, listCall } from './list-events.ts'
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
  ({ args, call, callForParts, caller, nowMs }) => {
    const { startTime = instantText(nowMs() - yearMs), endTime = instantText(nowMs() + yearMs) } =
      args
    const { pageSize = 25, pageToken } = args
    const viewer = { callerEmail: caller.email, zone: args.timeZone }
    return after(new TimeReader({ call }, args).span({ startTime, endTime }), (span) => {
      const query = {
        calendarId: args.calendarId ?? 'primary',
        q: args.query,
        timeZone: args.timeZone,
        ...span,
        orderBy: 'startTime',
      }
      const found = callForParts(listCall(query, { pageSize, pageToken }))
      return after(found, (list) => eventsAnswer(list, viewer))
    })
  },
)
