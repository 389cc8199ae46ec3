import { CodeChallengeMethod } from 'google-auth-library'
import { beforeAll, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as, until } from '../support/calling.ts'
import { officialClient } from '../support/official-sign-in.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram, type Program, scope } from '../support/program.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

const calendar = scope('calendar')
const reading = scope('calendar.readonly')
const settings = scope('calendar.settings.readonly')
const ann = { email: 'ann@example.com', password: 'correct horse battery' }

onServers('the official client library', (site) => {
  let program: Program
  let installed: Program
  beforeAll(async () => {
    ;[program, installed] = await Promise.all([
      newProgram(site),
      newProgram(site, { type: 'installed' }),
    ])
    await newPasswordUser(site.place, ann)
  })

  /** Asks for access through the library and gives it what came of it. */
  async function signIn(
    options: {
      program?: Program
      browser?: BrowserUser
      scope?: string[]
      access_type?: 'online' | 'offline'
      password?: string
    } = {},
  ) {
    const { browser = new BrowserUser(site.base), password, ...rest } = options
    const client = officialClient(options.program ?? program)
    const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync()
    const address = client.generateAuthUrl({
      access_type: rest.access_type ?? 'offline',
      scope: rest.scope ?? ['openid', 'email', calendar],
      state: 'a state',
      code_challenge_method: CodeChallengeMethod.S256,
      code_challenge: codeChallenge!,
    })
    const who = { email: ann.email, ...(password === undefined ? {} : { password }) }
    const { to } = await browser.agree(address, who)
    expect(to.searchParams.get('state')).toBe('a state')
    const { tokens } = await client.getToken({ code: to.searchParams.get('code')!, codeVerifier })
    client.setCredentials(tokens)
    return { client, tokens }
  }

  const call = async (client: Awaited<ReturnType<typeof signIn>>['client']) =>
    (await client.request<{ id: string }>({ url: `${site.base}/calendar/v3/calendars/primary` }))
      .data.id

  it('refreshes with the same token again and again', async () => {
    const { client, tokens } = await signIn()
    const seen = new Set([tokens.access_token])
    for (let time = 0; time < 3; time++) {
      client.setCredentials({ refresh_token: tokens.refresh_token! })
      const { credentials } = await client.refreshAccessToken()
      expect(credentials.refresh_token).toBe(tokens.refresh_token)
      seen.add(credentials.access_token)
      expect(await call(client)).toBe(ann.email)
    }
    expect(seen.size).toBe(4)
    client.setCredentials(tokens)
    expect(await call(client)).toBe(ann.email)
  })

  it('continues while the user is out of the browser', async () => {
    const browser = new BrowserUser(site.base)
    const { client, tokens } = await signIn({ browser })
    const other = { email: 'other@example.com' }
    await site.user(other)
    await browser.agree(program.address({ prompt: 'select_account' }), other)
    client.setCredentials({ refresh_token: tokens.refresh_token! })
    await client.refreshAccessToken()
    expect(await call(client)).toBe(ann.email)
  })

  describe('with a user who is switched off', () => {
    it('gets nothing any more', async () => {
      const email = 'leaving@example.com'
      await newPasswordUser(site.place, { email, password: ann.password })
      const browser = new BrowserUser(site.base)
      const { to } = await browser.agree(program.address({ access_type: 'offline' }), { email })
      const { body } = await program.exchange(to.searchParams.get('code')!)
      expect((await as(site.base, body.access_token).primary()).status).toBe(200)

      const { code } = await runAlmanac(['user', 'disable', email], site.place.environment)
      expect(code).toBe(0)
      await until(
        () => as(site.base, body.access_token).primary(),
        ({ status }) => status === 401,
      )
      expect((await program.refresh(body.refresh_token!)).body.error).toBe('invalid_grant')
      const { page } = await browser.open(program.address({ prompt: 'login' }))
      expect(page.buttons.join()).not.toContain(email)
      const again = await browser.press(page, 'Sign in', {
        fill: { email, password: ann.password },
      })
      expect([again.left, again.page.status]).toEqual([undefined, 400])
    })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['', '/'])('gets all of the calendar by its former name, "feeds%s"', async (end) => {
    const former = `https://www.google.com/calendar/feeds${end}`
    const { client, tokens } = await signIn({ scope: [former] })
    expect(tokens.scope).toBe(former)
    expect(await call(client)).toBe(ann.email)
    const events = `${site.base}/calendar/v3/calendars/primary/events/quickAdd?text=Lunch`
    expect((await client.request({ url: events, method: 'POST' })).status).toBe(200)
    const shelves = { url: `${site.base}/books/v1/mylibrary/bookshelves` }
    await expect(client.request(shelves)).rejects.toMatchObject({ status: 403 })
  })

  it.each([
    ['one click', undefined],
    ['a password', ann.password],
  ])('gets tokens with a challenge after a sign-in by %s', async (_, password) => {
    const { client, tokens } = await signIn(password === undefined ? {} : { password })
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      scope: `openid email ${calendar}`,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      id_token: expect.any(String),
    })
    expect(tokens.expiry_date! - Date.now()).toBeLessThanOrEqual(3_600_000)
    expect(tokens.expiry_date! - Date.now()).toBeGreaterThan(3_500_000)
    expect(await call(client)).toBe(ann.email)
  })

  it('verifies who has signed in', async () => {
    const { client, tokens } = await signIn()
    const ticket = await client.verifyIdToken({ idToken: tokens.id_token!, audience: program.id })
    expect(ticket.getPayload()).toMatchObject({ email: ann.email, email_verified: true })
    const info = await client.getTokenInfo(tokens.access_token!)
    expect(info).toMatchObject({ aud: program.id, email: ann.email, sub: ticket.getUserId() })
    expect(info.scopes).toEqual(['openid', 'email', calendar])
  })

  it('does not repeat the refresh token to a client that keeps it', async () => {
    const { tokens } = await signIn()
    const reply = await fetch(`${site.base}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token!,
        client_id: program.id,
        client_secret: program.secret!,
      }),
    })
    const answer = await reply.json()
    expect(answer).toMatchObject({ access_token: expect.any(String), token_type: 'Bearer' })
    expect(answer).not.toHaveProperty('refresh_token')
  })

  it('refreshes when the token is no longer accepted', async () => {
    const { client, tokens } = await signIn()
    client.setCredentials({ refresh_token: tokens.refresh_token!, access_token: 'garbage' })
    expect(await call(client)).toBe(ann.email)
    expect(client.credentials.access_token).not.toBe('garbage')
  })

  it.each(['access_token', 'refresh_token'] as const)(
    'ends everything by revoking the %s',
    async (name) => {
      const { client, tokens } = await signIn()
      await client.refreshAccessToken()
      const both = [tokens.access_token!, client.credentials.access_token!]
      for (const token of both) expect((await as(site.base, token).primary()).status).toBe(200)
      expect((await client.revokeToken(tokens[name]!)).status).toBe(200)
      for (const token of both) {
        const ended = (reply: { status: number }) => reply.status === 401
        await until(() => as(site.base, token).primary(), ended)
      }
      client.setCredentials({ refresh_token: tokens.refresh_token! })
      await expect(client.refreshAccessToken()).rejects.toMatchObject({
        status: 400,
        response: { data: { error: 'invalid_grant' } },
      })
      await expect(client.revokeToken(tokens[name]!)).rejects.toMatchObject({
        response: { data: { error: 'invalid_token' } },
      })
    },
  )

  it('gets no refresh token for online access', async () => {
    const { client, tokens } = await signIn({ access_type: 'online' })
    expect(tokens.refresh_token).toBeUndefined()
    expect(await call(client)).toBe(ann.email)
  })

  it('waits on loopback on whatever port is free', async () => {
    for (const redirectUri of ['http://127.0.0.1:51234', 'http://localhost:3000/']) {
      const waiting = Object.assign(installed.at(site.base), { redirectUri })
      const { client } = await signIn({ program: waiting })
      expect(await call(client)).toBe(ann.email)
    }
  })

  it('is rejected if the token has too few scopes', async () => {
    const { client } = await signIn({ scope: ['openid', settings] })
    const list = await client.request({ url: `${site.base}/calendar/v3/users/me/settings` })
    expect(list.status).toBe(200)
    await expect(call(client)).rejects.toMatchObject({ status: 403 })
  })

  it('reads the same scopes as granted that the page offered', async () => {
    const { tokens } = await signIn({ scope: [reading, settings] })
    expect(tokens.scope!.split(' ').sort()).toEqual([reading, settings].sort())
    expect(tokens.id_token).toBeUndefined()
  })
})
