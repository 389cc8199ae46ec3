import {
  identityProperties,
  identityProviderId,
  wireIdentity,
} from '#/auth/federation/wire-identity.ts'
import { array, dateTime, kind, object } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from './operation.ts'

const OwnIdentity = object('OwnIdentity', {
  kind: kind('almanac#identity'),
  ...identityProperties,
  created: dateTime({ about: 'When the account was connected.' }),
})

const OwnIdentities = object('OwnIdentities', {
  kind: kind('almanac#identities'),
  items: array(OwnIdentity),
})

const listIdentities = operation(
  {
    id: 'account.identities.list',
    http: 'GET /users/me/identities',
    summary: 'Lists the identity providers with which the caller can sign in.',
    reply: OwnIdentities,
  },
  async ({ caller, identities }) => {
    const ofCaller = await identities.of({ id: caller.userId })
    const items = ofCaller.map((each) => ({ kind: 'almanac#identity', ...wireIdentity(each) }))
    return { kind: 'almanac#identities', items }
  },
)

const deleteIdentity = operation(
  {
    id: 'account.identities.delete',
    http: 'DELETE /users/me/identities/{providerId}',
    summary: 'Unlinks the caller from an identity provider, unless it is the only way to sign in.',
    params: { providerId: identityProviderId },
    audit: { object: 'identities/{providerId}' },
    recentSignIn: 'required',
  },
  async ({ params, caller, identities }) => {
    if (!(await identities.unlinkOwn(caller.userId, params.providerId))) throw notFound()
  },
)

export const identityOperations = [listIdentities, deleteIdentity]
