import { optional } from '#/contract/schema.ts'
import type { FreeBusyResponse } from '#/services/calendar/schemas/free-busy.ts'
import { readTool } from '../tool.ts'
import { whenText } from './event/event-view.ts'
import { emailsArgument } from './event-body.ts'
import { TimeReader, timeArgument, zoneArgument } from './times.ts'

const problemText = 'it is not known when this calendar is busy. Do not count it as free.'

export const queryFreeBusy = readTool(
  {
    name: 'query_free_busy',
    title: 'Query free/busy times',
    about:
      'Returns when calendars are busy, without what the events are about. To find a time for a meeting, use suggest_time.',
    args: {
      calendarIds: emailsArgument(
        'Ids of calendars, or addresses of people; `primary` is the user.',
      ),
      startTime: timeArgument('The start of the span of time.'),
      endTime: timeArgument('The end of the span of time.'),
      timeZone: optional(zoneArgument),
    },
    operations: ['calendar.freebusy.query'],
  },
  async ({ args, call }) => {
    const reader = new TimeReader({ call }, args)
    const { calendars = {} }: FreeBusyResponse = await call({
      operation: 'calendar.freebusy.query',
      body: {
        timeMin: await reader.moment('startTime', args.startTime),
        timeMax: await reader.moment('endTime', args.endTime),
        timeZone: args.timeZone,
        items: args.calendarIds.map((id) => ({ id })),
      },
    })
    const { timeZone = 'UTC' } = args
    return {
      calendars: Object.entries(calendars).map(([calendarId, { busy = [], errors }]) => ({
        calendarId,
        busy:
          errors === undefined
            ? busy.map(({ start = '', end = '' }) => ({
                startTime: start,
                endTime: end,
                when: whenText({ dateTime: start }, { dateTime: end }, timeZone),
              }))
            : undefined,
        problem: errors && `${errors[0]?.reason}: ${problemText}`,
      })),
    }
  },
)
