import { pageOf, pageParams } from '#/contract/paging.ts'
import { namedUser, userKey } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'
import { TokenList, wireToken } from '../../users.tokens.ts'

export const list = operation(
  {
    id: 'admin.users.tokens.list',
    http: 'GET /users/{userKey}/tokens',
    summary: 'Lists the tokens and sessions of a user, without what would let anybody use them.',
    params: { userKey, ...pageParams },
    reply: TokenList,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const user = await namedUser(given, params.userKey)
    const { entries, next } = await pageOf(given, params, {
      collection: 'admin.users.tokens',
      owner: user.id,
      read: (page) => given.directory.sessions(user, page),
      positionOf: ({ id }) => id,
    })
    return { kind: 'admin#tokens', items: entries.map(wireToken), ...next }
  },
)
