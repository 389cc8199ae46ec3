import type { Identity as IdentityRecord } from '#/auth/federation/identities.ts'
import {
  identityProperties,
  identityProviderId,
  wireIdentity,
} from '#/auth/federation/wire-identity.ts'
import { created, wireMoment } from '#/contract/moment.ts'
import {
  array,
  dateTime,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { missingField, notFound } from '#/kernel/errors.ts'
import { providerId, unknownProvider } from '../identityProviders.ts'
import { mayCall, operation } from '../operation.ts'
import { requireChangeableUser, requireUser, userKey } from '../users.ts'

const Identity = object('Identity', {
  kind: kind('admin#identity'),
  ...identityProperties,
  provider: identityProviderId,
  subject: string({ about: 'The id of the user at the provider.' }),
  created,
})

const IdentityList = object('IdentityList', {
  kind: kind('admin#identities'),
  items: array(Identity),
})

const IdentityInvitation = object('IdentityInvitation', {
  kind: kind('admin#identityInvitation'),
  provider: requiredBy(identityProviderId, 'admin.users.identities.invite'),
  url: readOnly(string({ about: 'The URL. It is shown only once and works once.' })),
  expires: readOnly(dateTime({ about: 'When the link stops working.' })),
})

const listIdentities = operation(
  {
    id: 'admin.users.identities.list',
    http: 'GET /users/{userKey}/identities',
    summary: 'Lists the identities of a user at other identity providers.',
    params: { userKey },
    reply: IdentityList,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => {
    const user = await requireUser(context, params.userKey)
    const items = (await context.identities.of(user)).map(wireIdentityWithSubject)
    return { kind: 'admin#identities', items }
  },
)

const inviteIdentity = operation(
  {
    id: 'admin.users.identities.invite',
    http: 'POST /users/{userKey}/identities/invite',
    summary:
      'Creates a link that connects a user, once and within seven days, to whoever opens it and signs in with the provider.',
    params: { userKey },
    body: IdentityInvitation,
    reply: IdentityInvitation,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}', details: ['provider'] },
  },
  async ({ params, body, ...context }) => {
    const { provider } = body
    if (provider === undefined) throw missingField('provider')
    const { id: userId } = await requireChangeableUser(context, params.userKey)
    if ((await context.identityProviders.find(provider)) === undefined) {
      throw unknownProvider()
    }
    const { path, expiresAtMs } = await context.identityInvitations.create({
      userId,
      providerId: provider,
    })
    return {
      kind: 'admin#identityInvitation',
      provider,
      url: context.origin() + path,
      expires: wireMoment(expiresAtMs),
    }
  },
)

const deleteIdentity = operation(
  {
    id: 'admin.users.identities.delete',
    http: 'DELETE /users/{userKey}/identities/{providerId}',
    summary:
      'Unlinks a user from an identity provider. Sessions continue, and the user can be linked by email again.',
    params: { userKey, providerId },
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}/identities/{providerId}' },
  },
  async ({ params, ...context }) => {
    const user = await requireChangeableUser(context, params.userKey)
    if (!(await context.identities.unlink(user, params.providerId))) throw notFound()
  },
)

export const identityOperations = [listIdentities, inviteIdentity, deleteIdentity]

function wireIdentityWithSubject(identity: IdentityRecord): TypeOf<typeof Identity> {
  const { provider, ...rest } = wireIdentity(identity)
  return { kind: 'admin#identity', provider, subject: identity.subject, ...rest }
}
