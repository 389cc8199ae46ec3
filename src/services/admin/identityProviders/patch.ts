import { policyDefaults } from '#/auth/federation/provider-rules.ts'
import { patchOf } from '#/contract/schema.ts'
import { invalid, notFound } from '#/kernel/errors.ts'
import { auditedPolicy, groupRules, IdentityProvider, wireProvider } from '../identityProviders.ts'
import { providerId } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

/** What cannot be cleared. */
const lasting = ['name', 'issuer', 'clientId'] as const

export const patch = operation(
  {
    id: 'admin.identityProviders.patch',
    http: 'PATCH /identityProviders/{providerId}',
    summary: 'Changes an identity provider. Disabling it does not end sessions.',
    params: { providerId },
    body: patchOf(IdentityProvider),
    reply: IdentityProvider,
    scopes: canManage,
    roles: mayCall.manageServer,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'identityProviders/{providerId}', details: auditedPolicy },
    cost: 3,
  },
  async ({ params, body, identityProviders, origin }) => {
    const cleared = lasting.find((name) => body[name] === null)
    if (cleared !== undefined) throw invalid(cleared, 'This cannot be empty.')
    if (body.id !== undefined && body.id !== params.providerId) {
      throw invalid('id', 'The id of a provider cannot change.')
    }
    const { kind: _, id: __, clientSecret, groupMapping, ...rest } = body
    const defaults: Record<string, unknown> = { ...policyDefaults, isEnabled: true }
    const change = Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value ?? defaults[name]])
    const changed = await identityProviders.change(params.providerId, {
      ...Object.fromEntries(change),
      ...(groupMapping !== undefined && { groupMapping: groupRules(groupMapping ?? []) }),
      clientSecret,
    })
    if (changed === undefined) throw notFound('There is no such identity provider.')
    return wireProvider(changed, origin())
  },
)
