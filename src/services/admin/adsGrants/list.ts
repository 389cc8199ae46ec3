import { AdsGrantList, wireAdsGrant } from '../adsGrants.ts'
import { namedUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const list = operation(
  {
    id: 'admin.adsGrants.list',
    http: 'GET /users/{userKey}/adsGrants',
    summary: 'Lists the agencies and advertisers that a user has access to.',
    params: { userKey },
    reply: AdsGrantList,
    scopes: canManage,
    roles: mayCall.seeAds,
    cost: 1,
  },
  async ({ params, adsGrants, ...given }) => {
    const grants = await adsGrants.of(await namedUser(given, params.userKey))
    return { kind: 'admin#adsGrants', items: grants.map(wireAdsGrant) }
  },
)
