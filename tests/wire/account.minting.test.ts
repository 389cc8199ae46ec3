import { afterEach, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { newProgram, scope, type TokenReply } from '../support/program.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac, wireEngines } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const tokens = '/almanac/v1/users/me/tokens'
const readScope = scope('calendar.readonly')
const scopes = `openid urn:almanac:account ${readScope}`
const recent = { status: 403, reason: 'recentSignInRequired' }

onEmbeddedServer('a token that a program makes for its user', (site) => {
  afterEach(() => site.call('/_almanac/clock', { method: 'POST', body: { reset: true } }))

  const advance = (duration: string) =>
    site.call('/_almanac/clock', { method: 'POST', body: { advance: duration } })
  const mint = ({ access_token }: TokenReply['body'], wish: object = {}) =>
    as(site.base, access_token).post(tokens, { name: 'Copy', scopes: [readScope], ...wish })

  /** A program that may manage the account of a user who has just signed in. */
  async function trustedProgram() {
    const { email } = await site.user()
    const program = await newProgram(site)
    const browser = new BrowserUser(site.base)
    const agree = async (prompt?: string, untick: readonly string[] = []) => {
      const address = program.address({ scope: scopes, access_type: 'offline', prompt })
      const { to } = await browser.agree(address, { email, untick })
      return (await program.exchange(to.searchParams.get('code')!)).body
    }
    return { program, agree, given: await agree() }
  }

  it('ends when the client loses its access', async () => {
    const { program, given } = await trustedProgram()
    const copy = String((await mint(given)).json.token)
    expect((await as(site.base, copy).primary()).status).toBe(200)
    expect((await program.post('/revoke', { token: given.refresh_token! })).status).toBe(200)
    expect((await as(site.base, copy).primary()).status).toBe(401)
  })

  it('ends when the client itself is deleted', async () => {
    const { program, given } = await trustedProgram()
    const copy = String((await mint(given)).json.token)
    const deleted = await runAlmanac(['client', 'delete', program.id], site.place.environment)
    expect(deleted.code).toBe(0)
    expect((await site.call(`/tokeninfo?access_token=${copy}`)).status).toBe(400)
  })

  it('ends no later than the access of the client', async () => {
    const { given } = await trustedProgram()
    const { status, json } = await mint(given, { expiresInDays: 366 })
    expect(status).toBe(200)
    const lifetimeMs = Date.parse(String(json.expires)) - Date.parse(String(json.created))
    expect(lifetimeMs).toBeLessThanOrEqual(365 * 86_400_000)
  })

  it("ends when the user revokes a part of the client's access", async () => {
    const { given, agree } = await trustedProgram()
    const copy = String((await mint(given)).json.token)
    await agree('consent', [readScope])
    expect((await as(site.base, copy).primary()).status).toBe(401)
  })

  it('needs a recent sign-in', async () => {
    const { program, agree, given } = await trustedProgram()
    await advance('PT61M')
    const { body: later } = await program.refresh(given.refresh_token!)
    expectRefusal(await mint(later), recent)
    expect((await mint(await agree('login'))).status).toBe(200)
  })

  it('needs a sign-in by the present clock', async () => {
    await advance('PT3H')
    const { given } = await trustedProgram()
    await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
    expectRefusal(await mint(given), recent)
  })
})

for (const engine of wireEngines) {
  describe(`a production server on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('cannot be done with a token that has no sign-in', async () => {
      await using place = await engine.place()
      const server = await place.start({ ALMANAC_MODE: 'production' })
      await runAlmanac(['user', 'create', 'ann@example.com'], place.environment)
      const { stdout } = await runAlmanac(['token', 'create', 'ann@example.com'], place.environment)
      const me = as(server.base, stdout.trim())
      expect((await me.get(tokens)).status).toBe(200)
      expectRefusal(await me.post(tokens, { name: 'Copy', scopes: [readScope] }), recent)
    })
  })
}
