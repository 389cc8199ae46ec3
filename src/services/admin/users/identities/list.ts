import { namedUser, userKey } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'
import { IdentityList, wireIdentity } from '../../users.identities.ts'

export const list = operation(
  {
    id: 'admin.users.identities.list',
    http: 'GET /users/{userKey}/identities',
    summary: 'Lists who a user is at other identity providers.',
    params: { userKey },
    reply: IdentityList,
    scopes: canManage,
    roles: mayCall.seeUsers,
    cost: 1,
  },
  async ({ params, ...given }) => {
    const user = await namedUser(given, params.userKey)
    const items = (await given.identities.of(user)).map(wireIdentity)
    return { kind: 'admin#identities', items }
  },
)
