import type { IdentityProvider as ProviderRecord } from '#/auth/federation/identity-providers.ts'
import {
  callbackPath,
  type GroupRule as GroupRuleRecord,
  policyDefaults,
  providerLimits,
} from '#/auth/federation/provider-rules.ts'
import { created, wireMoment } from '#/contract/moment.ts'
import {
  array,
  boolean,
  kind,
  object,
  patchOf,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { invalid, missingField, notFound } from '#/kernel/errors.ts'
import { mayCall, operation } from './operation.ts'

export const providerId = string({
  about: 'The id of an identity provider.',
  lengthMax: providerLimits.idLengthMax,
})

const {
  idLengthMax,
  nameLengthMax,
  issuerLengthMax,
  clientIdLengthMax,
  clientSecretLengthMax,
  scopesMax,
  emailDomainsMax,
  groupRulesMax,
  claimLengthMax,
} = providerLimits

const insertion = 'admin.identityProviders.insert'

const GroupRule = object('GroupRule', {
  value: string({ about: 'A value of the group claim.', lengthMax: claimLengthMax }),
  group: string({ about: 'The email address of the group whose members have the value.' }),
})

const IdentityProvider = object('IdentityProvider', {
  kind: kind('admin#identityProvider'),
  id: requiredBy(
    string({
      about: 'Lower-case letters, digits and hyphens. The callback address contains it.',
      lengthMax: idLengthMax,
    }),
    insertion,
  ),
  name: requiredBy(
    string({ about: 'The name on the button of the sign-in page.', lengthMax: nameLengthMax }),
    insertion,
  ),
  issuer: requiredBy(
    string({
      about: 'The issuer of its identity tokens, below which its metadata is. It cannot change.',
      lengthMax: issuerLengthMax,
    }),
    insertion,
  ),
  clientId: requiredBy(
    string({
      about: 'The id under which this server is registered there.',
      lengthMax: clientIdLengthMax,
    }),
    insertion,
  ),
  clientSecret: string({
    about: 'The secret that goes with it; absent for a public client. It is never shown.',
    lengthMax: clientSecretLengthMax,
  }),
  hasClientSecret: readOnly(boolean({ about: 'There is a secret.' })),
  callbackUrl: readOnly(
    string({ about: 'The redirect URI to register there, for the address that the caller used.' }),
  ),
  scopes: array(string(), {
    about: 'The requested scopes. Defaults to `openid`, `email` and `profile`.',
    itemsMax: scopesMax,
  }),
  emailDomains: array(string(), {
    about: 'Domains whose verified addresses are accepted; empty for any.',
    itemsMax: emailDomainsMax,
  }),
  createUsers: boolean({
    about: 'People without an account get one, by a verified address in one of `emailDomains`.',
  }),
  linkByEmail: boolean({
    about: 'Links people to the account with their verified address.',
  }),
  groupClaim: string({
    about: 'The claim with the groups of a person.',
    lengthMax: claimLengthMax,
  }),
  groupMapping: array(GroupRule, {
    about: 'Groups of this server that follow the claim at each sign-in.',
    itemsMax: groupRulesMax,
  }),
  trustAmr: boolean({
    about: 'Trusts the `amr` claim of the provider, so that its second factor counts here.',
  }),
  isEnabled: boolean({ about: 'Whether users can sign in with it. Defaults to true.' }),
  created,
})

/** The properties that the audit log records: everything that decides who can sign in through the provider. */
const auditedPolicy = [
  'clientId',
  'emailDomains',
  'createUsers',
  'linkByEmail',
  'groupClaim',
  'groupMapping',
  'trustAmr',
  'isEnabled',
] as const

const IdentityProviderList = object('IdentityProviderList', {
  kind: kind('admin#identityProviders'),
  items: array(IdentityProvider),
})

const listIdentityProviders = operation(
  {
    id: 'admin.identityProviders.list',
    http: 'GET /identityProviders',
    summary:
      'Lists the identity providers that people can sign in with, in the order of their ids.',
    reply: IdentityProviderList,
    roles: mayCall.manageServer,
  },
  async ({ identityProviders, origin }) => {
    const items = (await identityProviders.list()).map((each) => wireProvider(each, origin()))
    return { kind: 'admin#identityProviders', items }
  },
)

const getIdentityProvider = operation(
  {
    id: 'admin.identityProviders.get',
    http: 'GET /identityProviders/{providerId}',
    summary: 'Returns an identity provider, without its secret.',
    params: { providerId },
    reply: IdentityProvider,
    roles: mayCall.manageServer,
  },
  async ({ params, identityProviders, origin }) => {
    const provider = await identityProviders.find(params.providerId)
    if (provider === undefined) throw unknownProvider()
    return wireProvider(provider, origin())
  },
)

const insertIdentityProvider = operation(
  {
    id: 'admin.identityProviders.insert',
    http: 'POST /identityProviders',
    summary: 'Adds an identity provider that users can sign in with.',
    body: IdentityProvider,
    reply: IdentityProvider,
    roles: mayCall.manageServer,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'identityProviders/{id}', details: ['issuer', ...auditedPolicy] },
  },
  async ({ body, identityProviders, origin }) => {
    const { id, name, issuer, clientId, clientSecret, groupMapping, ...policy } = body
    if (id === undefined) throw missingField('id')
    if (name === undefined) throw missingField('name')
    if (issuer === undefined) throw missingField('issuer')
    if (clientId === undefined) throw missingField('clientId')
    const draft = {
      ...policyDefaults,
      isEnabled: true,
      ...policy,
      id,
      name,
      issuer,
      clientId,
      groupMapping: groupRules(groupMapping ?? []),
    }
    return wireProvider(await identityProviders.create(draft, clientSecret), origin())
  },
)

/** Properties that a patch cannot clear. */
const requiredProperties = ['name', 'issuer', 'clientId'] as const

const patchIdentityProvider = operation(
  {
    id: 'admin.identityProviders.patch',
    http: 'PATCH /identityProviders/{providerId}',
    summary: 'Updates an identity provider. Disabling it does not end sessions.',
    params: { providerId },
    body: patchOf(IdentityProvider),
    reply: IdentityProvider,
    roles: mayCall.manageServer,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'identityProviders/{providerId}', details: auditedPolicy },
  },
  async ({ params, body, identityProviders, origin }) => {
    const cleared = requiredProperties.find((name) => body[name] === null)
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
    if (changed === undefined) throw unknownProvider()
    return wireProvider(changed, origin())
  },
)

const deleteIdentityProvider = operation(
  {
    id: 'admin.identityProviders.delete',
    http: 'DELETE /identityProviders/{providerId}',
    summary:
      'Removes an identity provider and the identities that users have there. Their sessions continue.',
    params: { providerId },
    roles: mayCall.manageServer,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'identityProviders/{providerId}' },
  },
  async ({ params, identityProviders }) => {
    if (!(await identityProviders.remove(params.providerId))) throw unknownProvider()
  },
)

export const identityProviderOperations = [
  listIdentityProviders,
  getIdentityProvider,
  insertIdentityProvider,
  patchIdentityProvider,
  deleteIdentityProvider,
]

const wireProvider = (
  { createdAtMs, groupClaim, ...provider }: ProviderRecord,
  origin: string,
): TypeOf<typeof IdentityProvider> => ({
  kind: 'admin#identityProvider',
  ...provider,
  ...(groupClaim !== '' && { groupClaim }),
  callbackUrl: `${origin}${callbackPath}${provider.id}`,
  created: wireMoment(createdAtMs),
})

/** The rules of a body, each of which has to name a value and a group. */
const groupRules = (rules: readonly TypeOf<typeof GroupRule>[]): readonly GroupRuleRecord[] =>
  rules.map(({ value, group }, index) => {
    if (value === undefined) throw missingField(`groupMapping[${index}].value`)
    if (group === undefined) throw missingField(`groupMapping[${index}].group`)
    return { value, group }
  })

export const unknownProvider = () => notFound('There is no such identity provider.')
