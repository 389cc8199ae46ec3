import { operation } from '../operation.ts'
import { openChannel } from '../push/watching.ts'
import { Channel } from '../schemas/channel.ts'
import { canReadSettings } from '../scopes.ts'
import { list } from './list.ts'

export const watch = operation(
  {
    id: 'calendar.settings.watch',
    http: 'POST /users/me/settings/watch',
    summary: 'Sends push notifications to a webhook when a setting of the caller changes.',
    params: list.contract.params,
    body: Channel,
    reply: Channel,
    scopes: canReadSettings,
    supportsSubscription: true,
  },
  (context) => {
    const { database, settings, caller } = context
    return database.transaction(async (tx) =>
      openChannel(context, tx, {
        kind: 'settings',
        owner: caller.userId,
        path: '/users/me/settings',
        changeNumber: (await settings.lock(tx, caller.userId)).numbers.last,
      }),
    )
  },
)
