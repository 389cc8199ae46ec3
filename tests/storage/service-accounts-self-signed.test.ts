import { describe, expect, it } from 'vitest'
import { Authenticator } from '#/auth/authenticator.ts'
import { ApiKeys } from '#/auth/credentials/api-keys.ts'
import { AppPasswords } from '#/auth/credentials/app-passwords.ts'
import { SelfSigned } from '#/auth/service-accounts/self-signed.ts'
import type { ServiceAccount } from '#/auth/service-accounts/service-accounts.ts'
import type { Database } from '#/storage/port.ts'
import { engines } from '../support/engines.ts'
import { signed } from '../support/signed-jwt.ts'
import {
  booksScope,
  calendarScope,
  identityOn,
  knownScopes,
  nowMs,
  nowS,
} from './service-accounts-fixture.ts'

const base = 'http://127.0.0.1:8080'

const claimsOf = ({ email }: ServiceAccount, more: object = {}) => ({
  iss: email,
  sub: email,
  aud: `${base}/`,
  iat: nowS,
  exp: nowS + 3600,
  ...more,
})

function openOn(database: Database, names: { publicUrl?: string; mode?: 'dev' } = {}) {
  const identity = { ...identityOn(database), ...names }
  const { clock, randomBytes } = identity
  const authenticator = new Authenticator({
    ...identity,
    apiKeys: new ApiKeys(clock, randomBytes),
    appPasswords: new AppPasswords({
      clock,
      randomBytes,
      mode: 'production',
      allowedScopes: [],
    }),
    selfSigned: new SelfSigned({ ...identity, address: () => base }),
    tokenCacheMs: 5000,
    tokenCacheMax: 100,
  })
  return { ...identity, authenticator }
}

const unknown = { status: 401, refusals: [{ reason: 'authError' }] }

for (const engine of engines) {
  const skip = engine.unavailable !== undefined
  describe(`a self-signed token on ${engine.name}`, { skip }, () => {
    it('identifies the account, with every scope when it names an address', async () => {
      await using database = await engine.open()
      const { serviceAccounts, authenticator } = openOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const token = signed({ alg: 'RS256', kid: key.id }, claimsOf(account), key)
      expect(await authenticator.callerOf({ token })).toEqual({
        kind: 'user',
        userId: account.id,
        email: account.email,
        clientId: account.id,
        scopes: new Set(knownScopes),
      })
    })

    it('ends with its key and with its account, also while it is cached', async () => {
      await using database = await engine.open()
      const { serviceAccounts, authenticator } = openOn(database)
      await authenticator.listen()
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const second = await serviceAccounts.addKey(account)
      const refused = async (token: string) => {
        await expect
          .poll(() => Promise.resolve(authenticator.callerOf({ token })).catch((error) => error))
          .toMatchObject(unknown)
      }
      const first = signed({ alg: 'RS256', kid: key.id }, claimsOf(account), key)
      await authenticator.callerOf({ token: first })
      await serviceAccounts.removeKey(account, key.id)
      await refused(first)
      const other = signed({ alg: 'RS256', kid: second.id }, claimsOf(account), second)
      await authenticator.callerOf({ token: other })
      await serviceAccounts.remove(account)
      await refused(other)
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('has the scopes that it names, and then needs no address', async () => {
      await using database = await engine.open()
      const { serviceAccounts, authenticator } = openOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const claims = claimsOf(account, { aud: undefined, scope: `${calendarScope} ${booksScope}` })
      const token = signed({ alg: 'RS256', kid: key.id }, claims, key)
      const caller = await authenticator.callerOf({ token })
      expect(caller).toMatchObject({ scopes: new Set([calendarScope, booksScope]) })
    })

    it('may name any address of this server or of the original services', async () => {
      await using database = await engine.open()
      const { serviceAccounts, authenticator } = openOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      for (const aud of [
        base,
        `${base}/calendar/v3/calendars/primary?alt=json`,
        'https://www.googleapis.com/',
        'https://calendar-json.googleapis.com/',
        'https://books.googleapis.com/books/v1',
        'https://doubleclicksearch.googleapis.com',
      ]) {
        const token = signed({ alg: 'RS256', kid: key.id }, claimsOf(account, { aud }), key)
        expect(await authenticator.callerOf({ token })).toMatchObject({ email: account.email })
      }
    })

    it('may name the address that the request used, unless the server knows better', async () => {
      await using database = await engine.open()
      const { serviceAccounts, authenticator } = openOn(database)
      const named = openOn(database, { publicUrl: 'https://calendar.example.com' })
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const made = (aud: string) => signed({ alg: 'RS256' }, claimsOf(account, { aud }), key)
      const at = { origin: 'http://almanac:8080' }
      const token = made('http://almanac:8080/')
      expect(await authenticator.callerOf({ token, at })).toMatchObject({ email: account.email })
      await expect(named.authenticator.callerOf({ token, at })).rejects.toMatchObject(unknown)
      const told = { token: made('https://calendar.example.com/calendar/v3/'), at }
      expect(await named.authenticator.callerOf(told)).toMatchObject({ email: account.email })
    })

    it('is rejected unless all of it is valid', async () => {
      await using database = await engine.open()
      const { serviceAccounts, authenticator, newUser } = openOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const { account: other, key: foreign } = await serviceAccounts.create({ name: 'exporter' })
      await newUser('ann@example.com')
      const rs256 = { alg: 'RS256', kid: key.id }
      const claims = claimsOf(account)
      const made = (more: object) => signed(rs256, { ...claims, ...more }, key)
      const cases: Record<string, string> = {
        garbage: 'a.b.c',
        'garbage that is large': `${'a'.repeat(20_000)}.b.c`,
        'a foreign signature': signed(rs256, claims, foreign),
        'an unknown key': signed({ alg: 'RS256', kid: 'x' }, claims, key),
        'a key of another account': signed({ ...rs256, kid: foreign.id }, claims, foreign),
        'alg none': signed({ alg: 'none' }, claims, undefined),
        'alg HS256': signed({ alg: 'HS256', kid: key.id }, claims, key),
        'alg PS256': signed({ alg: 'PS256', kid: key.id }, claims, key),
        'the name of a user': made({ sub: 'ann@example.com' }),
        'the name of another account': made({ sub: other.email }),
        'no subject': made({ sub: undefined }),
        'another address': made({ aud: 'https://elsewhere.test/' }),
        'an address that begins alike': made({ aud: `${base}0/` }),
        'no address and no scope': made({ aud: undefined }),
        'an address that is none': made({ aud: 7 }),
        'the past': made({ iat: nowS - 3600, exp: nowS }),
        'two hours': made({ exp: nowS + 7200 }),
        'no end': made({ exp: undefined }),
      }
      for (const [name, token] of Object.entries(cases)) {
        const refusal = await Promise.resolve(authenticator.callerOf({ token })).catch((e) => e)
        expect([name, refusal]).toEqual([name, expect.objectContaining({ status: 401 })])
        expect(refusal).toMatchObject(unknown)
      }
    })

    it('expires at its time, also while it is cached', async () => {
      await using database = await engine.open()
      const { serviceAccounts, authenticator, clock } = openOn(database)
      const { account, key } = await serviceAccounts.create({ name: 'importer' })
      const token = signed({ alg: 'RS256' }, claimsOf(account, { exp: nowS + 60 }), key)
      await authenticator.callerOf({ token })
      // The second answer comes from memory, at once.
      expect(authenticator.callerOf({ token })).toMatchObject({ email: account.email })
      clock.set({ mode: 'frozen', atMs: nowMs + 60_000 })
      expect(() => authenticator.callerOf({ token })).toThrow('Invalid Credentials')
    })
  })
}
