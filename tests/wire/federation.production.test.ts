import { describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { startIdentityProvider } from '../support/identity-provider.ts'
import { newProgram } from '../support/program.ts'
import { runAlmanac, wireEngines } from '../support/server.ts'
import { FederatedVisit } from './federation-fixture.ts'

const embeddedEngine = wireEngines.find(({ name }) => name === 'sqlite')!
const origin = 'https://almanac.example.com'
const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'almanac.example.com' }
const environment = {
  ALMANAC_MODE: 'production',
  ALMANAC_SECRET_KEY: 'a secret for this test that is long enough',
  ALMANAC_PUBLIC_URL: origin,
  ALMANAC_TRUSTED_PROXIES: '127.0.0.1',
}

describe('signing in through another provider in production', () => {
  it('needs leave for private addresses, and keeps its cookies to encrypted connections', async () => {
    await using place = await embeddedEngine.place()
    await using upstream = await startIdentityProvider()
    const words = [
      ['identity-provider', 'create', 'example', '--name', 'Example', '--issuer', upstream.issuer],
      ['--client-id', upstream.clientId, '--email-domain', 'example.com', '--create-users'],
    ].flat()
    const refused = await runAlmanac(words, { ...place.environment, ...environment })
    expect(refused.stderr).toContain('ALMANAC_IDENTITY_PROVIDER_PRIVATE')
    const allowed = { ALMANAC_IDENTITY_PROVIDER_PRIVATE: 'allow' }
    const created = await runAlmanac(
      [...words, '--client-secret-stdin'],
      { ...place.environment, ...environment, ...allowed },
      { input: `${upstream.clientSecret}\n` },
    )
    expect(created.stdout).toContain(`${origin}/signin/callback/example`)

    upstream.person = { sub: '1', email: 'new@example.com', email_verified: true }
    const guarded = await place.start(environment)
    const program = await newProgram({ place, base: guarded.base })
    const visit = (base: string) =>
      new FederatedVisit(program.at(base), upstream, new BrowserUser(base, proxied))
    expect((await visit(guarded.base).leave()).page.status).toBe(503)
    await guarded.stop()

    const server = await place.start({ ...environment, ...allowed })
    const one = visit(server.base)
    const { left } = await one.leave()
    expect(left!.searchParams.get('redirect_uri')).toBe(`${origin}/signin/callback/example`)
    const cookie = one.browser.setCookies.find((line) => line.includes('alm_federation='))
    expect(cookie).toMatch(/^__Secure-alm_federation=.*; HttpOnly; SameSite=Lax; Secure/)
    const { page } = await one.browser.open(await one.upstream(left!))
    expect(page.words).toContain('new@example.com')
  })
})
