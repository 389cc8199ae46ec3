import { invalid } from '#/kernel/errors.ts'
import type { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import { isLoopback } from '#/kernel/settings/settings.ts'
import { acceptableName, emailIn } from '../directory/directory-email.ts'
import { domainIn } from '../directory/domains.ts'

/** A value of the group claim, and the Almanac group whose members have it. */
export interface GroupRule {
  readonly value: string
  /** The email address of the group. */
  readonly group: string
}

/** Which people a provider may sign in, and how its claims are used. */
export interface ProviderPolicy {
  readonly scopes: readonly string[]
  /** Domains whose verified addresses are accepted; empty for any. */
  readonly emailDomains: readonly string[]
  /** Whether an account is created for a verified address that has none. */
  readonly createUsers: boolean
  /** Whether people are linked to the account with their verified address. */
  readonly linkByEmail: boolean
  /** The claim with the groups of a person; empty for none. */
  readonly groupClaim: string
  readonly groupMapping: readonly GroupRule[]
  /** Whether the `amr` claim of the provider is trusted, so that its second factor counts here. */
  readonly trustAmr: boolean
}

/** The configuration of a provider, without its secret. */
export interface ProviderDraft extends ProviderPolicy {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly isEnabled: boolean
}

/** The path of the redirect URI, followed by the id of the provider. */
export const callbackPath = '/signin/callback/'

/** Why the server may not connect to an address; undefined if it may. */
export type AddressFault = (address: string) => string | undefined

const issuerFaults = {
  notAnAddress: 'An issuer is a URL of https without a user name.',
  notHttps:
    'An issuer uses https. For one on this machine, set ALMANAC_IDENTITY_PROVIDER_PRIVATE=allow.',
  notPublic:
    'The issuer is on a private network: set ALMANAC_IDENTITY_PROVIDER_PRIVATE=allow to allow it.',
  port: 'An issuer uses port 443 or 8443, unless ALMANAC_IDENTITY_PROVIDER_PRIVATE=allow.',
}

/** The error message for an issuer that the server must not connect to. Any host can be an issuer. */
export const issuerFault =
  (targets: TargetRules): AddressFault =>
  (issuer) => {
    const fault = targets.faultOf(issuer)
    return fault === undefined || fault === 'host' ? undefined : issuerFaults[fault]
  }

export const policyDefaults: ProviderPolicy = {
  scopes: ['openid', 'email', 'profile'],
  emailDomains: [],
  createUsers: false,
  linkByEmail: false,
  groupClaim: '',
  groupMapping: [],
  trustAmr: false,
}

export const providerLimits = {
  providersMax: 20,
  idLengthMax: 40,
  nameLengthMax: 60,
  issuerLengthMax: 300,
  clientIdLengthMax: 300,
  clientSecretLengthMax: 1000,
  scopesMax: 20,
  scopeLengthMax: 200,
  emailDomainsMax: 50,
  groupRulesMax: 200,
  claimLengthMax: 255,
} as const

const idShape = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const visibleText = /^[\x21-\x7E]+$/
const scopeShape = /^[\x21\x23-\x5B\x5D-\x7E]+$/
const controlCharacter = /\p{Cc}/u

/** Validates and normalizes a provider; errors name the property. */
export function acceptableProvider(
  draft: ProviderDraft,
  addressFault: AddressFault,
): ProviderDraft {
  const { clientId } = draft
  const { clientIdLengthMax } = providerLimits
  if (!isText(clientId, clientIdLengthMax) || !visibleText.test(clientId)) {
    throw invalid('clientId', `A client id is ${clientIdLengthMax} visible characters at most.`)
  }
  const emailDomains = acceptableDomains(draft.emailDomains)
  if (draft.createUsers && emailDomains.length === 0) {
    throw invalid('createUsers', 'Creating users needs emailDomains: name at least one domain.')
  }
  return {
    ...draft,
    id: acceptableId(draft.id),
    name: acceptableButton(draft.name),
    issuer: acceptableIssuer(draft.issuer, addressFault),
    scopes: acceptableScopes(draft.scopes),
    emailDomains,
    ...acceptableGroups(draft),
  }
}

export function acceptableSecret(secret: string): string {
  const { clientSecretLengthMax } = providerLimits
  if (isText(secret, clientSecretLengthMax) && visibleText.test(secret)) return secret
  throw invalid(
    'clientSecret',
    `A client secret is 1 to ${clientSecretLengthMax} visible characters, without spaces.`,
  )
}

/** Whether a text can be the id of a provider. */
export const isProviderId = (text: string): boolean =>
  isText(text, providerLimits.idLengthMax) && idShape.test(text)

function acceptableId(id: string): string {
  const { idLengthMax } = providerLimits
  if (isProviderId(id)) return id
  throw invalid(
    'id',
    `An id is at most ${idLengthMax} lower-case letters, digits and hyphens, such as "example-com".`,
  )
}

function acceptableButton(name: string): string {
  const { nameLengthMax } = providerLimits
  if (name.trim().length > nameLengthMax) {
    throw invalid('name', `The name of a provider has at most ${nameLengthMax} characters.`)
  }
  return acceptableName(name)
}

function acceptableIssuer(issuer: string, addressFault: AddressFault): string {
  const { issuerLengthMax } = providerLimits
  const url = isText(issuer, issuerLengthMax) ? URL.parse(issuer) : null
  if (url === null || url.search !== '' || url.hash !== '' || controlCharacter.test(issuer)) {
    throw invalid('issuer', 'An issuer is a URL without query, such as "https://id.example.com".')
  }
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
    throw invalid('issuer', 'An issuer uses https; http is for this machine only.')
  }
  const fault = addressFault(issuer)
  if (fault !== undefined) throw invalid('issuer', fault)
  return issuer
}

function acceptableScopes(scopes: readonly string[]): string[] {
  const { scopesMax, scopeLengthMax } = providerLimits
  if (scopes.length > scopesMax) throw invalid('scopes', `There are at most ${scopesMax} scopes.`)
  for (const [index, scope] of scopes.entries()) {
    if (isText(scope, scopeLengthMax) && scopeShape.test(scope)) continue
    throw invalid(`scopes[${index}]`, 'A scope is one word.')
  }
  return [...new Set(['openid', ...scopes])]
}

function acceptableDomains(domains: readonly string[]): string[] {
  const { emailDomainsMax } = providerLimits
  if (domains.length > emailDomainsMax) {
    throw invalid('emailDomains', `There are at most ${emailDomainsMax} domains.`)
  }
  const names = domains.map((domain, index) => {
    const name = domainIn(domain)
    if (name !== undefined) return name
    throw invalid(`emailDomains[${index}]`, 'This is not the name of a domain.')
  })
  return [...new Set(names)]
}

function acceptableGroups({
  groupClaim,
  groupMapping,
}: ProviderPolicy): Pick<ProviderPolicy, 'groupClaim' | 'groupMapping'> {
  const { groupRulesMax, claimLengthMax } = providerLimits
  if (groupClaim.length > claimLengthMax || controlCharacter.test(groupClaim)) {
    throw invalid('groupClaim', `The name of a claim has at most ${claimLengthMax} characters.`)
  }
  if (groupMapping.length > groupRulesMax) {
    throw invalid('groupMapping', `There are at most ${groupRulesMax} groups.`)
  }
  if (groupMapping.length > 0 && groupClaim === '') {
    throw invalid('groupClaim', 'Mapping groups needs the name of the claim: set groupClaim.')
  }
  const rules = groupMapping.map(({ value, group }, index) => {
    if (!isText(value, claimLengthMax) || controlCharacter.test(value)) {
      throw invalid(
        `groupMapping[${index}].value`,
        `A value has 1 to ${claimLengthMax} characters.`,
      )
    }
    const email = emailIn(group)
    if (email !== undefined) return { value, group: email }
    throw invalid(`groupMapping[${index}].group`, 'This is not the email address of a group.')
  })
  return { groupClaim, groupMapping: rules }
}

const isText = (text: string, lengthMax: number) => text.length > 0 && text.length <= lengthMax
