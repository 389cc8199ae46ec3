import { almanacApi } from '#/contract/almanac-api.ts'
import { notFound } from '#/kernel/errors.ts'
import { isDeveloper } from '../developers.ts'
import { operation } from '../operation.ts'
import { Profile } from '../schemas/profile.ts'
import { canManageAccount } from '../scopes.ts'

export const get = operation(
  {
    id: 'account.profile.get',
    api: almanacApi,
    http: 'GET /users/me',
    summary: 'Tells who the caller is, and what the token of the call allows.',
    params: {},
    reply: Profile,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ caller, directory, developers, mode }) => {
    const user = await directory.findById(caller.userId)
    if (user === undefined) throw notFound()
    const { id, email, name, adminRole } = user
    return {
      kind: 'almanac#profile',
      id,
      email,
      name,
      isAdmin: adminRole !== null,
      ...(adminRole !== null && { adminRole }),
      isDeveloper: isDeveloper(user, developers),
      scopes: [...caller.scopes],
      clientId: caller.clientId,
      mode,
    }
  },
)
