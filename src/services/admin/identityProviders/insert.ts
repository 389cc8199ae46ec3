import { policyDefaults } from '#/auth/federation/provider-rules.ts'
import { missingField } from '#/kernel/errors.ts'
import { auditedPolicy, groupRules, IdentityProvider, wireProvider } from '../identityProviders.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const insert = operation(
  {
    id: 'admin.identityProviders.insert',
    http: 'POST /identityProviders',
    summary: 'Lets people sign in with another identity provider.',
    params: {},
    body: IdentityProvider,
    reply: IdentityProvider,
    scopes: canManage,
    roles: mayCall.manageServer,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'identityProviders/{id}', details: ['issuer', ...auditedPolicy] },
    cost: 1,
  },
  async ({ body, identityProviders, origin }) => {
    const { id, name, issuer, clientId, clientSecret, groupMapping, ...policy } = body
    if (id === undefined) throw missingField('id')
    if (name === undefined) throw missingField('name')
    if (issuer === undefined) throw missingField('issuer')
    if (clientId === undefined) throw missingField('clientId')
    const wanted = {
      ...policyDefaults,
      isEnabled: true,
      ...policy,
      id,
      name,
      issuer,
      clientId,
      groupMapping: groupRules(groupMapping ?? []),
    }
    return wireProvider(await identityProviders.create(wanted, clientSecret), origin())
  },
)
