import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../support/browser-page.ts'
import { BrowserUser } from '../support/browser-user.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram, newProof, type Program } from '../support/program.ts'
import { embeddedEngine } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const ann = { email: 'ann@example.com' }
const password = 'correct horse battery'

function expectSafe({ headers }: Pick<Page, 'headers'>): void {
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).not.toMatch(/unsafe-|\*/)
  expect(headers['x-frame-options']).toBe('DENY')
}

onEmbeddedServer('the pages', (site) => {
  let program: Program
  beforeAll(async () => {
    program = await newProgram(site)
    await site.user(ann)
  })

  const newBrowser = () => new BrowserUser(site.base)
  const signInOf = async (browser: BrowserUser) => (await browser.open(program.address())).page
  const isAnn = (text: string) => text.includes(ann.email)

  it('cannot be framed, and run no script of others', async () => {
    const browser = newBrowser()
    const signIn = await signInOf(browser)
    const { page: wrong } = await browser.press(signIn, 'Sign in', {
      fill: { email: ann.email, password: 'wrong' },
    })
    const { page: consent } = await browser.press(signIn, isAnn)
    const { page: error } = await browser.open(program.address({ client_id: 'nobody' }))
    const { page: expired } = await browser.open('/signin/never-there')
    const { page: device } = await browser.open('/device')
    const pages = { signIn, wrong, consent, error, expired, device }
    for (const page of Object.values(pages)) expectSafe(page)
    for (const { headers, html } of [signIn, wrong, consent, expired]) {
      expect(headers['content-security-policy']).not.toContain('script-src')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(html).not.toMatch(/<script|\son\w+=/)
    }
  })

  it.each([
    ['https://planner.example.com/back', 'https://planner.example.com'],
    ['http://127.0.0.1:7777/back', 'http://127.0.0.1:7777'],
  ])('let their forms lead back to %s', async (redirectUri, source) => {
    const made = await newProgram(site, { redirectUri })
    const { page } = await newBrowser().open(made.address())
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${source};`)
  })

  it('post a response to the program that asks for a form', async () => {
    const made = await newProgram(site, { redirectUri: 'https://planner.example.com/back' })
    for (const params of [{ prompt: 'none' }, { prompt: 'none', scope: 'nothing' }]) {
      const address = made.address({ ...params, response_mode: 'form_post' })
      const { page } = await newBrowser().open(address)
      expect(page.html).toContain('<form method="post" action="https://planner.example.com/back">')
      expect(page.headers['content-security-policy']).toMatch(
        /;form-action 'self' https:\/\/planner\.example\.com;.*;script-src 'self' 'sha256-/,
      )
    }
    const unknown = made.address({
      redirect_uri: 'https://evil.example/',
      response_mode: 'form_post',
    })
    const { page: refused } = await newBrowser().open(unknown)
    expect(refused.headers['content-security-policy']).not.toContain('evil')
  })

  it('let their forms lead back to a program’s own scheme', async () => {
    const wish = { type: 'installed', redirectUri: 'com.example.planner:/back' } as const
    const browser = newBrowser()
    const made = await newProgram(site, wish)
    const { challenge } = newProof()
    const address = made.address({ code_challenge: challenge, code_challenge_method: 'S256' })
    const { page } = await browser.open(address)
    const policy = page.headers['content-security-policy']
    expect(policy).toContain("form-action 'self' com.example.planner:;")
    const { to } = await browser.agree(address, ann)
    expect(to.href).toMatch(/^com\.example\.planner:\/back\?code=/)
  })

  describe('a form', () => {
    const changed = (page: Page, change: (form: URLSearchParams) => void): string => {
      const { form, pressed } = page.button(isAnn)
      const body = form.body(pressed)
      change(body)
      return body.toString()
    }

    it.each<[string, (form: URLSearchParams) => void]>([
      ['without its mark', (form) => form.delete('csrf')],
      ['with an empty mark', (form) => form.set('csrf', '')],
      ['with a wrong mark', (form) => form.set('csrf', 'x'.repeat(43))],
    ])('%s is refused, and nobody is signed in', async (_, change) => {
      const browser = newBrowser()
      const page = await signInOf(browser)
      const reply = await browser.exchange(page.path, 'POST', changed(page, change))
      expect(reply.status).toBe(403)
      expect(reply.headers.location).toBeUndefined()
      expect((await signInOf(browser)).heading).toBe('Sign in')
    })

    it('with the mark of another page is refused', async () => {
      const browser = newBrowser()
      const [one, other] = [await signInOf(browser), await signInOf(browser)]
      const mark = other.button('Sign in').form.body({}).get('csrf')!
      const body = changed(one, (form) => form.set('csrf', mark))
      expect((await browser.exchange(one.path, 'POST', body)).status).toBe(403)
    })

    it('from another browser is refused', async () => {
      const page = await signInOf(newBrowser())
      const body = changed(page, () => {})
      const reply = await newBrowser().exchange(page.path, 'POST', body)
      expect(reply.status).toBe(400)
      expect(reply.headers.location).toBeUndefined()
    })

    it('that is too large is refused', async () => {
      const browser = newBrowser()
      const page = await signInOf(browser)
      const body = changed(page, (form) => form.set('more', 'x'.repeat(100_000)))
      expect((await browser.exchange(page.path, 'POST', body)).status).toBe(403)
    })

    it('of an expired page says so', async () => {
      const browser = newBrowser()
      const page = await signInOf(browser)
      await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'PT1H1S' } })
      try {
        const { page: late } = await browser.press(page, isAnn)
        expect([late.status, late.words]).toEqual([400, expect.stringContaining('has expired')])
        const { page: shown } = await browser.open(page.path)
        expect(shown.status).toBe(400)
      } finally {
        await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
      }
    })

    it('that was answered cannot be answered again', async () => {
      const browser = newBrowser()
      const page = await signInOf(browser)
      await browser.press(page, isAnn)
      expect((await browser.press(page, isAnn)).page.status).toBe(400)
    })
  })

  it('are the same for a wrong password and an unknown user', async () => {
    const known = 'known@example.com'
    await newPasswordUser(site.place, { email: known, password })
    const shown = []
    for (const email of [known, 'nobody@example.com']) {
      const browser = newBrowser()
      const { page } = await browser.press(await signInOf(browser), 'Sign in', {
        fill: { email, password: 'not the password' },
      })
      expect(page.status).toBe(400)
      expect(page.button('Sign in').form.body({}).get('email')).toBe(email)
      expect(page.html).not.toContain('not the password')
      shown.push(page.words)
    }
    expect(shown[0]).toContain('Wrong email or password')
    expect(shown[0]).toBe(shown[1])
  })

  it('set cookies that no script reads and no other site sends', async () => {
    const browser = newBrowser()
    await browser.agree(program.address(), ann)
    expect(browser.setCookies.length).toBeGreaterThan(3)
    for (const cookie of browser.setCookies) {
      expect(cookie).toMatch(/;\s*httponly/i)
      expect(cookie).toMatch(/;\s*samesite=lax/i)
    }
  })
})

describe('sign-in in production', () => {
  const origin = 'https://almanac.example.com'
  const environment = {
    ALMANAC_MODE: 'production',
    ALMANAC_SECRET_KEY: 'a secret for this test that is long enough',
    ALMANAC_PUBLIC_URL: origin,
    ALMANAC_TRUSTED_PROXIES: '127.0.0.1',
  }
  const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'almanac.example.com' }

  it('accepts passwords only, and keeps its cookies to encrypted connections', async () => {
    await using place = await embeddedEngine.place()
    const { base } = await place.start(environment)
    await newPasswordUser(place, { ...ann, password })
    const program = await newProgram({ place, base })
    const browser = new BrowserUser(base, proxied)
    const { page } = await browser.open(program.address())
    expect(page.buttons).toEqual(['Sign in'])
    const csrf = page.button('Sign in').form.body({}).get('csrf')!
    const oneClick = new URLSearchParams({ csrf, devUser: ann.email }).toString()
    expect((await browser.exchange(page.path, 'POST', oneClick)).status).toBe(400)

    const { to } = await browser.agree(program.address(), { ...ann, password })
    expect(to.searchParams.get('iss')).toBe(origin)
    const { body } = await program.exchange(to.searchParams.get('code')!)
    expect(body.access_token).toEqual(expect.any(String))
    expect(browser.setCookies.length).toBeGreaterThan(3)
    for (const cookie of browser.setCookies) {
      expect(cookie).toMatch(/;\s*secure/i)
      expect(cookie).toMatch(/;\s*httponly/i)
      expect(cookie).toMatch(/;\s*samesite=lax/i)
      // Browsers refuse a cookie of the root under such a name when another host has set it.
      expect(cookie).toMatch(/; path=\/;/i.test(cookie) ? /^__Host-alm_/ : /^__Secure-alm_/)
      expect(cookie).not.toMatch(/;\s*domain=/i)
    }
    for (const name of ['session', 'device_', 'interaction', 'resume', 'request']) {
      expect(browser.setCookies.some((cookie) => cookie.includes(`-alm_${name}`))).toBe(true)
    }
  })

  it('does not believe a forwarded address of a peer that is no proxy', async () => {
    await using place = await embeddedEngine.place()
    const { ALMANAC_TRUSTED_PROXIES: _, ...open } = environment
    const { base } = await place.start({ ...open, ALMANAC_MODE: 'dev' })
    const program = await newProgram({ place, base })
    const forged = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example.com' }
    const browser = new BrowserUser(base, forged)
    const stop = await browser.exchange(program.address())
    expect(stop.text + JSON.stringify(stop.headers)).not.toContain('evil.example.com')
  })
})
