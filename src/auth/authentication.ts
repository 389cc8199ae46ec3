import type { AuditTrail } from '#/audit/trail.ts'
import type { Scope } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { guardedFetch } from '#/kernel/outgoing/guarded-fetch.ts'
import { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Database } from '#/storage/port.ts'
import { Authenticator } from './authenticator.ts'
import type { Identity } from './identity.ts'
import type { PasswordPagesContext } from './oauth/interaction/password-pages.ts'
import type { ChargeNetwork } from './oauth/limits/request-limits.ts'
import { type MountContext, OAuthMount } from './oauth/mount.ts'
import { tokenEndpoints } from './oauth/token-endpoints.ts'
import { Invitations } from './passwords/invitations.ts'
import { purgeWork } from './purge-jobs.ts'
import { Passkeys } from './second-factor/passkeys.ts'
import { SecondFactors } from './second-factor/second-factors.ts'
import { SelfSigned } from './service-accounts/self-signed.ts'
import { KnownDevices } from './sign-in/known-devices.ts'
import { RecentSignIn } from './sign-in/recent-sign-in.ts'
import { SignIn } from './sign-in/sign-in.ts'

interface AuthenticationContext extends Identity {
  readonly settings: PlatformSettings
  readonly database: Database
  readonly audit: AuditTrail
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  /** All scopes that a client can request. */
  readonly knownScopes: readonly string[]
  /** Where the server listens. */
  readonly address: () => string
  /** The root URL that names this server in tokens and mail. */
  readonly origin: () => string
  /** Used if there is a mail server, and in dev mode, which shows mail instead. */
  readonly mails: { readonly putOnce: NonNullable<PasswordPagesContext['sendMail']> }
  readonly chargeNetwork: ChargeNetwork
}

/** Limits on the responses of identity providers. */
const providerLimits = { timeoutMs: 10_000, replyBytesMax: 512 * 1024 }

/** Limits on the documents with which clients describe themselves. */
const clientMetadataLimits = { timeoutMs: 2500, replyBytesMax: 16 * 1024 }

/** Opens the authentication of requests, and subscribes to changes of credentials in all processes. */
export async function openAuthentication(context: AuthenticationContext) {
  const { settings, database, clock, randomBytes, directory, tokens, origin } = context
  const secret = await context.secret()
  const named = { ...context, ...settings }
  const sealing = { database, clock, randomBytes, secret }
  const secondFactors = new SecondFactors(sealing)
  const passkeys = new Passkeys({ ...sealing, secondFactors })
  const authenticator = new Authenticator({ ...named, selfSigned: new SelfSigned(named) })
  const sendMail =
    settings.smtpUrl === '' && settings.mode !== 'dev' ? undefined : context.mails.putOnce
  directory.onRevocation(() => authenticator.forget())
  tokens.onRevocation(() => authenticator.forget())
  await authenticator.listen()
  return {
    authenticator,
    invitations: new Invitations({ ...context, issuer: origin, sendMail }),
    recentSignIn: new RecentSignIn({ ...named, secondFactors }),
    signIn: new SignIn(context),
    secondFactors,
    passkeys,
    /** Enqueues mail; undefined if the server sends none. */
    sendMail,
    part: {
      ...purgeWork(context),
      endpoints: tokenEndpoints({ ...context, authenticator }),
      forget: () => authenticator.forget(),
    },
  }
}

interface OAuthContext
  extends Omit<AuthenticationContext, 'mails'>,
    Pick<MountContext, 'sendMail' | 'signIn' | 'secondFactors' | 'passkeys'>,
    Pick<MountContext, 'isOriginAllowed' | 'toolsFor'> {
  /** The scopes of all services. */
  readonly declaredScopes: readonly Scope[]
}

/** Opens the OAuth endpoints and the pages with which people sign in. */
export async function openOAuth(context: OAuthContext): Promise<OAuthMount> {
  const { settings } = context
  const named = { ...context, ...settings, secret: await context.secret() }
  const oauth = new OAuthMount({
    ...named,
    fetchFromProvider: guardedFetch({ rules: context.providerTargets, ...providerLimits }),
    fetchClientMetadata: guardedFetch({
      rules: new TargetRules({ privateAddresses: settings.webhookPrivate }),
      ...clientMetadataLimits,
    }),
    clients: context.oauthClients,
    scopes: context.declaredScopes,
    issuer: context.origin,
    hasConsole: settings.console === 'on',
    hasAgents: settings.mcp !== 'off',
    canRegister: settings.clientRegistration === 'on',
    sessionLimits: settings,
    knownDevices: new KnownDevices(named),
  })
  await oauth.listen()
  return oauth
}
