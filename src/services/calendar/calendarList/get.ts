import { findEntry, ofEntry, wireEntry } from '../calendar/entry.ts'
import { operation } from '../operation.ts'
import { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import { canReadListEntry } from '../scopes.ts'

export const get = operation(
  {
    id: 'calendar.calendarList.get',
    http: 'GET /users/me/calendarList/{calendarId}',
    summary: "Returns an entry of the caller's calendar list.",
    params: ofEntry,
    reply: CalendarListEntry,
    scopes: canReadListEntry,
    access: { calendarId: 'freeBusyReader', namedBy: 'listEntry' },
  },
  async (context) => {
    const found = await findEntry(context, context.params.calendarId)
    return wireEntry({ ...found, userId: context.caller.userId })
  },
)
