import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import {
  runAlmanac,
  type ServerPlace,
  type TestServer,
  type WireEngine,
  wireEngines,
  writeTokensFile,
} from '../support/server.ts'

const production = { ALMANAC_MODE: 'production' }
const colors = '/calendar/v3/colors'

const [engine] = wireEngines as [WireEngine, ...WireEngine[]]

describe('a production server', () => {
  let place: ServerPlace
  let server: TestServer
  beforeAll(async () => {
    place = await engine.place()
    server = await place.start({ ...production, ALMANAC_TOKENS_FILE: '/nowhere/x.json' })
  })
  afterAll(() => place[Symbol.asyncDispose]())

  it('prints no token and takes none that was made for development', async () => {
    await using folder = await freshFolder()
    await using place = await engine.place()
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

  it('does not look at the file of tokens', async () => {
    const { stdout } = await runAlmanac(['user', 'list'], place.environment)
    expect(stdout).toBe('')
    expect((await as(server.base, 'x').primary()).status).toBe(401)
  })

  it('takes users, tokens and keys from the command line while it runs', async () => {
    const almanac = (...words: string[]) => runAlmanac(words, place.environment)
    const made = await almanac('user', 'create', 'Ann@Example.com', '--name', 'Ann')
    expect(made.stdout).toMatch(/^Made ann@example\.com \(\d{21}\)\.\n$/)
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
    const [, key, id] = /^(alm_key_\S+)\nIts id is (\S+)\.\n$/.exec(keyed.stdout)!
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

  it('shows metrics to this machine and to nobody behind a proxy', async () => {
    const { base } = server
    await as(base).get('/healthz')
    const shown = await as(base).get('/metrics')
    expect(shown.status).toBe(200)
    expect(shown.headers['content-type']).toMatch(/^text\/plain/)
    expect(shown.text).toMatch(/^almanac_requests_total/m)
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Proto']) {
      const hidden = await as(base).get('/metrics', { [name]: '10.0.0.1' })
      expect([name, hidden.status]).toEqual([name, 404])
    }
  })
})

describe('metrics in production', () => {
  it('are shown to whoever has their token', async () => {
    await using place = await engine.place()
    const { base } = await place.start({ ...production, ALMANAC_METRICS_TOKEN: 'scrape-me' })
    const remote = { 'X-Forwarded-For': '10.0.0.1' }
    const statusWith = async (authorization: Record<string, string>) =>
      (await as(base).get('/metrics', { ...remote, ...authorization })).status
    expect(await statusWith({ Authorization: 'Bearer scrape-me' })).toBe(200)
    expect(await statusWith({ Authorization: 'Bearer scrape-you' })).toBe(404)
    expect(await statusWith({})).toBe(404)
    expect((await as(base).get('/metrics')).status).toBe(200)
  })

  it('belong to a server that is in production because others can reach it', async () => {
    await using place = await engine.place()
    const server = await place.start({ ALMANAC_HOST: '0.0.0.0' })
    expect(server.output().stdout).toContain('(production mode)')
    expect(server.output().stdout).not.toContain('alm_')
  })
})
