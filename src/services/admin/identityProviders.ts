import type { IdentityProvider as ProviderRecord } from '#/auth/federation/identity-providers.ts'
import {
  callbackPath,
  type GroupRule as GroupRuleRecord,
  providerLimits,
} from '#/auth/federation/provider-rules.ts'
import {
  array,
  boolean,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { missingField } from '#/kernel/errors.ts'
import { created, wireMoment } from './schemas/moment.ts'

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

export const IdentityProvider = object('IdentityProvider', {
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
    about: 'What is asked for: `openid`, `email` and `profile` unless given.',
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
  isEnabled: boolean({ about: 'People can sign in with it; true unless given.' }),
  created,
})

/** The properties that the audit log records: everything that decides who can sign in through the provider. */
export const auditedPolicy = [
  'clientId',
  'emailDomains',
  'createUsers',
  'linkByEmail',
  'groupClaim',
  'groupMapping',
  'trustAmr',
  'isEnabled',
] as const

export const IdentityProviderList = object('IdentityProviderList', {
  kind: kind('admin#identityProviders'),
  items: array(IdentityProvider),
})

export const wireProvider = (
  { createdAtMs, groupClaim, ...provider }: ProviderRecord,
  origin: string,
): TypeOf<typeof IdentityProvider> => ({
  kind: 'admin#identityProvider',
  ...provider,
  ...(groupClaim !== '' && { groupClaim }),
  callbackUrl: `${origin}${callbackPath}${provider.id}`,
  created: wireMoment(createdAtMs),
})

/** Rules of a body, of which each names both parts. */
export const groupRules = (
  rules: readonly TypeOf<typeof GroupRule>[],
): readonly GroupRuleRecord[] =>
  rules.map(({ value, group }, index) => {
    if (value === undefined) throw missingField(`groupMapping[${index}].value`)
    if (group === undefined) throw missingField(`groupMapping[${index}].group`)
    return { value, group }
  })
