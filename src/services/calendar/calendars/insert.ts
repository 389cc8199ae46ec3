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
  async (context) => {
    const { body, caller, clock, calendars, newCalendarKey, newLabelId } = context
    const { byId: settings } = await context.settings.of(caller.userId)
    const id = caller.newId ?? context.newCalendarId()
    if (caller.newId !== undefined && (await calendars.find(id)) !== undefined) {
      throw duplicate('A calendar with this id')
    }
    const calendar = draftCalendar({ id, dataOwner: caller.email }, body, {
      timeZone: chosenTimeZone(settings),
      newLabelId,
    })
    return context.database.transaction(async (tx) => {
      const { wire, etag } = await createCalendar(context, tx, {
        calendar,
        owner: { id: caller.userId, email: caller.email },
        clientId: caller.clientId,
        nowMs: clock.nowMs(),
        key: newCalendarKey(id),
      })
      // The user's list is locked, so calendars can't be created concurrently.
      await calendars.requireAtMost(tx, caller.userId, context.calendarsPerUserMax)
      return new Stored<Calendar>(wire, etag)
    })
  },
)
