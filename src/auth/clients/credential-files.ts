import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { replaceableFile } from '#/kernel/process/replaceable-file.ts'
import type { ServiceAccount } from '../service-accounts/service-accounts.ts'
import type { ServiceAccountKey } from '../service-accounts/service-accounts-keys.ts'
import type { OAuthClient } from './oauth-clients.ts'

/** A credential file in the format of the official auth libraries, with the URLs of one server. */
type CredentialFile = Readonly<Record<string, unknown>>

const projectId = 'almanac'

/** Libraries reject services whose universe differs from that of the file. */
const universe = 'googleapis.com'

const endpoints = (url: string) => ({
  auth_uri: `${url}/o/oauth2/v2/auth`,
  token_uri: `${url}/token`,
  auth_provider_x509_cert_url: `${url}/oauth2/v3/certs`,
})

/** The file of a client that users sign in to. */
export function clientSecretFile(
  { id, kind, redirectUris }: OAuthClient,
  { secret, url }: { secret?: string | undefined; url: string },
): CredentialFile {
  return {
    [kind]: {
      client_id: id,
      project_id: projectId,
      ...endpoints(url),
      ...(secret === undefined ? {} : { client_secret: secret }),
      redirect_uris: redirectUris,
    },
  }
}

/** The file with which a client signs as a service account. */
export function serviceAccountFile(
  { id, email }: ServiceAccount,
  { key, url }: { key: ServiceAccountKey; url: string },
): CredentialFile {
  const addresses = endpoints(url)
  return {
    type: 'service_account',
    project_id: projectId,
    private_key_id: key.id,
    private_key: key.privateKey,
    client_email: email,
    client_id: id,
    ...addresses,
    client_x509_cert_url: addresses.auth_provider_x509_cert_url,
    universe_domain: universe,
  }
}

/** The file with which a client acts for a user who has signed in to it. */
export function authorizedUserFile({
  clientFile,
  refreshToken,
}: {
  clientFile: string
  refreshToken: string
}): CredentialFile {
  const { client_id, client_secret, token_uri } = clientOfFile(clientFile)
  const url = String(token_uri).replace(/\/token$/, '')
  return {
    type: 'external_account_authorized_user',
    client_id,
    client_secret,
    refresh_token: refreshToken,
    token_url: token_uri,
    token_info_url: `${url}/introspect`,
    revoke_url: `${url}/revoke`,
    universe_domain: universe,
  }
}

function clientOfFile(text: string): Record<string, unknown> {
  let client: Record<string, unknown> | undefined
  try {
    const { installed, web } = JSON.parse(text) as Record<string, Record<string, unknown>>
    client = installed ?? web
  } catch (cause) {
    throw new Error('Cannot read the client file as JSON.', { cause })
  }
  if (!['client_id', 'client_secret', 'token_uri'].every((name) => client?.[name] !== undefined)) {
    throw new Error('The client file was not created by "almanac client create".')
  }
  return client!
}

/**
 * Writes the file that `make` creates, readable by its owner only. The file is opened first, so that no
 * secret is created that cannot be written.
 */
export async function writeCredentialFile(
  path: string,
  { force, make }: { force: boolean; make: () => Promise<CredentialFile> },
): Promise<void> {
  const replaced = force ? replaceableFile(path) : path
  const target = force ? `${replaced}.new` : path
  const file = openNew(target)
  try {
    writeFileSync(file, textOfFile(await make()))
    if (force) renameSync(target, replaced)
  } catch (error) {
    rmSync(target, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

export const textOfFile = (file: CredentialFile): string => `${JSON.stringify(file, null, 2)}\n`

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    throw new Error(
      exists
        ? `The file ${path} already exists: choose another name, or use --force.`
        : `Cannot write the file ${path}.`,
      exists ? {} : { cause },
    )
  }
}

/** The root URL in credential files, without a slash at the end. */
export function serverAddress(text: string): string {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    throw new Error(`${JSON.stringify(text)} is not the address of a server.`)
  }
  return url.href.replace(/\/+$/, '')
}
