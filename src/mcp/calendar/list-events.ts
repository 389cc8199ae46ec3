import { about, array, integer, oneOf, optional, string } from '#/contract/schema.ts'
import { after } from '#/http/after.ts'
import { invalid } from '#/kernel/errors.ts'
import type { Event, Events } from '#/services/calendar/schemas/event.ts'
import type { CallOperation, OperationCall } from '../operation-client.ts'
import { readTool } from '../tool.ts'
import { eventsAnswer, viewsAnswer } from './event/event-texts.ts'
import { TimeReader, timeArgument, zoneArgument } from './times.ts'

/** Arguments that several tools of events have. */
export const eventArguments = {
  calendarId: optional(
    string({
      about: 'The id of the calendar, from list_calendars.',
      default: 'primary',
      lengthMax: 320,
    }),
  ),
  eventId: string({ about: 'The id of the event, from list_events or search_events.' }),
}

/** Arguments of the tools that list events. */
export const listArguments = {
  calendarId: eventArguments.calendarId,
  startTime: optional(timeArgument('Only events that end after this time.')),
  endTime: optional(timeArgument('Only events that begin before this time.')),
  timeZone: optional(zoneArgument),
  pageSize: optional(integer({ about: 'Events per page.', default: 25, minimum: 1, maximum: 250 })),
  pageToken: optional(string({ about: 'The `nextPageToken` of the page before.' })),
}

const eventTypes = [
  'birthday',
  'default',
  'focusTime',
  'fromGmail',
  'outOfOffice',
  'workingLocation',
] as const

export const listEvents = readTool(
  {
    name: 'list_events',
    title: 'List events',
    findIdsWith: 'list_calendars',
    about:
      'Returns the events of a calendar in a span of time, with each instance of recurring events, ordered by start. Without startTime and endTime it starts now. To find events about a topic, use search_events.',
    args: {
      ...listArguments,
      fullText: optional(string({ about: 'Only events that contain all of these words.' })),
      eventType: optional(
        array(oneOf(...eventTypes), { about: 'Only events of these types.', itemsMax: 10 }),
      ),
      orderBy: optional(
        about(
          'The order; `default` is `startTime`.',
          oneOf('default', 'startTime', 'startTimeDesc', 'lastModified'),
        ),
      ),
    },
    operations: ['calendar.events.list'],
  },
  ({ args, call, callForParts, caller, nowMs }) => {
    const { endTime, orderBy } = args
    const { startTime = endTime === undefined ? instantText(nowMs()) : undefined } = args
    const page = { pageSize: args.pageSize ?? 25, pageToken: args.pageToken }
    const viewer = { callerEmail: caller.email, zone: args.timeZone }
    return after(new TimeReader({ call }, args).span({ startTime, endTime }), (span) => {
      const query = {
        calendarId: args.calendarId ?? 'primary',
        q: args.fullText,
        eventTypes: args.eventType,
        timeZone: args.timeZone,
        ...span,
        orderBy: orderBy === 'lastModified' ? 'updated' : 'startTime',
      }
      return orderBy === 'startTimeDesc'
        ? lastEvents(call, query, page).then((events) => viewsAnswer(events, viewer))
        : after(callForParts(listCall(query, page)), (list) => eventsAnswer(list, viewer))
    })
  },
)

/** A moment as a parameter. */
export const instantText = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString()

type ListParams = NonNullable<OperationCall['params']>

interface Page {
  readonly pageSize: number
  readonly pageToken: string | undefined
}

/** The call for a page of events in the order of the operation, with each instance of a series. */
export const listCall = (
  params: ListParams,
  { pageSize: maxResults, pageToken }: Page,
): OperationCall => ({
  operation: 'calendar.events.list',
  params: { ...params, singleEvents: true, maxResults, pageToken },
})

/** The most events that are reversed. */
const reversedMax = 2500
const offsetToken = /^last:(\d{1,5})$/

/** A page in the opposite order, which the operation does not have: all events are read and reversed. */
async function lastEvents(
  call: CallOperation,
  query: ListParams,
  { pageSize, pageToken }: Page,
): Promise<Events> {
  const offset =
    pageToken === undefined ? 0 : Number(offsetToken.exec(pageToken)?.[1] ?? Number.NaN)
  if (Number.isNaN(offset)) throw invalid('pageToken', 'pageToken belongs to another list.')
  const all: Events = await call(listCall(query, { pageSize: reversedMax, pageToken: undefined }))
  if (all.nextPageToken !== undefined) {
    throw invalid(
      'startTime',
      `The span of time has more than ${reversedMax} events. Set startTime and endTime to a shorter one.`,
    )
  }
  const items = (all.items ?? []).toReversed() as Event[]
  const end = offset + pageSize
  return {
    ...(all.timeZone !== undefined && { timeZone: all.timeZone }),
    items: items.slice(offset, end),
    ...(end < items.length && { nextPageToken: `last:${end}` }),
  }
}
