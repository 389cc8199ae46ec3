import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts'
import { newProgram, type Program } from '../support/program.ts'
import { onServers } from '../support/sites.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'
import { buttonOf, FederatedVisit, identityProviders, providerBody } from './federation-fixture.ts'

onServers('signing in through another provider', (site) => {
  let upstream: TestIdentityProvider
  let owner: Awaited<ReturnType<typeof administrator>>
  let program: Program

  beforeAll(async () => {
    upstream = await startIdentityProvider()
    owner = await administrator(site.place, site.server)
    program = await newProgram(site)
    const made = await owner.post(identityProviders, providerBody(upstream))
    expect(made.status).toBe(200)
  })
  afterAll(() => upstream[Symbol.asyncDispose]())
  beforeEach(() => {
    Object.assign(upstream, { denies: false, forged: {}, signsWithForeignKey: false })
  })

  /** Somebody who has an account here, and is to sign in at the provider next. */
  async function newPerson(claims: object = {}) {
    const { email } = await site.user({ email: freshEmail('ann') })
    upstream.person = { sub: `sub of ${email}`, email, email_verified: true, ...claims }
    return email
  }

  const visit = (browser?: BrowserUser) => new FederatedVisit(program, upstream, browser)

  it('connects a user by verified email and continues to the program', async () => {
    const email = await newPerson()
    const browser = new BrowserUser(site.base)
    const { page } = await visit(browser).signIn()
    expect(page.heading).toContain('asks for access')
    const { left } = await browser.press(page, 'Allow')
    const { body } = await program.exchange(left!.searchParams.get('code')!)
    const me = await as(site.base, body.access_token).get('/oauth2/v3/userinfo')
    expect(me.json).toMatchObject({ email })
    const { json } = await owner.get(`${admin}/users/${email}/identities`)
    expect(json.items).toMatchObject([{ provider: 'example', subject: `sub of ${email}`, email }])
  })

  if (!site.isEmbedded) return

  it('is noted with the provider', async () => {
    const email = await newPerson()
    await visit().signIn()
    const { json } = await owner.get(`${admin}/audit?actor=${email}`)
    const entries = json.items as unknown as { action: string; details?: object }[]
    const found = entries.find(({ action }) => action === 'auth.signIn')
    expect(found?.details).toEqual({ methods: ['fed'], provider: 'example' })
    expect(entries.some(({ action }) => action === 'auth.identities.link')).toBe(true)
  })

  it('goes by the subject, whatever the address has become', async () => {
    await newPerson()
    await visit().signIn()
    upstream.person = { sub: upstream.person.sub, email: 'new@elsewhere.example' }
    const { page } = await visit().signIn()
    expect(page.words).toContain('asks for access')
  })

  it('follows the groups of the claim', async () => {
    const group = freshEmail('group')
    await owner.post(`${admin}/groups`, { email: group })
    const mapped = {
      scopes: ['openid', 'email', 'groups'],
      groupClaim: 'groups',
      groupMapping: [{ value: 'T', group }],
    }
    expect((await owner.patch(`${identityProviders}/example`, mapped)).status).toBe(200)
    const email = await newPerson({ groups: ['T', 'other'] })
    await visit().signIn()
    const members = async () =>
      (await owner.get(`${admin}/groups/${group}/members`)).json.items?.map((each) => each.email)
    expect(await members()).toEqual([email])
    upstream.person = { ...upstream.person, groups: [] }
    await visit().signIn()
    expect(await members()).toEqual([])
  })

  it.each([
    ['an address that is not verified', { email_verified: false }, 403, 'does not confirm'],
    ['no statement about the address', { email_verified: undefined }, 403, 'does not confirm'],
    ['verification in words', { email_verified: 'true' }, 403, 'does not confirm'],
    ['another domain', { email: 'ann@other.example' }, 403, 'of this domain'],
    ['an unknown person', { email: 'nobody@example.com' }, 403, 'no account for you'],
  ])('refuses %s', async (_, claims, status, words) => {
    await newPerson(claims)
    const { page } = await visit().signIn()
    expect([page.status, page.words]).toEqual([status, expect.stringContaining(words)])
    expect(page.heading).toBe('Sign in')
  })

  it('counts refusals in the audit log, with the reason and the provider', async () => {
    await newPerson({ email: 'nobody@example.com' })
    await visit().signIn()
    await visit().signIn()
    await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'PT2M' } })
    const query = 'action=auth.signIn&outcome=refused'
    const { json } = await owner.get(`${admin}/audit?${query}`)
    await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
    expect(json.items).toContainEqual(
      expect.objectContaining({
        reason: 'noAccount',
        object: 'users/unknown',
        details: { provider: 'example' },
      }),
    )
  })

  it('refuses a disabled user, and another subject with the address of a user', async () => {
    const email = await newPerson()
    await visit().signIn()
    upstream.person = { ...upstream.person, sub: 'the next owner of the address' }
    const other = (await visit().signIn()).page
    expect([other.status, other.words]).toEqual([403, expect.stringContaining('a different user')])
    upstream.person = { ...upstream.person, sub: `sub of ${email}` }
    await owner.post(`${admin}/users/${email}/disable`)
    const { page } = await visit().signIn()
    expect([page.status, page.words]).toEqual([403, expect.stringContaining('is disabled')])
  })

  it.each([
    ['another nonce', { nonce: 'other' }],
    ['another issuer', { iss: 'http://127.0.0.1:1' }],
    ['another audience', { aud: 'other' }],
    ['a time that is over', { exp: 1_700_000_000 }],
    ['a subject that is no text', { sub: 7 as never }],
  ])('refuses an identity token with %s', async (_, forged) => {
    await newPerson()
    upstream.forged = forged
    const { page } = await visit().signIn()
    expect([page.status, page.words]).toEqual([
      400,
      expect.stringContaining('could not be verified'),
    ])
  })

  it('refuses an identity token that another key has signed', async () => {
    await newPerson()
    upstream.signsWithForeignKey = true
    expect((await visit().signIn()).page.status).toBe(400)
  })

  it('reports a failed sign-in at the provider in its own words', async () => {
    await newPerson()
    upstream.denies = true
    const { page } = await visit().signIn()
    expect([page.status, page.words]).toEqual([403, expect.stringContaining('did not sign you in')])
    expect(page.html).not.toContain('of the provider.')
  })

  it('accepts an answer once', async () => {
    await newPerson()
    const first = visit()
    const callback = await first.callback()
    const copy = first.browser.at(site.base)
    expect((await first.browser.open(callback)).page.status).toBe(200)
    expect((await first.browser.open(callback)).page.status).toBe(400)
    expect((await copy.open(callback)).page.status).toBe(400)
  })

  it('accepts an answer in the browser that has asked only', async () => {
    await newPerson()
    const callback = await visit().callback()
    expect((await new BrowserUser(site.base).open(callback)).page.status).toBe(400)
    const other = visit()
    const { left } = await other.leave()
    const state = left!.searchParams.get('state')!
    const mixed = callback.replace(/state=[^&]+/, `state=${encodeURIComponent(state)}`)
    expect((await other.browser.open(mixed)).page.status).toBe(400)
  })

  it('accepts an answer at the address of the provider that was asked only', async () => {
    await newPerson()
    const one = visit()
    const callback = await one.callback()
    const { page } = await one.browser.open(callback.replace('/example', '/elsewhere'))
    expect([page.status, page.words]).toEqual([400, expect.stringContaining('another browser')])
  })

  it.each([
    '',
    '?state=',
    '?state=x',
    `?state=${'a'.repeat(300)}`,
    `?state=..%2F..%2Fadmin.${'a'.repeat(43)}`,
    `?code=1&state=invitation.${'a'.repeat(43)}`,
    `?code=1&state=password.${'a'.repeat(43)}`,
  ])('refuses an answer that nobody has asked for: %s', async (query) => {
    const { page } = await new BrowserUser(site.base).open(`/signin/callback/example${query}`)
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.status).toBeLessThan(500)
  })

  it('does not start with a provider that is unknown, disabled or out of reach', async () => {
    await newPerson()
    const down = { id: 'down', name: 'Down', issuer: 'http://127.0.0.1:1', clientId: 'x' }
    await owner.post(identityProviders, down)
    const one = visit()
    const unreachable = await one.leave('Down')
    expect([unreachable.page.status, unreachable.page.words]).toEqual([
      503,
      expect.stringContaining('cannot be reached'),
    ])
    const open = await one.browser.open(program.address({ prompt: 'login' }))
    const address = buttonOf(open, 'Down')!
    await owner.patch(`${identityProviders}/down`, { isEnabled: false })
    expect((await one.browser.open(address)).page.status).toBe(404)
    expect((await one.browser.open(address.replace('with=down', 'with=none'))).page.status).toBe(
      404,
    )
    const again = await one.browser.open(program.address({ prompt: 'login' }))
    expect(buttonOf(again, 'Down')).toBeUndefined()
    expect(buttonOf(again, 'Example')).toBeDefined()
  })

  it('keeps nothing of strangers but signed cookies of the path', async () => {
    await newPerson()
    const one = visit()
    await one.leave()
    const cookie = one.browser.setCookies.find((line) => line.startsWith('alm_federation='))
    expect(cookie).toMatch(/Path=\/signin\/[\w-]{21,}; Max-Age=900; HttpOnly; SameSite=Lax/)
  })
})
