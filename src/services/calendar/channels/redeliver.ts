import { almanacApi } from '#/contract/almanac-api.ts'
import { redeliver as requestMessage } from '#/jobs/push/channels/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { channelKey } from '../push/watching.ts'
import { canManageChannels } from '../scopes.ts'

export const redeliver = operation(
  {
    id: 'calendar.channels.redeliver',
    api: almanacApi,
    http: 'POST /users/me/channels/{channelKey}/redeliver',
    summary:
      'Sends a push notification on a channel of the caller now, whether or not anything has changed.',
    params: { channelKey },
    scopes: canManageChannels,
  },
  ({ params, database, caller, clock }) =>
    database.transaction(async (tx) => {
      const scope = { userId: caller.userId, nowMs: clock.nowMs() }
      if (!(await requestMessage(tx, params.channelKey, scope))) throw notFound()
    }),
)
