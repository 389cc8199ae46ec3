import { generateKeyPairSync } from 'node:crypto'
import { JWT } from 'google-auth-library'
import { beforeAll, expect, it } from 'vitest'
import { thrown } from '../support/calendar-client.ts'
import type { HttpReply } from '../support/http.ts'
import { calendar } from '../support/official-clients.ts'
import { runAlmanac } from '../support/server.ts'
import { newServiceAccount, TestServiceAccount } from '../support/service-account.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const scopeUri = (name: string) => `https://www.googleapis.com/auth/${name}`
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

onEmbeddedServer('a service account', (site) => {
  let account: TestServiceAccount
  beforeAll(async () => {
    account = await newServiceAccount(site, 'importer')
  })

  const exchange = (assertion: string, more: Record<string, string> = {}): Promise<HttpReply> =>
    site.call('/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: grantType, assertion, ...more }).toString(),
    })
  const primary = (token: unknown) =>
    site.call('/calendar/v3/calendars/primary', { headers: { Authorization: `Bearer ${token}` } })
  const delegate = (...words: string[]) =>
    runAlmanac(
      ['service-account', 'delegate', account.file.client_email, ...words],
      site.place.environment,
    )
  const libraryClient = (scopes?: string[]) => {
    const { client_email: email, private_key: key, private_key_id: keyId } = account.file
    return new JWT({ email, key, keyId, ...(scopes && { scopes }) })
  }

  it('calls with tokens that the official library signs for its scopes', async () => {
    const auth = libraryClient([scopeUri('calendar.readonly')])
    auth.useJWTAccessWithScope = true
    const client = calendar({ version: 'v3', rootUrl: `${site.base}/`, auth })
    const { data } = await client.calendars.get({ calendarId: 'primary' })
    expect(data.id).toBe(account.file.client_email)
    const insert = client.calendars.insert({ requestBody: { summary: 'Work' } })
    await expect(insert).rejects.toMatchObject(thrown(403, 'insufficientPermissions'))
  })

  it('calls with a token that the official library signs for an address', async () => {
    const address = `${site.base}/calendar/v3/calendars/primary`
    const headers = await libraryClient().getRequestHeaders(address)
    const reply = await fetch(address, { headers })
    expect(await reply.json()).toMatchObject({ id: account.file.client_email })
  })

  it('gets an access token for an assertion, as the official library posts it', async () => {
    const auth = libraryClient([scopeUri('calendar')])
    auth.transporter.interceptors.request.add({
      resolved: async (request) => {
        if (request.url.hostname === 'oauth2.googleapis.com') {
          request.url = new URL(`${site.base}/token`)
        }
        return request
      },
    })
    const client = calendar({ version: 'v3', rootUrl: `${site.base}/`, auth })
    const { data } = await client.calendars.get({ calendarId: 'primary' })
    expect(data.id).toBe(account.file.client_email)
    expect(auth.credentials.access_token).toMatch(/^alm_at_/)
  })

  it('gets the lifetime of its token, in a response that must not be stored', async () => {
    const reply = await exchange(account.assertion())
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      access_token: expect.stringMatching(/^alm_at_/),
      expires_in: 3599,
      token_type: 'Bearer',
      scope: scopeUri('calendar'),
    })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect((await primary(reply.json.access_token)).json.id).toBe(account.file.client_email)
  })

  it('acts for a user only as far as that is delegated', async () => {
    const ann = await site.user()
    const asked = account.assertion({ sub: ann.email, scope: scopeUri('calendar') })
    const refused = await exchange(asked)
    expect([refused.status, refused.json.error]).toEqual([401, 'unauthorized_client'])
    expect((await delegate('--scope', scopeUri('calendar'))).code).toBe(0)
    const { json } = await exchange(asked)
    expect((await primary(json.access_token)).json.id).toBe(ann.email)
    const wider = `${scopeUri('calendar')} ${scopeUri('calendar.readonly')}`
    const tooWide = await exchange(account.assertion({ sub: ann.email, scope: wider }))
    expect([tooWide.status, tooWide.json.error]).toEqual([401, 'unauthorized_client'])
    const nobody = await exchange(account.assertion({ sub: 'nobody@example.com' }))
    expect([nobody.status, nobody.json.error]).toEqual([400, 'invalid_grant'])
    expect((await delegate('--scope', scopeUri('calendar'), '--revoke')).code).toBe(0)
    const later = await exchange(asked)
    expect([later.status, later.json.error]).toEqual([401, 'unauthorized_client'])
  })

  it('is refused a token for an assertion that is not right', async () => {
    const nowS = Math.floor(Date.now() / 1000)
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const thief = new TestServiceAccount({ ...account.file, private_key: privateKey }, site.base)
    const cases: Record<string, [assertion: string, error: string]> = {
      'a foreign signature': [thief.assertion(), 'invalid_grant'],
      'an unknown key': [account.assertion({}, { kid: 'unknown' }), 'invalid_grant'],
      'alg none': [account.assertion({}, { alg: 'none' }), 'invalid_grant'],
      'alg HS256': [account.assertion({}, { alg: 'HS256' }), 'invalid_grant'],
      'another address': [account.assertion({ aud: 'https://elsewhere.test/' }), 'invalid_grant'],
      'the past': [account.assertion({ iat: nowS - 7200, exp: nowS - 3600 }), 'invalid_grant'],
      'two hours': [account.assertion({ exp: nowS + 7200 }), 'invalid_grant'],
      'another account': [account.assertion({ iss: 'nobody@example.com' }), 'invalid_grant'],
      'no scope': [account.assertion({ scope: undefined }), 'invalid_scope'],
      'an unknown scope': [account.assertion({ scope: 'https://x' }), 'invalid_scope'],
      garbage: ['garbage', 'invalid_grant'],
      nothing: ['', 'invalid_request'],
    }
    for (const [name, [assertion, error]] of Object.entries(cases)) {
      const { status, json } = await exchange(assertion)
      expect([name, status, json]).toEqual([
        name,
        400,
        { error, error_description: expect.any(String) },
      ])
    }
  })

  it('is refused a call with a token that it has signed wrongly', async () => {
    const nowS = Math.floor(Date.now() / 1000)
    const ann = await site.user()
    const cases: Record<string, string> = {
      garbage: 'a.b.c',
      'garbage that is large': `${'a'.repeat(20_000)}.b.c`,
      'an unknown key': account.selfSigned({}, { kid: 'unknown' }),
      'alg none': account.selfSigned({}, { alg: 'none' }),
      'another address': account.selfSigned({ aud: 'https://elsewhere.test/' }),
      'neither address nor scope': account.selfSigned({ aud: undefined }),
      'the name of a user': account.selfSigned({ sub: ann.email }),
      'the past': account.selfSigned({ iat: nowS - 7200, exp: nowS - 3600 }),
      'two hours': account.selfSigned({ exp: nowS + 7200 }),
      'an assertion': account.assertion(),
    }
    expect((await primary(account.selfSigned())).status).toBe(200)
    for (const [name, token] of Object.entries(cases)) {
      const { status, json } = await primary(token)
      expect([name, status, json.error!.errors[0]!.reason]).toEqual([name, 401, 'authError'])
    }
  })
})
