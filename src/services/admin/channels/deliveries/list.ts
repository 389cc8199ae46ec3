import { deliveriesOf } from '#/jobs/push/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { AdminDeliveries, channelKey } from '../../channels.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'

export const list = operation(
  {
    id: 'admin.channels.deliveries.list',
    http: 'GET /channels/{channelKey}/deliveries',
    summary: 'Shows what became of the latest messages of a channel.',
    params: { channelKey },
    reply: AdminDeliveries,
    scopes: canManage,
    roles: mayCall.seeServer,
    cost: 1,
  },
  async ({ params, database, clock }) => {
    const items = await deliveriesOf(database, params.channelKey, { nowMs: clock.nowMs() })
    if (items === undefined) throw notFound()
    return { kind: 'admin#deliveries', items }
  },
)
