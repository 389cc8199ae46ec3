import { createRemoteJWKSet, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as, until } from '../support/calling.ts'
import { send } from '../support/http.ts'
import { newProgram, type Program, postForm, scope } from '../support/program.ts'
import { wireEngines } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const ann = { email: 'ann@example.com' }
const reading = scope('calendar.readonly')

const tokensFor = async (program: Program, params: Record<string, string> = {}) => {
  const { to } = await new BrowserUser(program.base).agree(program.address(params), ann)
  return (await program.exchange(to.searchParams.get('code')!)).body
}

onEmbeddedServer('OpenID Connect', (site) => {
  let program: Program
  beforeAll(async () => {
    program = await newProgram(site)
    await site.user(ann)
  })

  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

  it('describes itself with addresses that answer', async () => {
    const { json } = await site.call('/.well-known/openid-configuration')
    expect(json).toMatchObject({
      issuer: site.base,
      authorization_endpoint: `${site.base}/o/oauth2/v2/auth`,
      token_endpoint: `${site.base}/token`,
      userinfo_endpoint: `${site.base}/oauth2/v3/userinfo`,
      revocation_endpoint: `${site.base}/revoke`,
      introspection_endpoint: `${site.base}/introspect`,
      device_authorization_endpoint: `${site.base}/device/code`,
      jwks_uri: `${site.base}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    })
    for (const name of ['scopes_supported', 'claims_supported', 'grant_types_supported']) {
      expect(json[name]).toEqual(expect.arrayContaining([expect.any(String)]))
    }
    expect(json.scopes_supported).toContain(scope('calendar'))
    for (const [name, address] of Object.entries(json)) {
      if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue
      const answers = await Promise.all(
        ['GET', 'POST'].map((method) => send(String(address), { method })),
      )
      expect([name, answers.every(({ status }) => status === 404)]).toEqual([name, false])
    }
  })

  it.each([
    'calendar calendar.readonly calendar.acls calendar.acls.readonly calendar.app.created',
    'calendar.calendarlist calendar.calendarlist.readonly calendar.calendars',
    'calendar.calendars.readonly calendar.events calendar.events.freebusy calendar.events.owned',
    'calendar.events.owned.readonly calendar.events.public.readonly calendar.events.readonly',
    'calendar.freebusy calendar.settings.readonly books doubleclicksearch',
  ])('grants each scope of the three interfaces: %s', async (names) => {
    const asked = names.split(' ').map(scope).join(' ')
    const { scope: granted } = await tokensFor(program, { scope: asked })
    expect(String(granted).split(' ').sort()).toEqual(asked.split(' ').sort())
  })

  it('signs who has signed in, for the program and with its nonce', async () => {
    const { json: known } = await site.call('/.well-known/openid-configuration')
    const keys = createRemoteJWKSet(new URL(String(known.jwks_uri)))
    const asked = { nonce: 'n-0S6', scope: 'openid email profile' }
    const { id_token, access_token } = await tokensFor(program, asked)
    const { payload, protectedHeader } = await jwtVerify(id_token!, keys, {
      issuer: String(known.issuer),
      audience: program.id,
      algorithms: ['RS256'],
    })
    expect(protectedHeader.kid).toEqual(expect.any(String))
    expect(payload).toMatchObject({ ...ann, email_verified: true, name: 'ann', nonce: 'n-0S6' })
    expect(payload.exp! - payload.iat!).toBe(3600)
    const { json: info } = await site.call('/oauth2/v3/userinfo', bearer(access_token))
    expect(payload.sub).toBe(info.sub)
    const other = await jwtVerify(id_token!, keys, { audience: 'another' }).catch((e) => e.code)
    expect(other).toBe('ERR_JWT_CLAIM_VALIDATION_FAILED')
  })

  it('shows only public halves of keys', async () => {
    const { json } = await site.call('/oauth2/v3/certs')
    const keys = json.keys as unknown as Record<string, string>[]
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    const { json: texts } = await site.call('/oauth2/v1/certs')
    expect(Object.keys(texts)).toEqual(keys.map(({ kid }) => kid))
    for (const text of Object.values(texts)) expect(text).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  })

  describe('userinfo', () => {
    it('returns what the scopes allow, in the format of each version', async () => {
      const { access_token } = await tokensFor(program, { scope: 'openid email profile' })
      const { json: v3 } = await site.call('/oauth2/v3/userinfo', bearer(access_token))
      expect(v3).toEqual({ sub: v3.sub, ...ann, email_verified: true, name: 'ann' })
      expect((await site.call('/v1/userinfo', bearer(access_token))).json).toEqual(v3)
      const { json: v2 } = await site.call('/oauth2/v2/userinfo', bearer(access_token))
      expect(v2).toEqual({ id: v3.sub, ...ann, verified_email: true, name: 'ann' })
      const narrow = await tokensFor(program, { scope: 'openid' })
      const { json: little } = await site.call('/oauth2/v3/userinfo', bearer(narrow.access_token))
      expect(little).toEqual({ sub: v3.sub })
    })

    it('refuses who has no token', async () => {
      for (const call of [{}, bearer('garbage')]) {
        const reply = await site.call('/oauth2/v3/userinfo', call)
        expect(reply.status).toBe(401)
        expect(reply.headers['www-authenticate']).toMatch(/^Bearer/)
      }
    })
  })

  describe('tokeninfo', () => {
    it('returns what a token is valid for', async () => {
      const wanted = { scope: `openid email ${reading}`, access_type: 'offline' }
      const { access_token } = await tokensFor(program, wanted)
      for (const path of ['/oauth2/v3/tokeninfo', '/oauth2/v1/tokeninfo', '/tokeninfo']) {
        const { status, json } = await site.call(`${path}?access_token=${access_token}`)
        expect(status).toBe(200)
        expect(json).toMatchObject({
          aud: program.id,
          azp: program.id,
          sub: expect.stringMatching(/^\d+$/),
          scope: `openid email ${reading}`,
          expires_in: expect.stringMatching(/^3[56]\d\d$/),
          ...ann,
          email_verified: 'true',
          access_type: 'offline',
        })
      }
      const posted = await postForm(`${site.base}/oauth2/v3/tokeninfo`, { access_token })
      expect(posted.status).toBe(200)
    })

    it('indicates online access', async () => {
      const { access_token } = await tokensFor(program)
      const { json } = await site.call(`/oauth2/v3/tokeninfo?access_token=${access_token}`)
      expect(json.access_type).toBe('online')
    })

    it.each(['?access_token=garbage', '?access_token=', ''])('refuses %j', async (query) => {
      const reply = await site.call(`/oauth2/v3/tokeninfo${query}`)
      expect([reply.status, reply.json.error]).toEqual([400, 'invalid_token'])
    })

    it('no longer knows a token that has expired', async () => {
      const { access_token } = await tokensFor(program)
      await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'PT1H1S' } })
      try {
        const reply = await site.call(`/oauth2/v3/tokeninfo?access_token=${access_token}`)
        expect([reply.status, reply.json.error]).toEqual([400, 'invalid_token'])
        expect((await as(site.base, access_token).primary()).status).toBe(401)
      } finally {
        await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
      }
    })
  })

  describe('introspection', () => {
    it('returns to a client the state of its own tokens', async () => {
      const { access_token, refresh_token } = await tokensFor(program, { access_type: 'offline' })
      for (const token of [access_token, refresh_token!]) {
        const { status, body } = await program.post('/introspect', { token })
        expect(status).toBe(200)
        expect(body).toMatchObject({ active: true, client_id: program.id })
        expect(body.scope).toContain(reading)
      }
      await program.post('/revoke', { token: refresh_token })
      for (const token of [access_token, refresh_token!, 'garbage']) {
        const { status, body } = await program.post('/introspect', { token })
        expect([status, body]).toEqual([200, { active: false }])
      }
    })

    it('returns nothing to unauthenticated clients', async () => {
      const { access_token: token } = await tokensFor(program)
      const asked = [
        await postForm(`${site.base}/introspect`, { token }),
        await program.post('/introspect', { token, client_secret: 'wrong' }),
      ]
      for (const { status, body } of asked) {
        expect([400, 401]).toContain(status)
        expect(body.active).toBeUndefined()
      }
    })
  })

  it('a revocation of nothing is refused', async () => {
    for (const [query, error] of [
      ['', 'invalid_request'],
      ['?token=garbage', 'invalid_token'],
    ]) {
      const reply = await site.call(`/revoke${query}`, { method: 'POST' })
      expect([reply.status, reply.json.error]).toEqual([400, error])
    }
  })
})

onEmbeddedServer('signing keys', (site) => {
  it('are others after a reset, in every form they are shown in', async () => {
    const shown = async () =>
      ((await site.call('/oauth2/v3/certs')).json.keys as { kid: string }[]).map(({ kid }) => kid)
    const before = await shown()
    expect((await site.call('/_almanac/reset', { method: 'POST' })).status).toBe(204)
    const after = await until(shown, (ids) => ids[0] !== before[0])
    expect(after).toHaveLength(1)
    expect(Object.keys((await site.call('/oauth2/v1/certs')).json)).toEqual(after)
  })
})

const secret = { ALMANAC_SECRET_KEY: 'the same for all processes of a test' }

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`tokens on ${engine.name}`, { skip }, () => {
    it('keep working after a restart, and so do sessions and keys', async () => {
      await using place = await engine.place()
      const port = { ALMANAC_PORT: '0' }
      const first = await place.start({ ...secret, ...port })
      await first.mint(ann)
      const program = await newProgram({ place, base: first.base })
      const browser = new BrowserUser(first.base)
      const { to } = await browser.agree(program.address({ access_type: 'offline' }), ann)
      const { body } = await program.exchange(to.searchParams.get('code')!)
      const { text: keys } = await as(first.base).get('/oauth2/v3/certs')
      await first.stop()

      const second = await place.start({ ...secret, ALMANAC_PORT: new URL(first.base).port })
      expect(second.base).toBe(first.base)
      expect((await as(second.base, body.access_token).primary()).json.id).toBe(ann.email)
      expect((await program.refresh(body.refresh_token!)).status).toBe(200)
      expect((await as(second.base).get('/oauth2/v3/certs')).text).toBe(keys)
      const again = await browser.agree(program.address(), ann)
      expect(again.seen).toEqual([])
    })
  })
}

const [, postgres] = wireEngines

describe('two processes of one PostgreSQL', { skip: postgres!.unavailable !== undefined }, () => {
  it('share sign-ins, codes, tokens, keys and revocations', async () => {
    await using place = await postgres!.place()
    const [one, two] = await Promise.all([place.start(secret), place.startProcess(secret)])
    await one.mint(ann)
    const here = await newProgram({ place, base: one.base })
    const there = here.at(two.base)
    const { to } = await new BrowserUser(one.base).agree(
      here.address({ access_type: 'offline' }),
      ann,
    )
    const { status, body } = await there.exchange(to.searchParams.get('code')!)
    expect(status).toBe(200)
    for (const { base } of [one, two]) {
      expect((await as(base, body.access_token).primary()).json.id).toBe(ann.email)
    }
    expect((await here.refresh(body.refresh_token!)).status).toBe(200)
    const keys = await Promise.all(
      [one, two].map(async ({ base }) => (await as(base).get('/oauth2/v3/certs')).text),
    )
    expect(keys[0]).toBe(keys[1])

    await there.post('/revoke', { token: body.refresh_token })
    for (const { base } of [one, two]) {
      await until(
        () => as(base, body.access_token).primary(),
        (reply) => reply.status === 401,
      )
    }
    expect((await here.refresh(body.refresh_token!)).body.error).toBe('invalid_grant')
  })
})
