import { describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as, calendars, until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { newProgram, scope } from '../support/program.ts'
import { embeddedEngine, runAlmanac, wireEngines, writeTokensFile } from '../support/server.ts'

const production = { ALMANAC_MODE: 'production' }
const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'calendar.example.com' }
const colors = '/calendar/v3/colors'

describe('a production server', () => {
  it('prints no token and takes none that was created for development', async () => {
    await using folder = await freshFolder()
    await using place = await embeddedEngine.place()
    const tokens = {
      ALMANAC_TOKENS_FILE: await writeTokensFile(folder.path, {
        'fixed-token': {
          email: 'fixed@example.com',
          scopes: ['https://www.googleapis.com/auth/calendar'],
        },
      }),
    }
    const dev = await place.start({ ALMANAC_DEMO: '1', ...tokens })
    const [, printed] = /Bearer (\S+)'/.exec(dev.output().stdout)!
    const { token: minted } = await dev.mint()
    const known = [printed!, minted, 'fixed-token']
    for (const token of known) expect((await as(dev.base, token).primary()).status).toBe(200)
    await dev.stop()

    const server = await place.start({ ...production, ...tokens })
    expect(server.output().stdout).not.toMatch(/alm_|Token/)
    for (const token of known) {
      const refused = await as(server.base, token).primary()
      expect(refused.status).toBe(401)
      expect(refused.json.error.errors[0]!.reason).toBe('authError')
    }
    expect((await as(server.base).get('/healthz')).status).toBe(200)
  })

  it('accepts no credentials of dev mode', async () => {
    await using place = await embeddedEngine.place()
    const dev = await place.start()
    const { email, token } = await dev.mint()
    const program = await newProgram({ place, base: dev.base })
    const browser = new BrowserUser(dev.base)
    const scopes = `openid email urn:almanac:account ${scope('calendar')}`
    const address = program.address({ scope: scopes, access_type: 'offline' })
    const { to } = await browser.agree(address, { email })
    const { body: given } = await program.exchange(to.searchParams.get('code')!)
    const account = as(dev.base, token)
    const wanted = { name: 'mine', scopes: [scope('calendar')] }
    const personal = (await account.post('/almanac/v1/users/me/tokens', wanted)).json.token
    await dev.stop()

    const server = await place.start({ ...production, ALMANAC_TRUSTED_PROXIES: '127.0.0.1' })
    const infoOf = async (text: string) =>
      (await as(server.base).get(`/tokeninfo?access_token=${text}`)).status
    for (const text of [token, String(personal), given.access_token]) {
      expect((await as(server.base, text).primary()).status).toBe(401)
      expect(await infoOf(text)).toBe(400)
      expect((await as(server.base, text).get('/oauth2/v3/userinfo')).status).toBe(401)
    }
    const there = program.at(server.base)
    const refreshed = await there.refresh(given.refresh_token!)
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
    const form = { token: given.refresh_token!, token_type_hint: 'refresh_token' }
    expect((await there.post('/introspect', form)).body).toEqual({ active: false })
    const { page } = await browser.at(server.base, proxied).open(address)
    expect(page.buttons).toEqual(['Sign in'])
  })

  it('does not look at the file of tokens', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.start({ ...production, ALMANAC_TOKENS_FILE: '/nowhere/x.json' })
    const { stdout } = await runAlmanac(['user', 'list'], place.environment)
    expect(stdout).toBe('')
    expect((await as(server.base, 'x').primary()).status).toBe(401)
  })

  it('adds users, tokens and keys from the command line while it runs', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.start(production)
    const almanac = (...words: string[]) => runAlmanac(words, place.environment)
    const made = await almanac('user', 'create', 'Ann@Example.com', '--name', 'Ann')
    expect(made.stdout).toMatch(/^Created ann@example\.com \(\d{21}\)\.\n$/)
    const minted = await almanac('token', 'create', 'ann@example.com')
    const token = minted.stdout.trim()
    expect(token).toMatch(/^alm_at_\S+$/)
    const me = as(server.base, token)
    expect((await me.primary()).json.id).toBe('ann@example.com')
    expect((await me.insert({ summary: 'mine' })).status).toBe(200)

    const narrow = await almanac(
      'token',
      'create',
      'ann@example.com',
      '--scope',
      'https://www.googleapis.com/auth/calendar.readonly',
    )
    const reader = as(server.base, narrow.stdout.trim())
    expect((await reader.primary()).status).toBe(200)
    expect((await reader.insert({ summary: 'no' })).status).toBe(403)

    const keyed = await almanac('key', 'create', 'website')
    const [, key, id] = /^(alm_key_\S+)\nKey id: (\S+)\n$/.exec(keyed.stdout)!
    expect((await as(server.base).get(`${colors}?key=${key}`)).status).toBe(200)
    expect((await as(server.base).get(`${calendars}/ann@example.com?key=${key}`)).status).toBe(404)
    expect((await almanac('key', 'list')).stdout).toBe(`${id}\twebsite\n`)
    expect((await almanac('key', 'delete', id!)).code).toBe(0)
    const gone = await until(
      () => as(server.base).get(`${colors}?key=${key}`),
      ({ status }) => status !== 200,
    )
    expect(gone.status).toBe(400)

    expect((await almanac('token', 'revoke', token)).code).toBe(0)
    const revoked = await until(
      () => me.primary(),
      ({ status }) => status !== 200,
    )
    expect(revoked.status).toBe(401)
    expect((await reader.primary()).status).toBe(200)
  })
})

it('a production server without https explains that signing in needs it', async () => {
  await using place = await wireEngines[0]!.place()
  const { base } = await place.start(production)
  const refused = await as(base).get('/o/oauth2/v2/auth?client_id=almanac-console')
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('You can sign in only at the https address of this server.')
})

describe('the public URL in production', () => {
  const publicUrl = 'https://cal.example.org'

  it('starts all links and redirects, whatever host a proxy sends', async () => {
    await using place = await wireEngines[0]!.place()
    const environment = { ...production, ALMANAC_PUBLIC_URL: publicUrl }
    const { base } = await place.start(environment)
    const almanac = (...words: string[]) => runAlmanac(words, place.environment)
    await almanac('user', 'create', 'ann@example.com')
    const { stdout } = await almanac('token', 'create', 'ann@example.com')
    const me = as(base, stdout.trim())
    const event = { start: { date: '2030-01-01' }, end: { date: '2030-01-02' } }
    const { json } = await me.post(`${calendars}/primary/events`, event)
    expect(json.htmlLink).toMatch(/^https:\/\/cal\.example\.org\//)
    const { json: document } = await me.get('/discovery/v1/apis/calendar/v3/rest')
    expect(document.rootUrl).toBe(`${publicUrl}/`)
    const { json: provider } = await me.get('/.well-known/openid-configuration')
    expect(provider).toMatchObject({ issuer: publicUrl, token_endpoint: `${publicUrl}/token` })
  })
})

describe('metrics in production', () => {
  const [engine] = wireEngines

  it('are shown to this machine and not to clients behind a proxy', async () => {
    await using place = await engine!.place()
    const { base } = await place.start(production)
    await as(base).get('/healthz')
    const shown = await as(base).get('/metrics')
    expect(shown.status).toBe(200)
    expect(shown.headers['content-type']).toMatch(/^text\/plain/)
    expect(shown.text).toMatch(/^almanac_requests_total/m)
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Proto']) {
      const hidden = await as(base).get('/metrics', { [name]: '10.0.0.1' })
      expect([name, hidden.status]).toEqual([name, 404])
    }
    for (const [name, value] of [
      ['Host', 'evil.test'],
      ['Origin', 'https://evil.test'],
    ] as const) {
      expect((await as(base).get('/metrics', { [name]: value })).status).toBe(404)
    }
  })

  it('are shown to callers with their token', async () => {
    await using place = await engine!.place()
    const { base } = await place.start({ ...production, ALMANAC_METRICS_TOKEN: 'scrape-me' })
    const remote = { 'X-Forwarded-For': '10.0.0.1' }
    const statusWith = async (authorization: Record<string, string>) =>
      (await as(base).get('/metrics', { ...remote, ...authorization })).status
    expect(await statusWith({ Authorization: 'Bearer scrape-me' })).toBe(200)
    expect(await statusWith({ Authorization: 'Bearer scrape-you' })).toBe(404)
    expect(await statusWith({})).toBe(404)
    expect((await as(base).get('/metrics')).status).toBe(404)
  })

  it('belong to a server that is in production because others can reach it', async () => {
    await using place = await engine!.place()
    const server = await place.start({ ALMANAC_HOST: '0.0.0.0' })
    expect(server.output().stdout).toContain('(production mode)')
    expect(server.output().stdout).not.toContain('alm_')
  })
})

const postgres = wireEngines.find(({ name }) => name !== 'sqlite')!
const skip = postgres.unavailable !== undefined

describe('a production server on PostgreSQL that is not on loopback', { skip }, () => {
  const warning = 'the connection to PostgreSQL has no verified TLS'

  it('warns if the connection has no verified TLS, and dev mode does not', async () => {
    await using place = await postgres.place()
    const address = new URL(place.environment.ALMANAC_DATABASE_URL!)
    // The same machine, under an address that is none of loopback.
    address.hostname = '0.0.0.0'
    const database = { ALMANAC_DATABASE_URL: address.href }
    const warned = async (environment: Record<string, string>) => {
      const server = await place.start(environment)
      await server.stop()
      return server.output().stderr.includes(warning)
    }
    expect(await warned({ ...production, ...database })).toBe(true)
    expect(await warned(production)).toBe(false)
    expect(await warned({ ALMANAC_MODE: 'dev', ...database })).toBe(false)
  })
})
