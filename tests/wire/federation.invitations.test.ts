import { afterAll, beforeAll, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts'
import { newProgram, type Program } from '../support/program.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'
import { buttonOf, FederatedVisit, identityProviders, providerBody } from './federation-fixture.ts'

onServers('an invitation to connect an account', (site) => {
  let upstream: TestIdentityProvider
  let owner: Awaited<ReturnType<typeof administrator>>
  let program: Program

  beforeAll(async () => {
    upstream = await startIdentityProvider()
    owner = await administrator(site.place, site.server)
    program = await newProgram(site)
    await owner.post(identityProviders, providerBody(upstream, { linkByEmail: false }))
  })
  afterAll(() => upstream[Symbol.asyncDispose]())

  const invite = (email: string, provider = 'example') =>
    owner.post(`${admin}/users/${email}/identities/invite`, { provider })

  /** The address of the button on the page of a new invitation, in a browser that has opened it. */
  async function openInvitation(email: string, browser: BrowserUser) {
    const { json } = await invite(email)
    const stop = await browser.open(String(json.url))
    expect(stop.page.words).toContain(email)
    return { address: buttonOf(stop, 'Example')!, url: String(json.url) }
  }

  it('connects the user who signs in at the provider, without a verified address, and works once', async () => {
    const { email } = await site.user({ email: freshEmail('guest') })
    upstream.person = { sub: `guest ${email}` }
    const refused = await new FederatedVisit(program, upstream).signIn()
    expect(refused.page.status).toBe(403)

    const browser = new BrowserUser(site.base)
    const visit = new FederatedVisit(program, upstream, browser)
    const { address, url } = await openInvitation(email, browser)
    const { left } = await browser.open(address)
    expect(left!.searchParams.get('state')).not.toContain(url.split('/').at(-1))
    const callback = await visit.upstream(left!)
    expect((await new BrowserUser(site.base).open(callback)).page.status).toBe(400)
    const done = await browser.open(callback)
    expect([done.page.status, done.page.heading]).toEqual([200, 'Your account is connected'])
    expect((await browser.open(callback)).page.status).toBe(400)
    expect((await browser.open(url)).page.status).toBe(410)

    const { page } = await new FederatedVisit(program, upstream).signIn()
    expect(page.words).toContain(email)
    const listed = await owner.get(`${admin}/users/${email}/identities`)
    expect(listed.json.items).toMatchObject([{ provider: 'example', subject: `guest ${email}` }])
  })

  it('is ended by disconnecting: the subject is unknown again', async () => {
    const { email } = await site.user({ email: freshEmail('guest') })
    upstream.person = { sub: `guest ${email}` }
    const browser = new BrowserUser(site.base)
    const visit = new FederatedVisit(program, upstream, browser)
    const { address } = await openInvitation(email, browser)
    const { left } = await browser.open(address)
    await browser.open(await visit.upstream(left!))
    const path = `${admin}/users/${email}/identities/example`
    expect((await owner.delete(path)).status).toBe(204)
    expectRefusal(await owner.delete(path), { status: 404, reason: 'notFound' })
    expect((await new FederatedVisit(program, upstream).signIn()).page.status).toBe(403)
  })

  if (!site.isEmbedded) return

  it('can be created on the command line', async () => {
    const { email } = await site.user({ email: freshEmail('guest') })
    const words = ['identity-provider', 'invite', 'example', email, '--public-url', site.base]
    const { code, stdout } = await runAlmanac(words, site.place.environment)
    expect(code).toBe(0)
    const { page } = await new BrowserUser(site.base).open(stdout.trim())
    expect(page.words).toContain(email)
  })

  it('is refused for providers and people there are not, and beyond a number', async () => {
    const { email } = await site.user({ email: freshEmail('guest') })
    expectRefusal(await invite(email, 'none'), { status: 404, reason: 'notFound' })
    expectRefusal(await invite('nobody@example.com'), { status: 404, reason: 'notFound' })
    for (let index = 0; index < 5; index++) expect((await invite(email)).status).toBe(200)
    expectRefusal(await invite(email), { status: 403, reason: 'limitExceeded' })
  })

  it('cannot be created for an administrator by a user administrator', async () => {
    const manager = await administrator(site.place, site.server, 'userAdministrator')
    const path = `${admin}/users/${owner.email}/identities/invite`
    const reply = await manager.post(path, { provider: 'example' })
    expectRefusal(reply, { status: 403, reason: 'forbidden' })
  })

  it.each(['', 'x', 'a'.repeat(43), '%00', '%E0%A4%A'])('is not found as %j', async (secret) => {
    const { page } = await new BrowserUser(site.base).open(`/signin/invitation/${secret}?with=x`)
    expect(page.status).toBe(410)
  })
})
