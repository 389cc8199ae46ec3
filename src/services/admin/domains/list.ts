import { pageOf, pageParams } from '#/contract/paging.ts'
import { DomainList, wireDomain } from '../domains.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const list = operation(
  {
    id: 'admin.domains.list',
    http: 'GET /domains',
    summary: 'Lists the domains, in the order of their names.',
    params: pageParams,
    reply: DomainList,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const { entries, next } = await pageOf(given, params, {
      collection: 'admin.domains',
      read: (page) => given.domains.page(page),
      positionOf: ({ name }) => name,
    })
    return { kind: 'admin#domains', items: entries.map(wireDomain), ...next }
  },
)
