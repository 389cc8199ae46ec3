import { AdsGrant, wireAdsGrant } from '../adsGrants.ts'
import { namedUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const insert = operation(
  {
    id: 'admin.adsGrants.insert',
    http: 'POST /users/{userKey}/adsGrants',
    summary: 'Gives a user access to an agency or an advertiser, in place of the access there was.',
    params: { userKey },
    body: AdsGrant,
    reply: AdsGrant,
    scopes: canManage,
    roles: mayCall.manageAds,
    audit: {
      object: 'users/{userKey}/adsGrants/{agencyId}{advertiserId}',
      details: ['role'],
    },
    cost: 1,
  },
  async ({ params, body, adsGrants, ...given }) => {
    const { role = 'reader', agencyId, advertiserId } = body
    const user = await namedUser(given, params.userKey)
    return wireAdsGrant(await adsGrants.put(user, { agencyId, advertiserId, role }))
  },
)
