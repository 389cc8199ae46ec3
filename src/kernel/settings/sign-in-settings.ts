import {
  ceiling,
  choice,
  integer,
  longSecret,
  second,
  securityRelevant,
  text,
} from './setting-kinds.ts'

/** Sessions, second factors, tokens, and the clients that request them. */
export const signInSettings = {
  secretKey: securityRelevant(
    longSecret(
      'Secret that encrypts signing keys and signs cookies. If empty, a secret is generated and stored in the data directory or the PostgreSQL database.',
    ),
  ),
  sessionDays: securityRelevant(
    integer(30, { min: 1, max: 365 }, 'Days after which users have to sign in again.'),
  ),
  sessionIdleHours: securityRelevant(
    integer(
      720,
      { min: 1, max: 8760 },
      'Hours of inactivity after which users have to sign in again.',
    ),
  ),
  adminSessionDays: securityRelevant(
    integer(14, { min: 1, max: 365 }, 'Days after which administrators have to sign in again.'),
  ),
  adminSessionIdleHours: securityRelevant(
    integer(
      12,
      { min: 1, max: 8760 },
      'Hours of inactivity after which administrators have to sign in again.',
    ),
  ),
  recentSignInMinutes: securityRelevant(
    integer(
      60,
      { min: 1, max: 1440 },
      'Minutes after sign-in during which a user can create tokens and OAuth clients, change the password or second factor, and manage users. After that the user has to sign in again.',
    ),
  ),
  requireSecondFactor: securityRelevant(
    choice(
      'none',
      ['none', 'administrators', 'all'],
      'Who has to use a second factor, besides users who have set one up. Users without one set it up after they enter their password.',
    ),
  ),
  identityProviderPrivate: securityRelevant(
    choice(
      '',
      ['', 'allow', 'deny'],
      'Whether identity providers may have private addresses, and use http on this machine. If empty, this is allowed in dev mode and denied in production.',
    ),
  ),
  clientRegistration: securityRelevant(
    choice(
      'off',
      ['on', 'off'],
      'Whether OAuth clients can register themselves at `/register` (RFC 7591). Agents that support client ID metadata documents need no registration.',
    ),
  ),
  pkce: securityRelevant(
    choice(
      'installed',
      ['installed', 'all'],
      'Which clients have to use PKCE: `installed` means clients without a secret and installed clients whose redirect leaves the machine of the user. Some official libraries for web servers do not support PKCE.',
    ),
  ),
  refreshTokenIdleDays: securityRelevant(
    integer(180, { min: 1, max: 3650 }, 'Days without use after which a refresh token expires.'),
  ),
  serviceAccountDomain: text(
    'almanac.iam.gserviceaccount.com',
    'Domain of the email addresses of new service accounts. Some clients recognize service accounts by the end of this domain.',
  ),
  tokenCacheMs: securityRelevant(
    integer(
      5 * second,
      { min: 0, max: 5 * second },
      'How long a valid token is cached, in milliseconds.',
    ),
  ),
  tokenCacheMax: integer(10_000, { min: 0, max: 1e7 }, 'Maximum number of cached tokens.'),
  signInRequestsPerMinute: securityRelevant(
    ceiling(
      600,
      'Authorization requests and requests to sign-in, consent and device pages per network, minute and process. Further requests are answered with 429',
    ),
  ),
  tokenRequestsPerMinute: securityRelevant(
    ceiling(
      3_000,
      'Token requests per network, minute and process. Further requests are answered with 429',
    ),
  ),
  tokenInfoRequestsPerMinute: securityRelevant(
    ceiling(
      12_000,
      'Requests to revoke tokens and to get information about tokens and their users per network, minute and process. Further requests are answered with 429',
    ),
  ),
  deviceCodesPerMinute: securityRelevant(
    ceiling(
      60,
      'Device code requests per network, minute and process. Further requests are answered with 429',
    ),
  ),
}
