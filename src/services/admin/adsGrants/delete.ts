import { optional } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { advertiserId, agencyId } from '../adsGrants.ts'
import { namedUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.adsGrants.delete',
    http: 'DELETE /users/{userKey}/adsGrants',
    summary:
      'Ends the access of a user to an agency or an advertiser, and deletes their reports about it.',
    params: {
      userKey,
      agencyId: optional(agencyId),
      advertiserId: optional(advertiserId),
    },
    scopes: canManage,
    roles: mayCall.manageAds,
    audit: { object: 'users/{userKey}/adsGrants/{agencyId}{advertiserId}' },
    cost: 1,
  },
  async ({ params, adsGrants, ...given }) => {
    const user = await namedUser(given, params.userKey)
    if (!(await adsGrants.remove(user, params))) throw notFound('There is no such grant.')
  },
)
