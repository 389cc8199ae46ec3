import { pageOf, pageParams } from '#/contract/paging.ts'
import { MemberList, wireMember } from '../../groups.ts'
import { groupKey, namedGroup } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'

export const list = operation(
  {
    id: 'admin.groups.members.list',
    http: 'GET /groups/{groupKey}/members',
    summary: 'Lists those who are in a group directly, in the order of their addresses.',
    params: { groupKey, ...pageParams },
    reply: MemberList,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const group = await namedGroup(given, params.groupKey)
    const { entries, next } = await pageOf(given, params, {
      collection: 'admin.groups.members',
      owner: group.id,
      read: (page) => given.groups.members(group, page),
      positionOf: ({ email }) => email,
    })
    return { kind: 'admin#members', items: entries.map(wireMember), ...next }
  },
)
