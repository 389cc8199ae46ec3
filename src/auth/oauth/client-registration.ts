import type { IncomingMessage } from 'node:http'
import type { AuditTrail } from '#/audit/trail.ts'
import { ApiError } from '#/kernel/errors.ts'
import type { OAuthClient, OAuthClients } from '../clients/oauth-clients.ts'
import { loopbackOrigin } from '../clients/oauth-clients-redirects.ts'
import { readBodyText } from './interaction/form.ts'

export const registrationPath = '/register'

interface RegistrationContext {
  readonly clients: OAuthClients
  readonly audit: AuditTrail
}

interface RegistrationReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const bodyBytesMax = 16 * 1024
const grantTypes = ['authorization_code', 'refresh_token']

/** How clients may authenticate; only public ones have no secret. */
const authMethods: readonly unknown[] = ['none', 'client_secret_basic', 'client_secret_post']

/** Clients that registered themselves have no owner, so nobody else deletes those that were used. */
const clientsMax = 10_000

/** Registers a client that describes itself (RFC 7591). The description is not verified. */
export async function registerClient(
  message: IncomingMessage,
  { clients, audit }: RegistrationContext,
): Promise<RegistrationReply> {
  const metadata = await readMetadata(message)
  if (metadata === undefined) {
    return refusal('invalid_client_metadata', 'The body is not a JSON object of at most 16 KB.')
  }
  const {
    redirect_uris: uris,
    client_name: name = 'Unnamed client',
    token_endpoint_auth_method: method = 'client_secret_basic',
    response_types: responseTypes = ['code'],
  } = metadata
  if (!isTextList(uris) || uris.length === 0) {
    return refusal('invalid_redirect_uri', 'redirect_uris has to be a list of URIs.')
  }
  if (typeof name !== 'string') {
    return refusal('invalid_client_metadata', 'client_name has to be a text.')
  }
  if (!authMethods.includes(method)) {
    const methods = authMethods.join(', ')
    return refusal('invalid_client_metadata', `token_endpoint_auth_method is one of ${methods}.`)
  }
  if (!isTextList(responseTypes) || !responseTypes.includes('code')) {
    return refusal('invalid_client_metadata', 'response_types has to contain code.')
  }
  if ((await clients.countOwnerless()) >= clientsMax) {
    const text = 'No more clients can register themselves. Ask the administrator for a client.'
    return { ...refusal('temporarily_unavailable', text), status: 503 }
  }
  const isInstalled = uris.some((uri) => loopbackOrigin(uri) !== undefined || !isWeb(uri))
  const description = {
    name,
    kind: isInstalled ? 'installed' : 'web',
    redirectUris: uris,
    isSelfRegistered: true,
  } as const
  try {
    const { client, ...secret } =
      method === 'none'
        ? { client: await clients.createPublic(description) }
        : await clients.create(description)
    await audit.note({ action: 'auth.clients.register', object: `clients/${client.id}` })
    return { status: 201, body: { ...metadataOf(client, method), ...secretOf(secret) } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isName = error.message.includes('name of a client')
    return refusal(isName ? 'invalid_client_metadata' : 'invalid_redirect_uri', error.message)
  }
}

const refusal = (error: string, error_description: string): RegistrationReply => ({
  status: 400,
  body: { error, error_description },
})

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const isWeb = (uri: string): boolean => /^https?:/i.test(uri)

const metadataOf = (client: OAuthClient, method: unknown) => ({
  client_id: client.id,
  client_id_issued_at: Math.floor(client.createdAtMs / 1000),
  client_name: client.name,
  redirect_uris: client.redirectUris,
  grant_types: grantTypes,
  response_types: ['code'],
  token_endpoint_auth_method: method,
})

const secretOf = ({ secret }: { readonly secret?: string }) =>
  secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }

async function readMetadata(
  message: IncomingMessage,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value: unknown = JSON.parse((await readBodyText(message, bodyBytesMax)) ?? '')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
