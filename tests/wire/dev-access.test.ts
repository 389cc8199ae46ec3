import { describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { newProgram, Program } from '../support/program.ts'
import { embeddedEngine } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { createWorld } from '../support/world.ts'

const email = 'ann@example.com'
const strangers: readonly Record<string, string>[] = [
  { Host: 'evil.test' },
  { Host: 'localhost.evil.test:8080' },
  { 'X-Forwarded-For': '192.0.2.1' },
  { 'X-Real-IP': '192.0.2.1' },
  { Origin: 'http://evil.test' },
]

/** Expects that a browser is neither offered to sign in with one click nor let in by it. */
async function expectNoOneClick(browser: BrowserUser, address: string): Promise<void> {
  const { page } = await browser.open(address)
  expect(page.buttons).toEqual(['Sign in'])
  expect(page.html).not.toContain(email)
  const csrf = page.button('Sign in').form.body({}).get('csrf')!
  const oneClick = new URLSearchParams({ csrf, devUser: email }).toString()
  const reply = await browser.exchange(page.path, 'POST', oneClick)
  expect(reply.status).toBe(400)
  expect(reply.headers.location).toBeUndefined()
}

onEmbeddedServer('one-click sign-in', (site) => {
  it.each(strangers)('is hidden from a browser that sends %o', async (headers) => {
    const program = await newProgram(site)
    await site.user({ email })
    await expectNoOneClick(new BrowserUser(site.base, headers), program.address())
  })

  it('is hidden in a world as it is at the root', async () => {
    const world = await createWorld(site.base)
    const made = await world.calls.post('/almanac/v1/users/me/clients', {
      name: 'Planner',
      type: 'web',
      redirectUris: ['https://planner.example.com/back'],
    })
    const program = new Program(world.base, {
      id: String(made.json.clientId),
      redirectUri: 'https://planner.example.com/back',
    })
    const address = `/worlds/${world.id}${program.address()}`
    const { page } = await new BrowserUser(site.base).open(address)
    expect(page.buttons.some((text) => text.includes(world.email))).toBe(true)
    for (const headers of strangers) {
      await expectNoOneClick(new BrowserUser(site.base, headers), address)
    }
  })
})

describe('a server', () => {
  it('is in production behind a proxy on the same machine unless configured otherwise', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.start({ ALMANAC_TRUSTED_PROXIES: '127.0.0.1' })
    expect(server.output().stdout).toContain('(production mode)')
    expect((await as(server.base).get('/_almanac/clock')).status).toBe(404)
    const program = await newProgram({ place, base: server.base })
    const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'calendar.example.com' }
    await expectNoOneClick(new BrowserUser(server.base, proxied), program.address())
  })

  it('answers in dev mode under the names that a setting lists', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.start({ ALMANAC_DEV_HOSTS: 'almanac' })
    const named = { Host: 'almanac:8080' }
    const program = await newProgram({ place, base: server.base })
    const minted = await as(server.base).post('/_almanac/tokens', { email }, named)
    expect(minted.status).toBe(200)
    const { to } = await new BrowserUser(server.base, named).agree(program.address(), { email })
    expect(to.searchParams.get('code')).toEqual(expect.any(String))
    const other = await as(server.base).get('/_almanac/clock', { Host: 'other:8080' })
    expect(other.status).toBe(404)
  })
})
