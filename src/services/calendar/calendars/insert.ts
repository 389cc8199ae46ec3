import { resourceEtag } from '#/contract/etag.ts'
import { Stored } from '#/contract/operation.ts'
import { describedCalendar } from '../domain/calendar.ts'
import { operation } from '../operation.ts'
import { Calendar } from '../schemas/calendar.ts'
import { canWriteCalendars } from '../scopes.ts'
import { addCalendar } from '../store/calendars.ts'
import { userTimeZone } from '../user-time-zone.ts'

export const insert = operation(
  {
    id: 'calendar.calendars.insert',
    http: 'POST /calendars',
    summary: 'Makes a secondary calendar that belongs to the caller.',
    params: {},
    body: Calendar,
    reply: Calendar,
    scopes: canWriteCalendars,
    cost: 1,
  },
  ({ body, caller, clock, store, newCalendarId, newLabelId }) =>
    store.transaction(async (tx) => {
      const id = newCalendarId()
      const timeZone = await userTimeZone(tx, caller.userId)
      const calendar = describedCalendar({ id, dataOwner: caller.email }, body, {
        timeZone,
        newLabelId,
      })
      const { wire, etag } = await addCalendar(tx, {
        id,
        ownerId: caller.userId,
        isPrimary: 0,
        clientId: caller.clientId,
        calendar,
        etag: resourceEtag({ epoch: store.epoch, sequence: 1 }),
        sequence: 1,
        createdAt: clock.nowMs(),
      })
      return new Stored<Calendar>(wire, etag)
    }),
)
