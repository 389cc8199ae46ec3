import { operation } from '../operation.ts'
import { openChannel } from '../push/watching.ts'
import { Channel } from '../schemas/channel.ts'
import { canReadList } from '../scopes.ts'
import { list } from './list.ts'

export const watch = operation(
  {
    id: 'calendar.calendarList.watch',
    http: 'POST /users/me/calendarList/watch',
    summary: "Sends push notifications to a webhook when the caller's calendar list changes.",
    params: list.contract.params,
    body: Channel,
    reply: Channel,
    scopes: canReadList,
    supportsSubscription: true,
  },
  (context) => {
    const { database, lists, caller } = context
    return database.transaction(async (tx) =>
      openChannel(context, tx, {
        kind: 'calendarList',
        owner: caller.userId,
        path: '/users/me/calendarList',
        changeNumber: (await lists.numbersOf(tx, caller.userId)).last,
      }),
    )
  },
)
