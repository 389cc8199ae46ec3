import { almanacApi } from '#/contract/almanac-api.ts'
import { endChannel } from '#/jobs/push/channels/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { channelKey } from '../push/watching.ts'
import { canManageChannels } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'calendar.channels.delete',
    api: almanacApi,
    http: 'DELETE /users/me/channels/{channelKey}',
    summary: 'Stops a channel of the caller, whichever client created it.',
    params: { channelKey },
    scopes: canManageChannels,
  },
  async ({ params, database, caller, channelStops }) => {
    const { settled } = await database.transaction(async (tx) => {
      const ended = await endChannel(tx, params.channelKey, caller.userId)
      if (ended === undefined) throw notFound()
      return channelStops.end(tx, ended)
    })
    await settled
  },
)
