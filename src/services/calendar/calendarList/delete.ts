import { entryEtag, findEntry, ofEntry } from '../calendar/entry.ts'
import {
  cannotChangeOwnPrimarySubscription,
  cannotUnsubscribeFromOwnedCalendar,
} from '../errors.ts'
import { operation } from '../operation.ts'
import { canWriteListEntry } from '../scopes.ts'
import { isPrimaryOf } from '../store/calendar-lists.ts'

export const delete_ = operation(
  {
    id: 'calendar.calendarList.delete',
    http: 'DELETE /users/me/calendarList/{calendarId}',
    summary:
      "Removes a calendar from the caller's calendar list. The calendar itself is not deleted.",
    params: ofEntry,
    scopes: canWriteListEntry,
    access: { calendarId: 'freeBusyReader', namedBy: 'listEntry' },
  },
  (context) => {
    const { params, caller, clock, database, lists, requireMatch } = context
    return database.transaction(async (tx) => {
      const { userId } = caller
      await lists.lock(tx, userId)
      const found = await findEntry(context, params.calendarId, tx)
      requireMatch(entryEtag(found))
      const { calendar } = found
      if (isPrimaryOf(calendar, userId)) throw cannotChangeOwnPrimarySubscription()
      if (calendar.ownerId === userId) throw cannotUnsubscribeFromOwnedCalendar()
      await lists.remove(tx, { userId, calendarId: calendar.id, nowMs: clock.nowMs() })
    })
  },
)
