import { pageOf, pageParams } from '#/contract/paging.ts'
import {
  array,
  boolean,
  dateTime,
  int64,
  integer,
  kind,
  object,
  optional,
  string,
} from '#/contract/schema.ts'
import {
  channelsAfter,
  deliveriesOf,
  endChannel,
  redeliver as requestMessage,
} from '#/jobs/push/inspection.ts'
import { notFound } from '#/kernel/errors.ts'
import { mayCall, operation } from './operation.ts'
import { canManage } from './scopes.ts'
import { namedUser, userKey } from './users.ts'

const channelKey = string({
  about: 'The key of a channel, as the list shows it.',
  lengthMax: 64,
})

const AdminChannel = object('AdminChannel', {
  kind: kind('admin#channel'),
  key: string({ about: 'Names the channel on this server.' }),
  id: string({ about: 'The name that its program has given it.' }),
  clientId: string({ about: 'The program that has made it.' }),
  user: string({ about: 'For whom.' }),
  watches: string({ about: 'One of events, acl, calendarList, settings.' }),
  resourceId: string({ about: 'Names what is watched.' }),
  resourceUri: string({ about: 'The address of the list that is watched.' }),
  address: string({ about: 'Where messages are posted to.' }),
  isSigned: boolean({ about: 'Messages are signed.' }),
  createdAt: dateTime({ about: 'When it was made.' }),
  expiresAt: dateTime({ about: 'When it ends.' }),
  lastMessageNumber: int64({ about: 'The number of the last message.' }),
  state: string({ about: '`idle`, or `retrying` while the last message has not been taken.' }),
  attempts: integer({ about: 'How often the present message was sent in vain.' }),
  nextAttemptAt: dateTime({ about: 'When it is sent again.' }),
})

const AdminChannels = object('AdminChannels', {
  kind: kind('admin#channels'),
  items: array(AdminChannel, { about: 'Channels that have not ended.' }),
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
})

const AdminDelivery = object('AdminDelivery', {
  messageNumber: int64({ about: 'The number of the message.' }),
  state: string({ about: '`sync` or `exists`, as the message says.' }),
  attempt: integer({ about: '1 for the first one.' }),
  outcome: string({ about: 'One of delivered, retrying, failed, refused.' }),
  status: integer({ about: 'What the receiver has answered.' }),
  error: string({ about: 'Why there was no answer.' }),
  beganAt: dateTime({ about: 'When it was sent.' }),
  durationMs: integer({ about: 'How long it took.' }),
})

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
    scopes: canManage,
    roles: mayCall.seeServer,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const { database, clock } = given
    const user = params.userKey === undefined ? undefined : await namedUser(given, params.userKey)
    const scope = { userId: user?.id, nowMs: clock.nowMs() }
    const { entries, next } = await pageOf(given, params, {
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

const deleteChannel = operation(
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

const listDeliveries = operation(
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

export const channelOperations = [listChannels, redeliver, deleteChannel, listDeliveries]
