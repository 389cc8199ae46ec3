import type { Identity } from '#/auth/federation/identities.ts'
import { providerLimits } from '#/auth/federation/provider-rules.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { wireMoment } from '#/contract/moment.ts'
import { array, dateTime, kind, object, string, type TypeOf } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from './operation.ts'
import { canManageAccount } from './scopes.ts'

const OwnIdentity = object('OwnIdentity', {
  kind: kind('almanac#identity'),
  provider: string({ about: 'The id of the identity provider.' }),
  email: string({ about: 'The address there when the account was connected, if it gave one.' }),
  created: dateTime({ about: 'When the account was connected.' }),
})

const OwnIdentities = object('OwnIdentities', {
  kind: kind('almanac#identities'),
  items: array(OwnIdentity),
})

const listIdentities = operation(
  {
    id: 'account.identities.list',
    api: almanacApi,
    http: 'GET /users/me/identities',
    summary: 'Lists the identity providers with which the caller can sign in.',
    params: {},
    reply: OwnIdentities,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ caller, identities }) => ({
    kind: 'almanac#identities',
    items: (await identities.of({ id: caller.userId })).map(wireIdentity),
  }),
)

const deleteIdentity = operation(
  {
    id: 'account.identities.delete',
    api: almanacApi,
    http: 'DELETE /users/me/identities/{providerId}',
    summary: 'Unlinks the caller from an identity provider, unless it is the only way to sign in.',
    params: {
      providerId: string({
        about: 'The id of the identity provider.',
        lengthMax: providerLimits.idLengthMax,
      }),
    },
    scopes: canManageAccount,
    audit: { object: 'identities/{providerId}' },
    recentSignIn: 'required',
    cost: 1,
  },
  async ({ params, caller, identities }) => {
    if (!(await identities.unlinkOwn(caller.userId, params.providerId))) throw notFound()
  },
)

export const identityOperations = [listIdentities, deleteIdentity]

const wireIdentity = ({
  providerId,
  email,
  createdAtMs,
}: Identity): TypeOf<typeof OwnIdentity> => ({
  kind: 'almanac#identity',
  provider: providerId,
  ...(email !== '' && { email }),
  created: wireMoment(createdAtMs),
})
