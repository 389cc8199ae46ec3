import { channelProperties, deliveryProperties } from '#/contract/channel-properties.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
import { array, kind, object, optional, string } from '#/contract/schema.ts'
import {
  channelsAfter,
  deliveriesOf,
  endChannel,
  redeliver as requestMessage,
} from '#/jobs/push/channels/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { mayCall, operation } from './operation.ts'
import { requireUser, userKey } from './users.ts'

const channelKey = string({
  about: 'The key of a channel, as the list shows it.',
  lengthMax: 64,
})

const AdminChannel = object('AdminChannel', {
  kind: kind('admin#channel'),
  ...channelProperties,
})

const AdminChannels = object('AdminChannels', {
  kind: kind('admin#channels'),
  items: array(AdminChannel, { about: 'Channels that have not ended.' }),
  nextPageToken,
})

const AdminDelivery = object('AdminDelivery', deliveryProperties)

const AdminDeliveries = object('AdminDeliveries', {
  kind: kind('admin#deliveries'),
  items: array(AdminDelivery, { about: 'The latest attempts, the newest first.' }),
})

const listChannels = operation(
  {
    id: 'admin.channels.list',
    http: 'GET /channels',
    summary: 'Lists the channels of a user, or of all users.',
    params: { userKey: optional(userKey), ...pageParams },
    reply: AdminChannels,
    roles: mayCall.seeServer,
  },
  async ({ params, ...context }) => {
    const { database, clock } = context
    const user =
      params.userKey === undefined ? undefined : await requireUser(context, params.userKey)
    const scope = { userId: user?.id, nowMs: clock.nowMs() }
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.channels',
      owner: user?.id ?? '',
      read: (page) => channelsAfter(database, { ...scope, ...page }),
      positionOf: ({ key }) => key,
    })
    return { kind: 'admin#channels', items: entries, ...next }
  },
)

const redeliver = operation(
  {
    id: 'admin.channels.redeliver',
    http: 'POST /channels/{channelKey}/redeliver',
    summary: 'Sends a push notification on a channel now, whether or not anything has changed.',
    params: { channelKey },
    roles: mayCall.manageServer,
    audit: { object: 'channels/{channelKey}' },
  },
  ({ params, database, clock }) =>
    database.transaction(async (tx) => {
      const scope = { nowMs: clock.nowMs() }
      if (!(await requestMessage(tx, params.channelKey, scope))) throw notFound()
    }),
)

const deleteChannel = operation(
  {
    id: 'admin.channels.delete',
    http: 'DELETE /channels/{channelKey}',
    summary: 'Stops a channel. No notifications are sent after the response.',
    params: { channelKey },
    roles: mayCall.manageServer,
    audit: { object: 'channels/{channelKey}' },
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

const listDeliveries = operation(
  {
    id: 'admin.channels.deliveries.list',
    http: 'GET /channels/{channelKey}/deliveries',
    summary: 'Lists the latest deliveries of a channel.',
    params: { channelKey },
    reply: AdminDeliveries,
    roles: mayCall.seeServer,
  },
  async ({ params, database, clock }) => {
    const items = await deliveriesOf(database, params.channelKey, { nowMs: clock.nowMs() })
    if (items === undefined) throw notFound()
    return { kind: 'admin#deliveries', items }
  },
)

export const channelOperations = [listChannels, redeliver, deleteChannel, listDeliveries]
