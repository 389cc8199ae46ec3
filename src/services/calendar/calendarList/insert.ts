import { requiredField } from '#/kernel/errors.ts'
import { changeChoices, colorRgbFormat, putEntry } from '../calendar/entry.ts'
import { choicesAfterPatch } from '../calendar/entry-choices.ts'
import { operation } from '../operation.ts'
import { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import { canAddToList } from '../scopes.ts'

export const insert = operation(
  {
    id: 'calendar.calendarList.insert',
    http: 'POST /users/me/calendarList',
    summary: "Adds a calendar that the caller can access to the caller's calendar list.",
    params: { colorRgbFormat },
    body: CalendarListEntry,
    reply: CalendarListEntry,
    scopes: canAddToList,
    access: { calendarId: 'freeBusyReader', namedBy: 'body' },
  },
  (context) => {
    const { params, body, store, database, lists, caller } = context
    const { id } = body
    if (!id) throw requiredField('Missing id.')
    const reading = { isRgb: params.colorRgbFormat ?? false }
    return database.transaction(async (tx) => {
      const { userId } = caller
      await lists.lock(tx, userId)
      const access = await store.access(id, tx)
      const entry = await lists.find(tx, { userId, calendarId: access.calendar.id })
      if (entry === undefined || entry.isDeleted === 1) {
        return putEntry(context, tx, { ...access, choices: choicesAfterPatch({}, body, reading) })
      }
      return changeChoices(context, tx, { ...access, entry }, (current) =>
        choicesAfterPatch(current, body, reading),
      )
    })
  },
)
