import { almanacApi } from '#/contract/almanac-api.ts'
import { deliveriesOf } from '#/jobs/push/channels/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../../operation.ts'
import { channelKey } from '../../push/watching.ts'
import { ChannelDeliveries } from '../../schemas/channel.ts'
import { canReadChannels } from '../../scopes.ts'

export const list = operation(
  {
    id: 'calendar.channels.deliveries.list',
    api: almanacApi,
    http: 'GET /users/me/channels/{channelKey}/deliveries',
    summary: 'Lists the latest deliveries of a channel of the caller.',
    params: { channelKey },
    reply: ChannelDeliveries,
    scopes: canReadChannels,
  },
  async ({ params, database, caller, clock }) => {
    const scope = { userId: caller.userId, nowMs: clock.nowMs() }
    const items = await deliveriesOf(database, params.channelKey, scope)
    if (items === undefined) throw notFound()
    return { kind: 'almanac#channelDeliveries', items }
  },
)
