import { notFound, requiredField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { Channel } from '../schemas/channel.ts'
import { canStopChannels } from '../scopes.ts'

export const stop = operation(
  {
    id: 'calendar.channels.stop',
    http: 'POST /channels/stop',
    summary: 'Stops a channel. No notifications are sent after the response.',
    body: Channel,
    scopes: canStopChannels,
  },
  async ({ body, database, channels, caller, clock, channelStops }) => {
    const { id, resourceId } = body
    if (id === undefined || id === '') throw requiredField('Missing channel id.')
    if (resourceId === undefined || resourceId === '') throw requiredField('Missing resource id.')
    const { userId, clientId } = caller
    const { settled } = await database.transaction(async (tx) => {
      const now = clock.nowMs()
      const ended = await channels.stop(tx, { id, resourceId, userId, clientId, now })
      if (ended === undefined) throw notFound(`Channel '${id}' not found for this caller.`)
      return channelStops.end(tx, ended)
    })
    await settled
  },
)
