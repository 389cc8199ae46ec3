import { beforeAll, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as, until } from '../support/calling.ts'
import { send } from '../support/http.ts'
import { newProgram, newProof, type Program, postForm, scope } from '../support/program.ts'
import { exchange } from '../support/raw-socket.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const ann = { email: 'ann@example.com' }
const proof = newProof()
const challenge = { code_challenge: proof.challenge, code_challenge_method: 'S256' }

// Refresh tokens are for those who agree again.
const offline = { access_type: 'offline', prompt: 'consent' }

onEmbeddedServer('OAuth', (site) => {
  let program: Program
  let other: Program
  let browser: BrowserUser
  beforeAll(async () => {
    ;[program, other] = await Promise.all([newProgram(site), newProgram(site, { name: 'Other' })])
    await site.user(ann)
    browser = new BrowserUser(site.base)
  })

  /** A fresh code, which the browser gets without a page after the first time. */
  async function newCode(params: Record<string, string> = {}): Promise<string> {
    const { to } = await browser.agree(program.address(params), ann)
    return to.searchParams.get('code')!
  }

  describe('the authorization endpoint rejects with a page, and does not redirect,', () => {
    const foreign = [
      'https://evil.example.com/back',
      'https://planner.example.com/back/',
      'https://planner.example.com/back?x=1',
      'https://planner.example.com/',
      'https://planner.example.com',
      'https://planner.example.com/BACK',
      'https://planner.example.com/back/../evil',
      'https://planner.example.com/back#fragment',
      'https://planner.example.com:8443/back',
      'https://planner.example.com.evil.example/back',
      'https://planner.example.com@evil.example/back',
      'https://sub.planner.example.com/back',
      'http://planner.example.com/back',
      '//evil.example.com/back',
      '/back',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://127.0.0.1:7777',
      '',
    ]
    it.each(foreign)('the redirect URI %j, which is not registered', async (redirect_uri) => {
      const { page, left } = await browser.open(program.address({ redirect_uri }))
      expect([left, page.status, page.headers.location]).toEqual([undefined, 400, undefined])
      expect(page.heading).toBe('Something went wrong')
      expect(page.html).not.toMatch(/<a\b|<form\b|http-equiv="refresh"/)
    })

    it.each([
      ['an unknown client', { client_id: 'nobody.apps.almanac.test' }, 'invalid_client'],
      ['no client', { client_id: undefined }, 'invalid_request'],
      ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ])('%s', async (_, params, error) => {
      const { page, left } = await browser.open(program.address(params))
      expect([left, page.status]).toEqual([undefined, 400])
      expect(page.words).toContain(`Error code: ${error}`)
    })

    it('a parameter that comes twice', async () => {
      const { page, left } = await browser.open(`${program.address()}&client_id=${other.id}`)
      expect([left, page.status]).toEqual([undefined, 400])
    })
  })

  describe('the authorization endpoint redirects to the client with an error for', () => {
    it.each([
      ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
      ['response_type=id_token', { response_type: 'id_token' }, 'unsupported_response_type'],
      ['response_type=code token', { response_type: 'code token' }, 'unsupported_response_type'],
      ['no response_type', { response_type: undefined }, 'invalid_request'],
      [
        'a plain challenge',
        { code_challenge: proof.verifier, code_challenge_method: 'plain' },
        'invalid_request',
      ],
      ['a challenge without a method', { code_challenge: proof.challenge }, 'invalid_request'],
      ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
      [
        'a challenge that is too short',
        { code_challenge: 'short', code_challenge_method: 'S256' },
        'invalid_request',
      ],
      ['a prompt that contradicts itself', { prompt: 'none login' }, 'invalid_request'],
      ['a scope of odd characters', { scope: 'openid "x"' }, 'invalid_scope'],
      ['a request object', { request: 'x.y.z' }, 'request_not_supported'],
    ])('%s', async (_, params, error) => {
      const { left } = await browser.open(program.address({ state: 'kept', ...params }))
      // An answer for a browser's script stands behind the hash, so that no server sees it.
      const answer =
        left!.hash === '' ? left!.searchParams : new URLSearchParams(left!.hash.slice(1))
      expect(left!.href.startsWith(`${program.redirectUri}?`) || left!.hash !== '').toBe(true)
      expect([answer.get('error'), answer.get('state')]).toEqual([error, 'kept'])
      expect(answer.has('code')).toBe(false)
    })

    it('scopes that do not exist, when there are no others', async () => {
      const unknown = 'https://www.googleapis.com/auth/nothing'
      const some = await browser.agree(program.address({ scope: `openid ${unknown}` }), ann)
      const { body } = await program.exchange(some.to.searchParams.get('code')!)
      expect(body.scope).toBe('openid')
      for (const scope of [unknown, undefined]) {
        const { left } = await browser.open(program.address({ scope }))
        expect(left!.searchParams.get('error')).toBe('invalid_scope')
      }
    })
  })

  describe('the token endpoint refuses', () => {
    it.each<[string, Record<string, string | undefined>, number, string]>([
      ['a wrong client secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
      ['an empty client secret', { client_secret: '' }, 401, 'invalid_client'],
      ['a missing client secret', { client_secret: undefined }, 401, 'invalid_client'],
      ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
      ['no client', { client_id: undefined, client_secret: undefined }, 400, 'invalid_request'],
      ['an unknown grant type', { grant_type: 'magic' }, 400, 'unsupported_grant_type'],
      ['passwords', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
      [
        'a client on its own behalf',
        { grant_type: 'client_credentials' },
        400,
        'unsupported_grant_type',
      ],
      ['no grant type', { grant_type: undefined }, 400, 'invalid_request'],
      ['no code', { code: undefined }, 400, 'invalid_request'],
      ['a code that was never given', { code: 'never' }, 400, 'invalid_grant'],
      ['no redirect URI', { redirect_uri: undefined }, 400, 'invalid_request'],
      [
        'another redirect URI',
        { redirect_uri: 'https://planner.example.com/other' },
        400,
        'invalid_grant',
      ],
      ['a missing verifier', { code_verifier: undefined }, 400, 'invalid_grant'],
      ['a wrong verifier', { code_verifier: newProof().verifier }, 400, 'invalid_grant'],
      ['the challenge as verifier', { code_verifier: proof.challenge }, 400, 'invalid_grant'],
    ])('%s', async (_, change, status, error) => {
      const code = await newCode(challenge)
      const refused = await program.exchange(code, { code_verifier: proof.verifier, ...change })
      expect([refused.status, refused.body.error]).toEqual([status, error])
      expect(refused.body.access_token).toBeUndefined()
      expect(refused.headers['cache-control']).toBe('no-store')
      expect(refused.headers['content-type']).toMatch(/^application\/json/)
    })

    it('a verifier for a request that came without a challenge', async () => {
      const refused = await program.exchange(await newCode(), { code_verifier: proof.verifier })
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
    })

    it('the code of another client, and leaves it to its own', async () => {
      const code = await newCode()
      const { redirectUri: redirect_uri } = program
      const stolen = await other.exchange(code, { redirect_uri })
      expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant'])
      expect((await program.exchange(code)).status).toBe(200)
    })

    it('a code that was used, and ends what its first use has given', async () => {
      const code = await newCode(offline)
      const { body } = await program.exchange(code)
      expect((await as(site.base, body.access_token).primary()).status).toBe(200)
      const again = await program.exchange(code)
      expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
      await until(
        () => as(site.base, body.access_token).primary(),
        ({ status }) => status === 401,
      )
      expect((await program.refresh(body.refresh_token!)).body.error).toBe('invalid_grant')
    })

    it('all but one of many concurrent requests with the same code', async () => {
      const code = await newCode()
      const replies = await Promise.all(Array.from({ length: 8 }, () => program.exchange(code)))
      const errors = replies.filter(({ status }) => status !== 200)
      expect(errors.length).toBeGreaterThanOrEqual(7)
      for (const { status, body } of errors) {
        expect([status, body.error]).toEqual([400, 'invalid_grant'])
      }
    })

    it('a code after ten minutes', async () => {
      const code = await newCode()
      await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'PT10M1S' } })
      try {
        const late = await program.exchange(code)
        expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
      } finally {
        await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
      }
    })

    it('the refresh token of another client', async () => {
      const { body } = await program.exchange(await newCode(offline))
      const stolen = await other.refresh(body.refresh_token!)
      expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant'])
      expect((await program.refresh(body.refresh_token!)).status).toBe(200)
    })

    it('a refresh token that was never given, none, and an access token in its place', async () => {
      const { body } = await program.exchange(await newCode(offline))
      const token = { grant_type: 'refresh_token' }
      for (const [refresh_token, error] of [
        ['never', 'invalid_grant'],
        [body.access_token, 'invalid_grant'],
        [undefined, 'invalid_request'],
      ] as const) {
        const refused = await program.token({ ...token, refresh_token })
        expect([refused.status, refused.body.error]).toEqual([400, error])
      }
    })

    it('more scopes than the refresh token has', async () => {
      const { body } = await program.exchange(await newCode(offline))
      const wanted = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
      const more = await program.token({ ...wanted, scope: scope('calendar') })
      expect([more.status, more.body.error]).toEqual([400, 'invalid_scope'])
      const fewer = await program.token({ ...wanted, scope: 'openid' })
      expect([fewer.status, fewer.body.scope]).toEqual([200, 'openid'])
    })

    it('to be asked in any way but by a form that is posted', async () => {
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        code: await newCode(),
        redirect_uri: program.redirectUri,
        client_id: program.id,
        client_secret: program.secret!,
      })
      const inQuery = await send(`${site.base}/token?${form}`)
      expect(inQuery.status).toBeGreaterThanOrEqual(400)
      const posted = await send(`${site.base}/token?${form}`, { method: 'POST' })
      expect([posted.status, posted.json.error]).toEqual([400, 'invalid_request'])
      for (const reply of [inQuery, posted]) expect(reply.text).not.toContain('access_token')
    })

    it('a form that is too large', async () => {
      const refused = await program.token({ grant_type: 'x'.repeat(100_000) })
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request'])
    })

    it('a form that is too large, and answers the next request on the connection', async () => {
      const { host } = new URL(site.base)
      const form = `grant_type=${'x'.repeat(300_000)}`
      const head = `POST /token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
      const next = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      const answers = await exchange(
        site.base,
        `${head}Content-Length: ${form.length}\r\n\r\n${form}${next}`,
      )
      expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
    })

    it('a client that names itself in two ways', async () => {
      const Authorization = basic(program.id, program.secret!)
      const form = { grant_type: 'refresh_token', refresh_token: 'x' }
      const twice = { ...form, client_id: other.id, client_secret: other.secret }
      const reply = await postForm(`${site.base}/token`, twice, { Authorization })
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request'])
    })

    it('a wrong secret in a header with the challenge that belongs to it', async () => {
      const form = { grant_type: 'refresh_token', refresh_token: 'x' }
      const headers = { Authorization: basic(program.id, 'wrong') }
      const reply = await postForm(`${site.base}/token`, form, headers)
      expect([reply.status, reply.body.error]).toEqual([401, 'invalid_client'])
      expect(reply.headers['www-authenticate']).toMatch(/^Basic /)
    })
  })

  it('a secret may come in a header', async () => {
    const form = {
      grant_type: 'authorization_code',
      code: await newCode(),
      redirect_uri: program.redirectUri,
    }
    const headers = { Authorization: basic(program.id, program.secret!) }
    expect((await postForm(`${site.base}/token`, form, headers)).status).toBe(200)
  })

  it('no code, token or secret appears in the log', async () => {
    const code = await newCode(offline)
    const { body } = await program.exchange(code)
    await program.exchange('a-wrong-code-for-the-log')
    await program.token({ grant_type: 'magic', code: 'another-wrong-code' })
    await site.call(`/oauth2/v3/tokeninfo?access_token=${body.access_token}`)
    await site.call('/oauth2/v3/tokeninfo?access_token=a-wrong-token')
    await program.refresh('a-wrong-refresh-token')
    await site.call(`/revoke?token=${body.refresh_token}`, { method: 'POST' })
    const { stderr } = await until(
      () => site.server.output(),
      (output) => output.stderr.includes('"operation":"/revoke"'),
    )
    const { access_token, refresh_token, id_token } = body
    for (const secret of [code, access_token, refresh_token!, id_token!, program.secret!]) {
      expect(stderr.includes(secret)).toBe(false)
    }
    expect(stderr).not.toMatch(/a-wrong-|another-wrong-code/)
  })
})

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`
