import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { signInToConsole } from '../support/console-sign-in.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram, type Program } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { appCode } from '../support/totp.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'
import { FederatedVisit, identityProviders, providerBody } from './federation-fixture.ts'

const password = 'correct horse battery'
const account = '/almanac/v1/users/me'

onEmbeddedServer('the second factor of a user who signs in through another provider', (site) => {
  let upstream: TestIdentityProvider
  let owner: Awaited<ReturnType<typeof administrator>>
  let program: Program

  beforeAll(async () => {
    upstream = await startIdentityProvider()
    owner = await administrator(site.place, site.server)
    program = await newProgram(site)
    await owner.post(identityProviders, providerBody(upstream))
  })
  afterAll(() => upstream[Symbol.asyncDispose]())
  beforeEach(() => {
    upstream.forged = {}
  })

  const trust = (trustAmr: boolean) => owner.patch(`${identityProviders}/example`, { trustAmr })

  /** Somebody with an authenticator app, who signs in at the provider next; gives the recovery codes. */
  async function newPerson() {
    const email = freshEmail('ann')
    await newPasswordUser(site.place, { email, password })
    const browser = new BrowserUser(site.base)
    const session = await signInToConsole({ base: site.base, browser }, { email, password })
    const me = as(site.base, session.accessToken)
    const { json } = await me.post(`${account}/totp/begin`)
    const code = appCode(String(json.secret), Date.now())
    const confirmed = await me.post(`${account}/totp/confirm`, {
      enrollment: json.enrollment,
      code,
    })
    expect(confirmed.status).toBe(200)
    upstream.person = { sub: `sub of ${email}`, email, email_verified: true }
    return { email, recoveryCodes: confirmed.json.recoveryCodes as unknown as string[] }
  }

  const signInDetails = async (email: string) => {
    const { json } = await owner.get(`${admin}/audit?actor=${email}&action=auth.signIn`)
    return (json.items as unknown as { details: object }[])[0]?.details
  }

  it('is not required if a trusted provider reports that it has required one', async () => {
    const { email } = await newPerson()
    await trust(true)
    upstream.forged = { amr: ['pwd', 'otp', 'mfa'] }
    const visit = new FederatedVisit(program, upstream)
    const { page } = await visit.signIn()
    expect(page.heading).toBe('Planner asks for access')
    expect(await signInDetails(email)).toEqual({
      methods: ['fed', 'pwd', 'otp', 'mfa'],
      provider: 'example',
    })
    const { left } = await visit.browser.press(page, 'Allow')
    const { body } = await program.exchange(left!.searchParams.get('code')!)
    const claims = JSON.parse(String(Buffer.from(body.id_token!.split('.')[1]!, 'base64url')))
    expect(claims.amr).toEqual(['fed', 'pwd', 'otp', 'mfa'])
  })

  it.each([
    ['the provider is not trusted', false, { amr: ['pwd', 'otp', 'mfa'] }],
    ['a trusted provider names one method only', true, { amr: ['pwd'] }],
    ['a trusted provider says nothing', true, { amr: undefined }],
    ['a trusted provider names no list', true, { amr: { mfa: true } }],
  ])('is asked for where %s, and noted with the provider', async (_, isTrusted, forged) => {
    const { email, recoveryCodes } = await newPerson()
    await trust(isTrusted)
    upstream.forged = forged
    const visit = new FederatedVisit(program, upstream)
    const { page } = await visit.signIn()
    expect(page.heading).toBe('Verify your identity')
    const code = recoveryCodes[0]!
    const { page: next } = await visit.browser.press(page, 'Continue', { fill: { code } })
    expect(next.heading).toBe('Planner asks for access')
    expect(await signInDetails(email)).toMatchObject({
      methods: expect.arrayContaining(['fed', 'otp', 'mfa']),
      provider: 'example',
    })
  })
})
