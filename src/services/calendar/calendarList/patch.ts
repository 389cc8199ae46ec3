import { patchOf } from '#/contract/schema.ts'
import { colorRgbFormat, ofEntry, updateEntry } from '../calendar/entry.ts'
import { choicesAfterPatch } from '../calendar/entry-choices.ts'
import { operation } from '../operation.ts'
import { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import { canWriteListEntry } from '../scopes.ts'

export const patch = operation(
  {
    id: 'calendar.calendarList.patch',
    http: 'PATCH /users/me/calendarList/{calendarId}',
    summary: "Updates some properties of an entry of the caller's calendar list.",
    params: { ...ofEntry, colorRgbFormat },
    body: patchOf(CalendarListEntry),
    reply: CalendarListEntry,
    scopes: canWriteListEntry,
    access: { calendarId: 'freeBusyReader', namedBy: 'listEntry' },
  },
  (context) => {
    const { params, body } = context
    const reading = { isRgb: params.colorRgbFormat ?? false }
    return updateEntry(context, (current) => choicesAfterPatch(current, body, reading))
  },
)
