import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { consoleAddress, signInToConsole } from '../support/console-sign-in.ts'
import { outboxOf } from '../support/outbox.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram, newProof, type Program } from '../support/program.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer, onServers, type ServerSite } from '../support/sites.ts'
import { appCode } from '../support/totp.ts'
import { administrator } from './admin-fixture.ts'

const password = 'correct horse battery'
const account = '/almanac/v1/users/me'
const recent = { status: 403, reason: 'recentSignInRequired' }
const startMs = Date.parse('2027-03-01T12:00:00Z')
const asksForCode = 'Verify your identity'

/** Runs on a clock that stands still, so that codes are those of a known time. It is never set back. */
function withClock(site: ServerSite) {
  let nowMs = startMs
  const set = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
  const moveTo = async (ms: number) => {
    nowMs = ms
    await set({ now: new Date(ms).toISOString(), frozen: true })
  }
  beforeAll(() => moveTo(startMs))
  afterAll(() => set({ reset: true }))
  return { nowMs: () => nowMs, advance: (ms: number) => moveTo(nowMs + ms) }
}

onServers('a second factor', (site) => {
  const clock = withClock(site)
  let program: Program
  let users = 0
  beforeAll(async () => {
    program = await newProgram(site)
  })

  async function newUser() {
    const user = { email: `person-${++users}@example.com`, password }
    await newPasswordUser(site.place, user)
    return user
  }

  const signIn = async (user: { email: string; password: string; code?: string }) => {
    const browser = new BrowserUser(site.base)
    const session = await signInToConsole({ base: site.base, browser }, user)
    return as(site.base, session.accessToken)
  }

  /** Somebody with an authenticator app, and what it shows. */
  async function userWithApp() {
    const user = await newUser()
    const me = await signIn(user)
    const { json: setup } = await me.post(`${account}/totp/begin`)
    const secret = String(setup.secret)
    const code = appCode(secret, clock.nowMs())
    const { enrollment } = setup
    const confirmed = await me.post(`${account}/totp/confirm`, { enrollment, code })
    expect(confirmed.status).toBe(200)
    await clock.advance(60_000)
    const recoveryCodes = confirmed.json.recoveryCodes as unknown as string[]
    return { ...user, me, recoveryCodes, code: () => appCode(secret, clock.nowMs()) }
  }

  /** The page after the password, in a browser of its own. */
  async function afterPassword({ email }: { email: string }) {
    const browser = new BrowserUser(site.base)
    const { page } = await browser.open(program.address({ prompt: 'login' }))
    const { page: next } = await browser.press(page, 'Sign in', { fill: { email, password } })
    const enter = async (code: string) =>
      (await browser.press(next, 'Continue', { fill: { code } })).page
    return { browser, page: next, enter }
  }

  describe('at sign-in', () => {
    it('is requested after the password, and a code counts once', async () => {
      const user = await userWithApp()
      const code = user.code()
      const first = await afterPassword(user)
      expect(first.page.heading).toBe(asksForCode)
      expect((await first.enter('000000')).words).toContain('wrong or was already used')
      expect((await first.enter(code)).heading).toBe('Planner asks for access')
      const second = await afterPassword(user)
      const refused = await second.enter(code)
      expect([refused.status, refused.heading]).toEqual([400, asksForCode])
    })

    // What follows does not depend on the engine.
    if (!site.isEmbedded) return

    it('is replaced by a recovery code, each once', async () => {
      const user = await userWithApp()
      const [code = ''] = user.recoveryCodes
      expect(user.recoveryCodes).toHaveLength(10)
      const first = await afterPassword(user)
      expect((await first.enter(code.toUpperCase())).heading).toBe('Planner asks for access')
      const second = await afterPassword(user)
      expect((await second.enter(code)).heading).toBe(asksForCode)
    })

    it('slows down who guesses codes, also after the password was typed again', async () => {
      const user = await userWithApp()
      const { enter } = await afterPassword(user)
      for (let count = 0; count < 6; count++) expect((await enter('000000')).status).toBe(400)
      const again = await afterPassword(user)
      const page = await again.enter(user.code())
      expect([page.status, page.words]).toEqual([429, expect.stringContaining('Too many')])
      await clock.advance(60_000)
      expect((await again.enter(user.code())).heading).toBe('Planner asks for access')
    })

    it('is not required again in the same browser, and appears in the identity token', async () => {
      const user = await userWithApp()
      const { browser, enter } = await afterPassword(user)
      await enter(user.code())
      const { to, seen } = await browser.agree(program.address(), { email: user.email })
      expect(seen).toEqual(['Planner asks for access'])
      const { body } = await program.exchange(to.searchParams.get('code')!)
      const claims = JSON.parse(String(Buffer.from(body.id_token!.split('.')[1]!, 'base64url')))
      expect(claims.amr).toEqual(['pwd', 'otp', 'mfa'])
    })

    it('cannot be left out: the password alone opens nothing', async () => {
      const user = await userWithApp()
      const { browser, page } = await afterPassword(user)
      const uid = page.path.split('/').at(-1)
      const resumed = await browser.open(`/o/oauth2/v2/auth/${uid}`)
      expect([resumed.left, resumed.page.heading]).toEqual([undefined, 'Sign in'])
      const { page: other } = await browser.open(consoleAddress(site.base, newProof()))
      expect(other.heading).toBe('Sign in')
    })

    it('is requested within ten minutes after the password', async () => {
      const user = await userWithApp()
      const { enter } = await afterPassword(user)
      await clock.advance(600_000)
      const page = await enter(user.code())
      expect([page.heading, page.words]).toEqual([
        'Sign in',
        expect.stringContaining('took too long'),
      ])
    })

    it('can be left for another account', async () => {
      const { browser, page } = await afterPassword(await userWithApp())
      const { page: next } = await browser.press(page, (text) => text.startsWith('Not you'))
      expect(next.heading).toBe('Sign in')
    })

    it('is still asked for after a new password was set with a link from a mail', async () => {
      const user = await userWithApp()
      const browser = new BrowserUser(site.base)
      const { page: forgot } = await browser.open('/signin/password')
      await browser.press(forgot, 'Send link', { fill: { email: user.email } })
      const mail = (await outboxOf(site)).find(({ to }) => to === user.email)!
      const [link = ''] = /\/signin\/password\/\S+/.exec(mail.text)!
      const { page } = await browser.open(link)
      await browser.press(page, 'Set password', { fill: { password, again: password } })
      expect((await afterPassword(user)).page.heading).toBe(asksForCode)
    })

    it('accepts any text as an answer without failing', async () => {
      const { browser, page } = await afterPassword(await userWithApp())
      const { form } = page.button('Continue')
      for (const [name, value] of [
        ['credential', ''],
        ['credential', 'null'],
        ['credential', '{"id":"x"}'],
        ['credential', '{"id":{}}'],
        ['code', 'x'.repeat(5000)],
        ['code', '\0'],
        ['code', ''],
        ['enrollment', '\u0001'],
        ['continue', 'yes'],
      ] as const) {
        const body = form.body({}, {})
        if (name !== 'code') body.delete('code')
        body.set(name, value)
        const reply = await browser.exchange(form.action, 'POST', body.toString())
        expect([400, 429]).toContain(reply.status)
      }
    })
  })

  describe('is changed', () => {
    const changes = [
      ['POST', '/totp/begin'],
      ['POST', '/totp/confirm', { enrollment: 'x', code: '000000' }],
      ['DELETE', '/totp'],
      ['POST', '/passkeys/begin'],
      ['POST', '/passkeys', { name: 'Key', credential: {} }],
      ['PATCH', '/passkeys/x', { name: 'Key' }],
      ['DELETE', '/passkeys/x'],
      ['POST', '/recoveryCodes/regenerate'],
    ] as const

    const call = (token: string, [method, path, body]: readonly [string, string, object?]) =>
      site.call(account + path, {
        method,
        body,
        headers: { Authorization: `Bearer ${token}` },
      })

    it('by new recovery codes, which end the old ones', async () => {
      const user = await userWithApp()
      const me = await signIn({ ...user, code: user.code() })
      const { json } = await me.post(`${account}/recoveryCodes/regenerate`)
      const codes = json.recoveryCodes as unknown as string[]
      expect(codes).toHaveLength(10)
      const { enter } = await afterPassword(user)
      expect((await enter(user.recoveryCodes[0]!)).heading).toBe(asksForCode)
      expect((await enter(codes[0]!)).heading).toBe('Planner asks for access')
    })

    // What follows does not depend on the engine.
    if (!site.isEmbedded) return

    it('with a setup that is complete, of the same user, and not too old', async () => {
      const [me, other] = [await signIn(await newUser()), await signIn(await newUser())]
      const { json } = await me.post(`${account}/totp/begin`)
      expect(String(json.qrCode)).toMatch(/^<svg/)
      expect(String(json.address)).toContain(`secret=${json.secret}`)
      const { enrollment } = json
      const confirm = { enrollment, code: appCode(String(json.secret), clock.nowMs()) }
      const refused = { status: 400, reason: 'invalid' }
      const path = `${account}/totp/confirm`
      expectRefusal(await me.post(path, { ...confirm, code: '000000' }), refused)
      expectRefusal(await me.post(path, { ...confirm, enrollment: 'x' }), refused)
      expectRefusal(await other.post(path, confirm), refused)
      const plain = JSON.stringify({ userId: '1', secret: 'A', expiresAtMs: 9e15 })
      expectRefusal(await me.post(path, { ...confirm, enrollment: btoa(plain) }), refused)
      expect((await me.post(path, confirm)).status).toBe(200)
      await clock.advance(16 * 60_000)
      expectRefusal(await other.post(path, confirm), refused)
    })

    it('by a user in the console only', async () => {
      const user = await newUser()
      const browser = new BrowserUser(site.base)
      const { accessToken } = await signInToConsole({ base: site.base, browser }, user)
      const scopes = ['urn:almanac:account']
      const minted = await as(site.base, accessToken).post(`${account}/tokens`, {
        name: 'Copy',
        scopes,
      })
      const asked = program.address({ scope: `openid ${scopes[0]}` })
      const { to } = await browser.agree(asked, user)
      const { body: given } = await program.exchange(to.searchParams.get('code')!)
      const pretended = await site.call('/_almanac/tokens', {
        method: 'POST',
        body: { email: user.email, clientId: 'almanac-console', scopes },
      })
      const tokens = [minted.json.token, given.access_token, pretended.json.token].map(String)
      for (const token of tokens) {
        for (const change of [['GET', '/secondFactors'] as const, ...changes]) {
          const reply = await call(token, change)
          expectRefusal(reply, { status: 403, reason: 'forbidden' })
        }
      }
    })

    it('only after a recent sign-in', async () => {
      const user = await newUser()
      const browser = new BrowserUser(site.base)
      const session = await signInToConsole({ base: site.base, browser }, user)
      await clock.advance(61 * 60_000)
      const { body } = await session.refresh()
      for (const change of changes) expectRefusal(await call(body.access_token, change), recent)
      expect((await call(body.access_token, ['GET', '/secondFactors'])).status).toBe(200)
    })

    it('only after a sign-in with the factors that there are', async () => {
      const user = await userWithApp()
      const message = expect.stringContaining('with the second factor')
      expectRefusal(await user.me.delete(`${account}/totp`), { ...recent, message })
      const me = await signIn({ ...user, code: user.code() })
      expect((await me.delete(`${account}/totp`)).status).toBe(204)
      const { json } = await me.get(`${account}/secondFactors`)
      expect(json).toEqual({ kind: 'almanac#secondFactors', passkeys: [], recoveryCodesLeft: 0 })
      expect((await afterPassword(user)).page.heading).toBe('Planner asks for access')
    })

    it("at a host with a name if it is a passkey, and by the browser's response", async () => {
      const me = await signIn(await newUser())
      const refused = { status: 400, reason: 'invalid' }
      const message = expect.stringContaining('IP address')
      expectRefusal(await me.post(`${account}/passkeys/begin`), { ...refused, message })
      const body = { name: 'Key', credential: { id: 'x', response: {} } }
      const named = { Host: `localhost:${new URL(site.base).port}` }
      const begun = await me.post(`${account}/passkeys/begin`, undefined, named)
      expect(begun.json.options).toMatchObject({ rp: { id: 'localhost' } })
      expectRefusal(await me.post(`${account}/passkeys`, body, named), refused)
      expectRefusal(await me.delete(`${account}/passkeys/x`), { status: 404, reason: 'notFound' })
    })
  })

  describe('is reset', () => {
    const reset = (email: string) => `/admin/v1/users/${email}/secondFactors`

    it('when the user is deleted', async () => {
      const user = await userWithApp()
      await runAlmanac(['user', 'delete', user.email], site.place.environment)
      await newPasswordUser(site.place, user)
      expect((await afterPassword(user)).page.heading).toBe('Planner asks for access')
    })

    // The rules below do not depend on the engine.
    if (!site.isEmbedded) return

    it('by administrators of users, and noted', async () => {
      const [boss, helper, auditor] = [
        await administrator(site.place, site.server),
        await administrator(site.place, site.server, 'userAdministrator'),
        await administrator(site.place, site.server, 'auditor'),
      ]
      const user = await userWithApp()
      const forbidden = { status: 403, reason: 'forbidden' }
      expectRefusal(await auditor.delete(reset(user.email)), forbidden)
      expectRefusal(await helper.delete(reset(boss.email)), forbidden)
      expectRefusal(await boss.delete(reset(boss.email)), forbidden)
      expect((await afterPassword(user)).page.heading).toBe(asksForCode)
      expect((await helper.delete(reset(user.email))).status).toBe(204)
      expect((await afterPassword(user)).page.heading).toBe('Planner asks for access')
      const action = 'admin.users.secondFactors.delete'
      const { json } = await boss.get(`/admin/v1/audit?action=${action}&outcome=success`)
      expect(json.items?.[0]).toMatchObject({
        object: `users/${user.email}`,
        actor: { name: helper.email },
      })
    })

    it('by a command', async () => {
      const user = await userWithApp()
      const words = ['user', 'reset-second-factor', user.email]
      const { code, stdout } = await runAlmanac(words, site.place.environment)
      expect([code, stdout]).toEqual([0, `Removed the second factor of ${user.email}.\n`])
      expect((await afterPassword(user)).page.heading).toBe('Planner asks for access')
    })
  })

  // What follows does not depend on the engine.
  if (!site.isEmbedded) return

  describe('and a recent sign-in are needed', () => {
    it('in the console, to change passwords and identities and to create tokens, clients and users', async () => {
      const boss = await newUser()
      await runAlmanac(['user', 'role', boss.email, 'owner'], site.place.environment)
      const browser = new BrowserUser(site.base)
      const session = await signInToConsole({ base: site.base, browser }, boss)
      const calls = [
        ['POST', `${account}/password/change`, { currentPassword: 'x', newPassword: 'y' }],
        ['POST', `${account}/tokens`, { name: 'Copy', scopes: ['urn:almanac:account'] }],
        ['POST', `${account}/clients`, { name: 'Planner', type: 'installed' }],
        ['POST', '/admin/v1/users', { email: 'new@example.com' }],
        ['PATCH', `/admin/v1/users/${boss.email}`, { name: 'Boss' }],
        ['POST', `/admin/v1/users/${boss.email}/setPassword`, { password: 'another password' }],
        ['DELETE', '/admin/v1/users/nobody@example.com/secondFactors'],
        ['POST', `/admin/v1/users/${boss.email}/identities/invite`, { provider: 'example' }],
        ['DELETE', `/admin/v1/users/${boss.email}/identities/example`],
        ['POST', '/admin/v1/identityProviders', { id: 'example' }],
        ['PATCH', '/admin/v1/identityProviders/example', { linkByEmail: true }],
        ['DELETE', '/admin/v1/identityProviders/example'],
      ] as const
      await clock.advance(61 * 60_000)
      const { body } = await session.refresh()
      const headers = { Authorization: `Bearer ${body.access_token}` }
      for (const [method, path, sent] of calls) {
        expectRefusal(await site.call(path, { method, body: sent, headers }), recent)
      }
      const me = await signIn(boss)
      expect((await me.patch(`/admin/v1/users/${boss.email}`, { name: 'Boss' })).status).toBe(200)
    })
  })
})

onEmbeddedServer(
  'a second factor that administrators have to have',
  (site) => {
    const clock = withClock(site)
    const boss = { email: 'boss@example.com', password }

    it('is set up after the password, and asked for from then on', async () => {
      await newPasswordUser(site.place, boss)
      await runAlmanac(['user', 'role', boss.email, 'owner'], site.place.environment)
      const program = await newProgram(site)
      const browser = new BrowserUser(site.base)
      const { page } = await browser.open(program.address())
      const { page: setup } = await browser.press(page, 'Sign in', { fill: boss })
      expect(setup.heading).toBe('Set up an authenticator app')
      const secret = /<p class="code small">([A-Z2-7]+)</.exec(setup.html)![1]!
      const { page: again } = await browser.press(setup, 'Continue', { fill: { code: '000000' } })
      expect([again.status, again.html]).toEqual([400, expect.stringContaining(secret)])
      const code = appCode(secret, clock.nowMs())
      const { page: codes } = await browser.press(again, 'Continue', { fill: { code } })
      expect(codes.heading).toBe('Save your recovery codes')
      const { page: done } = await browser.press(codes, 'I have saved them')
      expect(done.heading).toBe('Planner asks for access')
      const later = new BrowserUser(site.base)
      const { page: first } = await later.open(program.address())
      const { page: second } = await later.press(first, 'Sign in', { fill: boss })
      expect(second.heading).toBe(asksForCode)
    })

    it('is asked of a user who has become an administrator since the sign-in', async () => {
      const user = { email: 'promoted@example.com', password }
      await newPasswordUser(site.place, user)
      const program = await newProgram(site)
      const browser = new BrowserUser(site.base)
      await browser.agree(program.address(), user)
      const silent = () => browser.open(program.address({ prompt: 'none' }))
      expect((await silent()).left!.searchParams.get('code')).not.toBeNull()
      await runAlmanac(['user', 'role', user.email, 'auditor'], site.place.environment)
      expect((await silent()).left!.searchParams.get('error')).toBe('login_required')
      const { page } = await browser.open(program.address())
      const { page: setup } = await browser.press(page, 'Sign in', { fill: user })
      expect(setup.heading).toBe('Set up an authenticator app')
    })

    it('is not asked of others', async () => {
      const user = { email: 'user@example.com', password }
      await newPasswordUser(site.place, user)
      const program = await newProgram(site)
      const browser = new BrowserUser(site.base)
      const { seen } = await browser.agree(program.address(), user)
      expect(seen).toEqual(['Sign in', 'Planner asks for access'])
    })
  },
  { ALMANAC_REQUIRE_SECOND_FACTOR: 'administrators' },
)
