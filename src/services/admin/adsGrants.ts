import {
  about,
  array,
  kind,
  object,
  oneOf,
  optional,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { mayCall, operation } from './operation.ts'
import { requireUser, userKey } from './users.ts'

const agencyId = string({ about: 'The id of an agency.', lengthMax: 20 })
const advertiserId = string({ about: 'The id of an advertiser.', lengthMax: 20 })

const AdsGrant = object('AdsGrant', {
  kind: kind('admin#adsGrant'),
  agencyId: string({
    about: 'The agency; to grant one of its advertisers, name that instead.',
    lengthMax: 20,
  }),
  advertiserId: string({
    about: 'The advertiser; absent if the grant covers the whole agency.',
    lengthMax: 20,
  }),
  role: about(
    'Defaults to `reader`. An `uploader` can also upload conversions.',
    oneOf('reader', 'uploader'),
  ),
})

const AdsGrantList = object('AdsGrantList', {
  kind: kind('admin#adsGrants'),
  items: array(AdsGrant),
})

const listAdsGrants = operation(
  {
    id: 'admin.adsGrants.list',
    http: 'GET /users/{userKey}/adsGrants',
    summary: 'Lists the agencies and advertisers that a user has access to.',
    params: { userKey },
    reply: AdsGrantList,
    roles: mayCall.seeAds,
  },
  async ({ params, adsGrants, ...context }) => {
    const grants = await adsGrants.of(await requireUser(context, params.userKey))
    return { kind: 'admin#adsGrants', items: grants.map(wireAdsGrant) }
  },
)

const insertAdsGrant = operation(
  {
    id: 'admin.adsGrants.insert',
    http: 'POST /users/{userKey}/adsGrants',
    summary: 'Grants a user access to an agency or an advertiser, or replaces the existing grant.',
    params: { userKey },
    body: AdsGrant,
    reply: AdsGrant,
    roles: mayCall.manageAds,
    audit: {
      object: 'users/{userKey}/adsGrants/{agencyId}{advertiserId}',
      details: ['role'],
    },
  },
  async ({ params, body, adsGrants, ...context }) => {
    const { role = 'reader', agencyId, advertiserId } = body
    const user = await requireUser(context, params.userKey)
    return wireAdsGrant(await adsGrants.put(user, { agencyId, advertiserId, role }))
  },
)

const deleteAdsGrant = operation(
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
    roles: mayCall.manageAds,
    audit: { object: 'users/{userKey}/adsGrants/{agencyId}{advertiserId}' },
  },
  async ({ params, adsGrants, ...context }) => {
    const user = await requireUser(context, params.userKey)
    if (!(await adsGrants.remove(user, params))) throw notFound('There is no such grant.')
  },
)

export const adsGrantOperations = [listAdsGrants, insertAdsGrant, deleteAdsGrant]

const wireAdsGrant = (grant: AdsGrantRecord): TypeOf<typeof AdsGrant> => ({
  kind: 'admin#adsGrant',
  ...grant,
})

/** What a user may do with an agency and its advertisers, or with one advertiser. */
interface AdsGrantRecord {
  readonly agencyId: string
  /** Absent where the grant is about the whole agency. */
  readonly advertiserId?: string
  readonly role: 'reader' | 'uploader'
}

/** Names an agency or one of its advertisers: exactly one of the two is present. */
interface AdsGrantPlace {
  readonly agencyId?: string | undefined
  readonly advertiserId?: string | undefined
}

/** Who may see the data of search advertising. */
export interface AdsGrants {
  of(user: { readonly id: string }): Promise<AdsGrantRecord[]>
  put(
    user: { readonly id: string },
    grant: AdsGrantPlace & { readonly role: string },
  ): Promise<AdsGrantRecord>
  /** Returns whether there was such a grant. */
  remove(user: { readonly id: string }, place: AdsGrantPlace): Promise<boolean>
}
