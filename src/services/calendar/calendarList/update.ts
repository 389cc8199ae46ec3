import { colorRgbFormat, ofEntry, updateEntry } from '../calendar/entry.ts'
import { choicesAfterUpdate } from '../calendar/entry-choices.ts'
import { operation } from '../operation.ts'
import { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import { canWriteListEntry } from '../scopes.ts'

export const update = operation(
  {
    id: 'calendar.calendarList.update',
    http: 'PUT /users/me/calendarList/{calendarId}',
    summary: "Replaces an entry of the caller's calendar list.",
    params: { ...ofEntry, colorRgbFormat },
    body: CalendarListEntry,
    reply: CalendarListEntry,
    scopes: canWriteListEntry,
    access: { calendarId: 'freeBusyReader', namedBy: 'listEntry' },
  },
  (context) => {
    const { params, body } = context
    const reading = { isRgb: params.colorRgbFormat ?? false }
    return updateEntry(context, () => choicesAfterUpdate(body, reading))
  },
)
