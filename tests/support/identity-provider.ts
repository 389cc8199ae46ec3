import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import { type JWK, Provider } from 'oidc-provider'

/** Somebody who signs in at a provider. */
interface UpstreamPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

/** Another identity provider on loopback. Whoever comes is signed in at once, as the person that is set. */
export interface TestIdentityProvider extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  person: UpstreamPerson
  /** People cancel there. */
  denies: boolean
  /** Replaces claims of identity tokens, which are signed again. */
  forged: JWTPayload
  /** Signs with a key that is not published. */
  signsWithForeignKey: boolean
}

const clientId = 'almanac'
const clientSecret = 'a-secret-of-the-provider'
const keyId = 'test'

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** All providers share them, because making one takes longer than most tests. */
let keys: { readonly published: KeyObject; readonly foreign: KeyObject } | undefined

/** Starts one. Its client comes back to any address. */
export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  keys ??= { published: newKey(), foreign: newKey() }
  const { published, foreign } = keys
  const settings = {
    issuer,
    clientId,
    clientSecret,
    person: { sub: 'nobody' } as UpstreamPerson,
    denies: false,
    forged: {} as JWTPayload,
    signsWithForeignKey: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = newProvider(settings, published)
  provider.use(async (ctx, next) => {
    await next()
    const { id_token: idToken } = (ctx.body ?? {}) as { id_token?: string }
    if (idToken === undefined) return
    const key = settings.signsWithForeignKey ? foreign : published
    const claims = { ...decodeJwt(idToken), ...settings.forged }
    const signed = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keyId })
    Object.assign(ctx.body as object, { id_token: await signed.sign(key) })
  })
  const answer = provider.callback()
  server.on('request', (message, response) => {
    if (message.url?.startsWith('/interaction/') === true) {
      void finishInteraction({ provider, message, response }, settings)
    } else void answer(message, response)
  })
  return settings
}

function newProvider(
  settings: Pick<TestIdentityProvider, 'issuer' | 'person'>,
  key: KeyObject,
): Provider {
  const provider: Provider = new Provider(settings.issuer, {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: ['https://back.example'] },
    ],
    jwks: { keys: [{ ...(key.export({ format: 'jwk' }) as JWK), kid: keyId, alg: 'RS256' }] },
    cookies: { keys: ['test'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: async (_, accountId) => ({
      accountId,
      claims: async () => ({ ...settings.person, sub: accountId }),
    }),
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  Object.assign(provider.Client.prototype, { redirectUriAllowed: () => true })
  return provider
}

async function finishInteraction(
  {
    provider,
    message,
    response,
  }: {
    readonly provider: Provider
    readonly message: IncomingMessage
    readonly response: ServerResponse
  },
  { person, denies }: Pick<TestIdentityProvider, 'person' | 'denies'>,
): Promise<void> {
  const result = denies
    ? { error: 'access_denied', error_description: 'A <b>text</b> of the provider.' }
    : { login: { accountId: person.sub, amr: ['pwd', 'otp'] } }
  await provider.interactionFinished(message, response, result)
}
