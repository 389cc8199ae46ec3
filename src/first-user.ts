import {
  authorizedUserFile,
  clientSecretFile,
  textOfFile,
} from '#/auth/clients/credential-files.ts'
import { temporaryClientId } from '#/auth/clients/oauth-clients.ts'
import { demoEmail, putDevTokens } from '#/auth/credentials/dev-tokens.ts'
import { grantOfflineAccess } from '#/auth/oauth/offline-access.ts'
import type { Core } from '#/core.ts'
import { base64url } from '#/kernel/identifiers.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'

/** The first user of an isolated server or world, with a token for all scopes. */
export interface FirstUser {
  readonly email: string
  readonly token: string
}

/** Creates an owner, or a token for a user that a seed has created. */
export async function createFirstUser(core: Core, email = demoEmail): Promise<FirstUser> {
  const token = `${core.tokenMark}alm_dev_${base64url(24, secureRandomBytes)}`
  const adminRole = email === demoEmail ? 'owner' : null
  await putDevTokens(core, [{ text: token, email, scopes: core.allScopes, adminRole }])
  return { email, token }
}

/** Creates the content of a credential file with which auth libraries act for a user. */
export async function createUserCredentials(
  core: Core,
  { email, url }: { readonly email: string; readonly url: string },
): Promise<string> {
  const user = await core.directory.find(email)
  if (user === undefined) throw new Error(`There is no user ${email}.`)
  const { client, secret } = await core.oauthClients.create({
    id: temporaryClientId,
    name: 'Default credentials',
    kind: 'installed',
    redirectUris: [],
  })
  const refreshToken = await grantOfflineAccess(
    {
      ...core,
      mode: core.settings.mode,
      sessionLimits: core.settings,
      randomBytes: secureRandomBytes,
    },
    { accountId: user.id, clientId: client.id, scopes: core.allScopes },
  )
  const clientFile = textOfFile(clientSecretFile(client, { secret, url }))
  return textOfFile(authorizedUserFile({ clientFile, refreshToken }))
}
