import { OAuth2Client } from 'google-auth-library'
import type { Program } from './program.ts'

/** The official library's client for a program, with nothing changed but the addresses. */
export function officialClient({ base, id, secret, redirectUri }: Program): OAuth2Client {
  return new OAuth2Client({
    clientId: id,
    ...(secret === undefined ? {} : { clientSecret: secret }),
    redirectUri,
    endpoints: {
      oauth2AuthBaseUrl: `${base}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${base}/token`,
      oauth2RevokeUrl: `${base}/revoke`,
      tokenInfoUrl: `${base}/oauth2/v3/tokeninfo`,
      oauth2FederatedSignonPemCertsUrl: `${base}/oauth2/v1/certs`,
      oauth2FederatedSignonJwkCertsUrl: `${base}/oauth2/v3/certs`,
    },
    issuers: [base],
  })
}
