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
  ({ params, body, store, ...context }) => {
    const { id } = body
    if (!id) throw requiredField('Missing id.')
    const reading = { isRgb: params.colorRgbFormat ?? false }
    return store.transaction(async (tx) => {
      const { userId } = context.caller
      await store.lists.lock(tx, userId)
      const access = await store.access(id, tx)
      const entry = await store.lists.find(tx, { userId, calendarId: access.calendar.id })
      const all = { store, ...context }
      if (entry === undefined || entry.isDeleted === 1) {
        return putEntry(all, tx, { ...access, choices: choicesAfterPatch({}, body, reading) })
      }
      return changeChoices(all, tx, { ...access, entry }, (current) =>
        choicesAfterPatch(current, body, reading),
      )
    })
  },
)
