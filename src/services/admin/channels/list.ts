import { pageOf, pageParams } from '#/contract/paging.ts'
import { optional } from '#/contract/schema.ts'
import { channelsAfter } from '#/jobs/push/inspection.ts'
import { AdminChannels } from '../channels.ts'
import { namedUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const list = operation(
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
