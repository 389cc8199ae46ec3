import { createHmac, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashOf } from '#/auth/credentials/secrets.ts'
import { exchangeAssertion, isJwtBearer } from '#/auth/service-accounts/jwt-bearer.ts'
import type { ServiceAccount } from '#/auth/service-accounts/service-accounts.ts'
import { engines } from '../support/engines.ts'
import { signed } from '../support/signed-jwt.ts'
import {
  booksScope,
  calendarScope,
  identityOn,
  nowMs,
  nowS,
  ownTokenUrl,
} from './service-accounts-fixture.ts'

const claimsOf = ({ email }: ServiceAccount, more: object = {}) => ({
  iss: email,
  aud: ownTokenUrl,
  iat: nowS,
  exp: nowS + 3600,
  scope: calendarScope,
  ...more,
})

describe('a form', () => {
  it('requires the exchange of an assertion by its grant type', () => {
    const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    expect(isJwtBearer(new URLSearchParams({ grant_type: grantType }))).toBe(true)
    expect(isJwtBearer(new URLSearchParams({ grant_type: 'refresh_token' }))).toBe(false)
    expect(isJwtBearer(new URLSearchParams())).toBe(false)
  })
})

for (const engine of engines) {
  const skip = engine.unavailable !== undefined
  describe(`an assertion on ${engine.name}`, { skip }, () => {
    it('returns an access token for an hour to the account', async () => {
      await using database = await engine.open()
      const { serviceAccounts, exchange, tokens } = identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const claims = claimsOf(account, { scope: `${calendarScope}  ${booksScope} ${booksScope}` })
      const reply = await exchange(signed({ alg: 'RS256', kid: key.id }, claims, key))
      const scope = `${calendarScope} ${booksScope}`
      expect(reply).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3599, scope })
      expect(await tokens.find(database, hashOf(String(reply.access_token)))).toMatchObject({
        userId: account.id,
        email: account.email,
        clientId: account.id,
        scopes: scope,
        origin: 'issued',
        expiresAt: nowMs + 3_600_000,
      })
    })

    it('is worth nothing after the account is disabled, or its key is removed', async () => {
      await using database = await engine.open()
      const { serviceAccounts, directory, exchange } = identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const second = await serviceAccounts.addKey(account)
      const assertion = signed({ alg: 'RS256' }, claimsOf(account), key)
      await serviceAccounts.removeKey(account, key.id)
      expect((await exchange(assertion)).error).toBe('invalid_grant')
      const other = signed({ alg: 'RS256' }, claimsOf(account), second)
      expect((await exchange(other)).status).toBe(200)
      await directory.disable((await directory.find(account.email))!)
      expect((await exchange(other)).error).toBe('invalid_grant')
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('returns a token for a user when every scope is delegated', async () => {
      await using database = await engine.open()
      const { serviceAccounts, delegations, exchange, tokens, newUser } = identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const { user } = await newUser('ann@example.com')
      await delegations.allow(account.id, [calendarScope])
      const reply = await exchange(
        signed({ alg: 'RS256' }, claimsOf(account, { sub: 'Ann@Example.com' }), key),
      )
      const token = await tokens.find(database, hashOf(String(reply.access_token)))
      expect(token).toMatchObject({ userId: user.id, clientId: account.id })
    })

    it('may be signed with any key of the account, and used again', async () => {
      await using database = await engine.open()
      const { serviceAccounts, exchange } = identityOn(database)
      const { account } = await serviceAccounts.create({ name: 'importer' })
      const second = await serviceAccounts.addKey(account)
      const assertion = signed({ alg: 'RS256' }, claimsOf(account), second)
      expect((await exchange(assertion)).status).toBe(200)
      expect((await exchange(assertion)).status).toBe(200)
    })

    it('may be made for any address of the token endpoint, and by a clock that is a bit off', async () => {
      await using database = await engine.open()
      const { serviceAccounts, exchange } = identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      for (const more of [
        { aud: 'http://almanac.test/oauth2/v4/token' },
        { aud: 'https://oauth2.googleapis.com/token' },
        { aud: 'https://www.googleapis.com/oauth2/v4/token' },
        { aud: ['http://elsewhere.test/token', ownTokenUrl] },
        { iat: nowS + 240, exp: nowS + 3840 },
        { iat: nowS - 3000, exp: nowS + 600 },
        { nbf: nowS },
        { sub: account.email },
      ]) {
        const reply = await exchange(signed({ alg: 'RS256' }, claimsOf(account, more), key))
        expect([more, reply.status]).toEqual([more, 200])
      }
    })

    it('is rejected, and creates no token, unless all of it is valid', async () => {
      await using database = await engine.open()
      const { serviceAccounts, delegations, directory, exchange, tokenCount, newUser } =
        identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const { key: foreign } = await serviceAccounts.create({ name: 'exporter' })
      await delegations.allow(account.id, [calendarScope])
      await newUser('ann@example.com')
      const { user: left } = await newUser('left@example.com')
      await directory.disable(left)
      const rs256 = { alg: 'RS256', kid: key.id }
      const claims = claimsOf(account)
      const made = (more: object) => signed(rs256, { ...claims, ...more }, key)
      const unsigned = signed({ alg: 'HS256', kid: key.id }, claims, undefined)
      const hmac = createHmac('sha256', 'public').update(unsigned.slice(0, -1)).digest('base64url')
      const { privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      const cases: [string, string, number, string][] = [
        ['garbage', 'garbage', 400, 'invalid_grant'],
        ['three dots', 'a.b.c', 400, 'invalid_grant'],
        ['nothing', '', 400, 'invalid_request'],
        ['much', `${'a'.repeat(9000)}.b.c`, 400, 'invalid_grant'],
        ['a foreign signature', signed(rs256, claims, foreign), 400, 'invalid_grant'],
        ['a key of nobody', signed({ alg: 'RS256' }, claims, { privateKey }), 400, 'invalid_grant'],
        ['an unknown kid', signed({ alg: 'RS256', kid: 'x' }, claims, key), 400, 'invalid_grant'],
        ['alg none', signed({ alg: 'none' }, claims, undefined), 400, 'invalid_grant'],
        ['alg none, signed', signed({ alg: 'none' }, claims, key), 400, 'invalid_grant'],
        ['alg HS256', `${unsigned}${hmac}`, 400, 'invalid_grant'],
        [
          'a critical header',
          signed({ ...rs256, crit: ['x'], x: 1 }, claims, key),
          400,
          'invalid_grant',
        ],
        [
          'another account',
          made({ iss: 'nobody@almanac.iam.gserviceaccount.com' }),
          400,
          'invalid_grant',
        ],
        ['no account', made({ iss: undefined }), 400, 'invalid_grant'],
        ['a wrong aud', made({ aud: 'https://elsewhere.test/token' }), 400, 'invalid_grant'],
        ['aud of a service', made({ aud: 'http://almanac.test/' }), 400, 'invalid_grant'],
        ['no aud', made({ aud: undefined }), 400, 'invalid_grant'],
        ['the past', made({ iat: nowS - 3600, exp: nowS }), 400, 'invalid_grant'],
        ['the future', made({ iat: nowS + 600, exp: nowS + 4200 }), 400, 'invalid_grant'],
        ['two hours', made({ exp: nowS + 7200 }), 400, 'invalid_grant'],
        ['a later beginning', made({ nbf: nowS + 600 }), 400, 'invalid_grant'],
        ['text for a beginning', made({ nbf: `${nowS}` }), 400, 'invalid_grant'],
        ['no end', made({ exp: undefined }), 400, 'invalid_grant'],
        ['no beginning', made({ iat: undefined }), 400, 'invalid_grant'],
        ['text for an end', made({ exp: `${nowS + 60}` }), 400, 'invalid_grant'],
        ['no scope', made({ scope: undefined }), 400, 'invalid_scope'],
        ['an empty scope', made({ scope: ' ' }), 400, 'invalid_scope'],
        ['an unknown scope', made({ scope: `${calendarScope} https://x` }), 400, 'invalid_scope'],
        ['an ID token', made({ target_audience: 'https://x' }), 400, 'invalid_scope'],
        [
          'a scope not delegated',
          made({ sub: 'ann@example.com', scope: `${calendarScope} ${booksScope}` }),
          401,
          'unauthorized_client',
        ],
        [
          'unknown, not delegated',
          made({ sub: 'no@example.com', scope: booksScope }),
          401,
          'unauthorized_client',
        ],
        ['an unknown sub', made({ sub: 'no@example.com' }), 400, 'invalid_grant'],
        ['a sub that is no address', made({ sub: 7 }), 400, 'invalid_grant'],
        ['a disabled sub', made({ sub: 'left@example.com' }), 400, 'invalid_grant'],
      ]
      for (const [name, assertion, status, error] of cases) {
        const reply = await exchange(assertion)
        expect([name, reply.status, reply.error]).toEqual([name, status, error])
        expect(reply.error_description).toEqual(expect.any(String))
      }
      expect(await tokenCount()).toBe(0)
      expect((await exchange(made({}))).status).toBe(200)
    })

    it('is rejected when the form contains it twice', async () => {
      await using database = await engine.open()
      const identity = identityOn(database)
      const { account, key } = await identity.serviceAccounts.create({ name: 'importer' })
      const assertion = signed({ alg: 'RS256' }, claimsOf(account), key)
      const form = new URLSearchParams([
        ['assertion', assertion],
        ['assertion', assertion],
      ])
      const reply = await exchangeAssertion(form, { origin: 'http://almanac.test' }, identity)
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    })

    it('counts for no Host that the caller names, once a production server knows its own', async () => {
      await using database = await engine.open()
      const { serviceAccounts, exchange } = identityOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const names = { publicUrl: 'https://calendar.example.com/' }
      const own = claimsOf(account, { aud: 'https://calendar.example.com/token' })
      expect((await exchange(signed({ alg: 'RS256' }, own, key), names)).status).toBe(200)
      const asked = signed({ alg: 'RS256' }, claimsOf(account), key)
      expect((await exchange(asked, names)).error).toBe('invalid_grant')
    })
  })
}
