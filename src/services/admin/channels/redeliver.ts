import { redeliver as requestMessage } from '#/jobs/push/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { channelKey } from '../channels.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const redeliver = operation(
  {
    id: 'admin.channels.redeliver',
    http: 'POST /channels/{channelKey}/redeliver',
    summary: 'Has a message sent on a channel at once, whether there is news or not.',
    params: { channelKey },
    scopes: canManage,
    roles: mayCall.manageServer,
    audit: { object: 'channels/{channelKey}' },
    cost: 1,
  },
  ({ params, database, clock }) =>
    database.transaction(async (tx) => {
      const scope = { nowMs: clock.nowMs() }
      if (!(await requestMessage(tx, params.channelKey, scope))) throw notFound()
    }),
)
