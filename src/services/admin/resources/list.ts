import { pageOf, pageParams } from '#/contract/paging.ts'
import { operation } from '../operation.ts'
import { ResourceList, wireResource } from '../resources.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const list = operation(
  {
    id: 'admin.resources.list',
    http: 'GET /resources',
    summary: 'Lists the rooms, in the order of their ids.',
    params: pageParams,
    reply: ResourceList,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const { entries, next } = await pageOf(given, params, {
      collection: 'admin.resources',
      read: (page) => given.resources.page(page),
      positionOf: ({ id }) => id,
    })
    return { kind: 'admin#resources', items: entries.map(wireResource), ...next }
  },
)
