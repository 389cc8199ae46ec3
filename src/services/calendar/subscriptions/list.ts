import { almanacApi } from '#/contract/almanac-api.ts'
import { calendarIn } from '../calendar/calendar-row.ts'
import { operation } from '../operation.ts'
import { Subscriptions } from '../schemas/subscription.ts'
import { canReadCalendars } from '../scopes.ts'
import { subscriptionReply } from '../subscribing/subscribe.ts'

export const list = operation(
  {
    id: 'calendar.subscriptions.list',
    api: almanacApi,
    http: 'GET /users/me/subscriptions',
    summary: 'Lists the subscriptions of the caller, with the results of their last refreshes.',
    reply: Subscriptions,
    scopes: canReadCalendars,
  },
  async ({ caller, database, calendars, subscriptions }) => {
    const rows = await subscriptions.listOf(database, caller.userId)
    const ids = rows.map(({ calendarId }) => calendarId)
    const found = await calendars.findAll(database, ids)
    const titles = new Map(found.map((row) => [row.id, calendarIn(row).summary]))
    return {
      kind: 'almanac#subscriptions',
      items: rows.map((row) => subscriptionReply(row, titles.get(row.calendarId))),
    }
  },
)
