import { almanacApi } from '#/contract/almanac-api.ts'
import { operation } from '../operation.ts'
import { Subscription } from '../schemas/subscription.ts'
import { canWriteCalendars } from '../scopes.ts'
import { subscribe, subscriptionReply } from '../subscribing/subscribe.ts'

export const insert = operation(
  {
    id: 'calendar.subscriptions.insert',
    api: almanacApi,
    http: 'POST /users/me/subscriptions',
    summary: 'Creates a read-only calendar that follows the iCalendar feed of another server.',
    body: Subscription,
    reply: Subscription,
    scopes: canWriteCalendars,
    audit: { object: 'users/me/subscriptions' },
  },
  async (context) => {
    const { body, caller } = context
    const { address, summary } = body
    const { clientId } = caller
    const row = await subscribe(context, { owner: caller, clientId, address, summary })
    return subscriptionReply(row, summary)
  },
)
