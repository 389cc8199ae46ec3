import { integer, optional, string } from '#/contract/schema.ts'
import type {
  CalendarList,
  CalendarListEntry,
} from '#/services/calendar/schemas/calendar-list-entry.ts'
import { readTool } from '../tool.ts'

export const listCalendars = readTool(
  {
    name: 'list_calendars',
    title: 'List calendars',
    about:
      'Returns the calendars on the user\'s list, with ids, time zones and what the user may do with each. Use it to find the id of a calendar that the user names, such as "my family calendar".',
    args: {
      pageSize: optional(
        integer({ about: 'Calendars per page.', default: 50, minimum: 1, maximum: 250 }),
      ),
      pageToken: optional(string({ about: 'The `nextPageToken` of the page before.' })),
    },
    operations: ['calendar.calendarList.list'],
  },
  async ({ args: { pageSize = 50, pageToken }, call }) => {
    const { items = [], nextPageToken }: CalendarList = await call({
      operation: 'calendar.calendarList.list',
      params: { maxResults: pageSize, pageToken },
    })
    return {
      calendars: items.map((entry) => ({
        id: entry.id,
        summary: entry.summaryOverride ?? entry.summary,
        description: entry.description,
        timeZone: entry.timeZone,
        accessRole: entry.accessRole,
        primary: entry.primary,
        untrustedFields: untrustedFields(entry),
      })),
      nextPageToken,
    }
  },
)

/** The owner of a calendar chooses its name and description. */
function untrustedFields({ accessRole, summary, summaryOverride, description }: CalendarListEntry) {
  if (accessRole === 'owner') return undefined
  const fields = [
    ...(summaryOverride === undefined && summary !== undefined ? ['summary'] : []),
    ...(description === undefined ? [] : ['description']),
  ]
  return fields.length === 0 ? undefined : fields
}
