import { beforeAll, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { newProgram, type Program, scope } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const reading = scope('calendar.readonly')
const settings = scope('calendar.settings.readonly')
const ann = { email: 'ann@example.com' }
const bob = { email: 'bob@example.com' }

const signInPage = 'Sign in'
const consentPage = 'Planner asks for access'

onEmbeddedServer('sign-in and consent', (site) => {
  let program: Program
  let installed: Program
  beforeAll(async () => {
    ;[program, installed] = await Promise.all([
      newProgram(site),
      newProgram(site, { type: 'installed' }),
    ])
    for (const user of [ann, bob]) await site.user(user)
  })

  const newBrowser = () => new BrowserUser(site.base)
  const tokensOf = async (to: URL, by = program) =>
    (await by.exchange(to.searchParams.get('code')!)).body
  const whoIs = async (token: string) => (await as(site.base, token).primary()).json.id

  describe('a request for access', () => {
    it('leads through both pages and back with the state it came with', async () => {
      const state = 'a&b=c ü'
      const { to, seen } = await newBrowser().agree(program.address({ state }), ann)
      expect(seen).toEqual([signInPage, consentPage])
      expect(to.origin + to.pathname).toBe(program.redirectUri)
      expect(to.searchParams.get('state')).toBe(state)
      expect(to.searchParams.get('iss')).toBe(site.base)
      expect(to.searchParams.get('code')).toMatch(/^[\w-]{40,}$/)
      expect(to.hash).toBe('')
    })

    it('needs no page once the person has agreed in this browser', async () => {
      const browser = newBrowser()
      await browser.agree(program.address(), ann)
      const { to, seen } = await browser.agree(program.address(), ann)
      expect(seen).toEqual([])
      expect(await whoIs((await tokensOf(to)).access_token)).toBe(ann.email)
    })

    it('for a time without the person gives a refresh token once, until the person agrees again', async () => {
      const browser = newBrowser()
      const offline = { access_type: 'offline' }
      const refreshTokenFor = async (params: Record<string, string>) => {
        const { to } = await browser.agree(program.address(params), ann)
        return (await tokensOf(to)).refresh_token
      }
      expect(await refreshTokenFor({})).toBeUndefined()
      const first = await refreshTokenFor(offline)
      expect(first).toEqual(expect.any(String))
      expect(await refreshTokenFor(offline)).toBeUndefined()
      expect(await refreshTokenFor({})).toBeUndefined()
      expect(await refreshTokenFor({ prompt: 'none' })).toBeUndefined()
      const again = await refreshTokenFor({ ...offline, prompt: 'consent' })
      expect(again).toEqual(expect.any(String))
      for (const token of [first, again]) expect((await program.refresh(token!)).status).toBe(200)
    })

    it('of a program that waits on loopback may name any port and path there', async () => {
      for (const redirect_uri of [
        'http://localhost:3999/oauth2callback',
        'http://127.0.0.1:7/a?b=c',
      ]) {
        const { to } = await newBrowser().agree(installed.address({ redirect_uri }), ann)
        expect(to.href.startsWith(redirect_uri)).toBe(true)
        const code = to.searchParams.get('code')!
        expect((await installed.exchange(code, { redirect_uri })).status).toBe(200)
      }
      for (const redirect_uri of [
        'https://localhost:3999/back',
        'http://localhost.example.com/',
        'http://a@localhost:3999/',
        'http://localhost:3999/#a',
      ]) {
        const { page } = await newBrowser().open(installed.address({ redirect_uri }))
        expect(page.words).toContain('redirect')
      }
    })

    it('of a program on the person’s machine asks each time', async () => {
      const browser = newBrowser()
      await browser.agree(installed.address(), ann)
      const { seen } = await browser.agree(installed.address(), ann)
      expect(seen).toEqual([consentPage])
    })

    it('asks again for what was not asked before', async () => {
      const browser = newBrowser()
      await browser.agree(program.address({ scope: reading }), ann)
      const more = program.address({ scope: `${reading} ${settings}` })
      const { page } = await browser.open(more)
      expect(page.heading).toBe(consentPage)
      expect(page.html.match(/You allowed this before/g)).toHaveLength(1)
      const { seen, to } = await browser.agree(more, ann)
      expect(seen).toEqual([consentPage])
      expect((await tokensOf(to)).scope.split(' ').sort()).toEqual([reading, settings].sort())
    })

    it('answers at the older address too', async () => {
      const older = program.address().replace('/v2/auth', '/auth')
      expect(older).toMatch(/^\/o\/oauth2\/auth\?/)
      const { to } = await newBrowser().agree(older, ann)
      expect(await whoIs((await tokensOf(to)).access_token)).toBe(ann.email)
    })
  })

  describe('a person', () => {
    it('may allow some of it, and the program gets just that', async () => {
      const wanted = program.address({ scope: `openid ${reading} ${settings}` })
      const { to } = await newBrowser().agree(wanted, { ...ann, untick: [reading] })
      const { scope: granted, access_token } = await tokensOf(to)
      expect(granted).toBe(`openid ${settings}`)
      const me = as(site.base, access_token)
      expect((await me.get('/calendar/v3/users/me/settings')).status).toBe(200)
      const refused = await me.primary()
      expect(refused.status).toBe(403)
      expect(refused.json.error.errors[0]!.reason).toBe('insufficientPermissions')
    })

    it('is asked again for what was unticked, and can allow it then', async () => {
      const browser = newBrowser()
      const wanted = program.address({ scope: `${reading} ${settings}` })
      await browser.agree(wanted, { ...ann, untick: [reading] })
      const { to, seen } = await browser.agree(wanted, ann)
      expect(seen).toEqual([consentPage])
      expect((await tokensOf(to)).scope.split(' ').sort()).toEqual([reading, settings].sort())
    })

    it('can take back what was allowed before', async () => {
      const browser = newBrowser()
      const both = { scope: `${reading} ${settings}`, access_type: 'offline' }
      const first = await browser.agree(program.address(both), ann)
      const { refresh_token } = await tokensOf(first.to)
      const again = program.address({ ...both, prompt: 'consent' })
      await browser.agree(again, { ...ann, untick: [reading] })
      await browser.agree(program.address({ scope: 'openid' }), ann)
      const { body } = await program.refresh(refresh_token!)
      expect(body.scope).toBe(settings)
    })

    it('who unticks everything has refused', async () => {
      const wanted = program.address({ scope: reading })
      const { to } = await newBrowser().agree(wanted, { ...ann, untick: [reading] })
      expect(to.searchParams.get('error')).toBe('access_denied')
      expect(to.searchParams.has('code')).toBe(false)
    })

    it('may decline, and the client gets access_denied', async () => {
      const wanted = program.address({ state: 's' })
      const { to } = await newBrowser().agree(wanted, { ...ann, answer: 'Cancel' })
      expect(to.origin + to.pathname).toBe(program.redirectUri)
      expect(Object.fromEntries(to.searchParams)).toMatchObject({
        error: 'access_denied',
        state: 's',
      })
      expect(to.searchParams.has('code')).toBe(false)
    })

    it('may switch the account on the consent page', async () => {
      const browser = newBrowser()
      await browser.agree(program.address(), ann)
      const { page } = await browser.open(program.address({ prompt: 'consent' }))
      expect(page.words).toContain(`Signed in as ${ann.email}`)
      const { page: signIn } = await browser.press(page, 'Not you? Use another account')
      expect(signIn.heading).toBe(signInPage)
      const { page: consent } = await browser.press(signIn, (text) => text.includes(bob.email))
      expect(consent.words).toContain(`Signed in as ${bob.email}`)
      const { left } = await browser.press(consent, 'Allow')
      expect(await whoIs((await tokensOf(left!)).access_token)).toBe(bob.email)
      const { to, seen } = await browser.agree(program.address(), ann)
      expect(seen).toEqual([])
      expect(await whoIs((await tokensOf(to)).access_token)).toBe(bob.email)
    })
  })

  describe('a prompt', () => {
    it.each([
      ['consent', [consentPage]],
      ['login', [signInPage]],
      ['select_account', [signInPage]],
      ['select_account consent', [signInPage, consentPage]],
      ['login consent', [signInPage, consentPage]],
    ])('for %s shows %j to who is signed in', async (prompt, pages) => {
      const browser = newBrowser()
      await browser.agree(program.address(), ann)
      const { seen, to } = await browser.agree(program.address({ prompt }), ann)
      expect(seen).toEqual(pages)
      expect(await whoIs((await tokensOf(to)).access_token)).toBe(ann.email)
    })

    it('for consent is also made by the older approval_prompt=force', async () => {
      const browser = newBrowser()
      await browser.agree(program.address(), ann)
      const { seen } = await browser.agree(program.address({ approval_prompt: 'force' }), ann)
      expect(seen).toEqual([consentPage])
    })

    it('for an account lets another person sign in, who has to agree in person', async () => {
      const browser = newBrowser()
      await browser.agree(program.address(), ann)
      const choose = program.address({ prompt: 'select_account' })
      const { seen, to } = await browser.agree(choose, bob)
      expect(seen).toEqual([signInPage, consentPage])
      expect(await whoIs((await tokensOf(to)).access_token)).toBe(bob.email)
    })

    it('of none shows no page and returns what is required', async () => {
      const browser = newBrowser()
      const silent = program.address({ prompt: 'none', state: 's' })
      const stranger = await browser.open(silent)
      expect(stranger.left!.searchParams.get('error')).toBe('login_required')
      await browser.agree(program.address({ scope: reading }), ann)
      const more = await browser.open(program.address({ prompt: 'none', scope: settings }))
      expect(more.left!.searchParams.get('error')).toBe('consent_required')
      const enough = await browser.open(program.address({ prompt: 'none', scope: reading }))
      expect(enough.left!.searchParams.has('code')).toBe(true)
    })
  })

  it('a hint is filled into the sign-in form, as text', async () => {
    const login_hint = '"><script>alert(1)</script>@example.com'
    const { page } = await newBrowser().open(program.address({ login_hint }))
    expect(page.html).not.toContain('<script>')
    const { form, pressed } = page.button('Sign in')
    expect(form.body(pressed).get('email')).toBe(login_hint)
  })

  it('a hint at another user lets that user sign in, or the current one continue', async () => {
    const browser = newBrowser()
    await browser.agree(program.address(), ann)
    const hinted = program.address({ login_hint: bob.email })
    const silent = await browser.open(program.address({ login_hint: bob.email, prompt: 'none' }))
    expect(silent.left!.searchParams.get('error')).toBe('login_required')
    const again = await browser.agree(program.address({ login_hint: ann.email }), ann)
    expect(again.seen).toEqual([])
    const insisting = await browser.agree(hinted, ann)
    expect(insisting.seen).toEqual([signInPage])
    expect(await whoIs((await tokensOf(insisting.to)).access_token)).toBe(ann.email)
    const { seen, to } = await browser.agree(hinted, bob)
    expect(seen).toEqual([signInPage, consentPage])
    expect(await whoIs((await tokensOf(to)).access_token)).toBe(bob.email)
    for (const login_hint of ['\0', 'x'.repeat(3000)]) {
      expect((await browser.agree(program.address({ login_hint }), bob)).seen).toEqual([])
    }
  })

  it('a hint does not tell who has an account', async () => {
    const browser = newBrowser()
    await browser.agree(program.address(), ann)
    const hints = [bob.email, 'nobody@example.com', '1'.repeat(21)]
    for (const login_hint of hints) {
      const { left } = await browser.open(program.address({ login_hint, prompt: 'none' }))
      expect([login_hint, left!.searchParams.get('error')]).toEqual([login_hint, 'login_required'])
    }
    const own = await browser.open(
      program.address({ login_hint: 'Ann@Example.com', prompt: 'none' }),
    )
    expect(own.left!.searchParams.has('code')).toBe(true)
  })

  describe('include_granted_scopes', () => {
    it('adds what was granted before to a later grant', async () => {
      const browser = newBrowser()
      await browser.agree(program.address({ scope: reading }), ann)
      const more = program.address({ scope: settings, include_granted_scopes: 'true' })
      const { to, seen } = await browser.agree(more, ann)
      expect(seen).toEqual([consentPage])
      const { scope: granted, access_token } = await tokensOf(to)
      expect(granted.split(' ').sort()).toEqual([reading, settings].sort())
      expect(await whoIs(access_token)).toBe(ann.email)
    })

    it('adds nothing when it is not asked for', async () => {
      const browser = newBrowser()
      await browser.agree(program.address({ scope: reading }), ann)
      for (const include_granted_scopes of [undefined, 'false']) {
        const more = program.address({ scope: settings, include_granted_scopes })
        const { to } = await browser.agree(more, ann)
        expect((await tokensOf(to)).scope).toBe(settings)
      }
    })
  })
})
