import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { Seal } from '#/kernel/seal.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Database } from '#/storage/port.ts'
import { OAuthClients } from './clients/oauth-clients.ts'
import { ApiKeys } from './credentials/api-keys.ts'
import { AppPasswords } from './credentials/app-passwords.ts'
import { Tokens } from './credentials/tokens.ts'
import { Directory, type Provisioner } from './directory/directory.ts'
import type { Domains } from './directory/domains.ts'
import { Groups } from './directory/groups.ts'
import { Identities } from './federation/identities.ts'
import { IdentityInvitations } from './federation/identity-invitations.ts'
import { IdentityProviders } from './federation/identity-providers.ts'
import { issuerFault } from './federation/provider-rules.ts'
import { installationSecret } from './installation-secret.ts'
import { PasswordLinks } from './passwords/password-links.ts'
import { ServiceAccounts } from './service-accounts/service-accounts.ts'
import { Delegations } from './service-accounts/service-accounts-delegation.ts'

/** The users, groups, clients and credentials of an installation. */
export interface Identity {
  readonly directory: Directory
  readonly groups: Groups
  readonly domains: Domains
  /** The prefix of tokens and keys of a world; empty in the default world. */
  readonly tokenMark: string
  readonly tokens: Tokens
  readonly apiKeys: ApiKeys
  readonly appPasswords: AppPasswords
  readonly passwordLinks: PasswordLinks
  readonly identityProviders: IdentityProviders
  /** The rules for the addresses of identity providers. */
  readonly providerTargets: TargetRules
  readonly identities: Identities
  readonly identityInvitations: IdentityInvitations
  readonly oauthClients: OAuthClients
  readonly serviceAccounts: ServiceAccounts
  readonly delegations: Delegations
  /** The secret of the installation, created on first use: most commands need none. */
  readonly secret: () => Promise<string>
}

interface IdentityContext {
  readonly settings: PlatformSettings
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly domains: Domains
  readonly tokenMark: string
  /** What services do when users and groups are created and deleted. */
  readonly provisioners: readonly Provisioner[]
  /** Runs deletions, and waits for the jobs of services that follow. */
  readonly removals: Pick<Database, 'transaction'>
  /** Every scope that a client can request. */
  readonly knownScopes: readonly string[]
  /** The scopes that an app password can have; the first one includes the others. */
  readonly appPasswordScopes: readonly string[]
}

/** Opens the users, groups, clients, tokens and keys of an installation. */
export function openIdentity(context: IdentityContext): Identity {
  const { settings, database, clock, randomBytes, provisioners, domains, tokenMark } = context
  const { mode } = settings
  const secretOnDemand = new OnDemand(() => installationSecret(context))
  const secret = () => secretOnDemand.get()
  const directory = new Directory(context)
  const providerTargets = new TargetRules({ privateAddresses: settings.identityProviderPrivate })
  const dependencies = { ...settings, database, clock, randomBytes, directory, provisioners }
  return {
    directory,
    groups: new Groups(dependencies),
    domains,
    tokenMark,
    tokens: new Tokens(clock, randomBytes, { mode, followers: provisioners, mark: tokenMark }),
    apiKeys: new ApiKeys(clock, randomBytes, { mode, mark: tokenMark }),
    appPasswords: new AppPasswords({
      clock,
      randomBytes,
      mode,
      allowedScopes: context.appPasswordScopes,
    }),
    passwordLinks: new PasswordLinks(dependencies),
    identityProviders: new IdentityProviders({
      ...dependencies,
      seal: async () => new Seal(await secret(), 'almanac identity providers', randomBytes),
      addressFault: issuerFault(providerTargets),
    }),
    providerTargets,
    identities: new Identities(dependencies),
    identityInvitations: new IdentityInvitations(dependencies),
    oauthClients: new OAuthClients(dependencies),
    serviceAccounts: new ServiceAccounts(dependencies),
    delegations: new Delegations(context),
    secret,
  }
}
