import { endChannel } from '#/jobs/push/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { channelKey } from '../channels.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.channels.delete',
    http: 'DELETE /channels/{channelKey}',
    summary: 'Ends a channel: no message is sent any more once this is answered.',
    params: { channelKey },
    scopes: canManage,
    roles: mayCall.manageServer,
    audit: { object: 'channels/{channelKey}' },
    cost: 1,
  },
  async ({ params, database, channelStops }) => {
    const { settled } = await database.transaction(async (tx) => {
      const ended = await endChannel(tx, params.channelKey)
      if (ended === undefined) throw notFound()
      return channelStops.end(tx, ended)
    })
    await settled
  },
)
