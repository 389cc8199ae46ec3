import { Stored } from '#/contract/answer.ts'
import { duplicate } from '#/kernel/errors.ts'
import { draftCalendar } from '../calendar/calendar.ts'
import { createCalendar } from '../calendar/provision.ts'
import { chosenTimeZone } from '../calendar/user-settings.ts'
import { operation } from '../operation.ts'
import { Calendar } from '../schemas/calendar.ts'
import { canWriteCalendars } from '../scopes.ts'

export const insert = operation(
  {
    id: 'calendar.calendars.insert',
    http: 'POST /calendars',
    summary: 'Creates a secondary calendar owned by the caller.',
    body: Calendar,
    reply: Calendar,
    scopes: canWriteCalendars,
  },
  async ({ body, caller, clock, store, calendarsPerUserMax, ...context }) => {
    const { newCalendarId, newCalendarKey, newLabelId } = context
    const { byId: settings } = await store.settings.of(caller.userId)
    const id = caller.newId ?? newCalendarId()
    if (caller.newId !== undefined && (await store.calendars.find(id)) !== undefined) {
      throw duplicate('A calendar with this id')
    }
    const calendar = draftCalendar({ id, dataOwner: caller.email }, body, {
      timeZone: chosenTimeZone(settings),
      newLabelId,
    })
    return store.transaction(async (tx) => {
      const { wire, etag } = await createCalendar(store, tx, {
        calendar,
        owner: { id: caller.userId, email: caller.email },
        clientId: caller.clientId,
        nowMs: clock.nowMs(),
        key: newCalendarKey(id),
      })
      // The user's list is locked, so calendars can't be created concurrently.
      await store.calendars.requireAtMost(tx, caller.userId, calendarsPerUserMax)
      return new Stored<Calendar>(wire, etag)
    })
  },
)
