import { beforeAll, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { newProgram, type Program, scope } from '../support/program.ts'
import { onServers } from '../support/sites.ts'

const ann = { email: 'ann@example.com' }
const bob = { email: 'bob@example.com' }
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'

onServers('a device without a browser', (site) => {
  let program: Program
  beforeAll(async () => {
    program = await newProgram(site, { name: 'Television', type: 'installed' })
    for (const user of [ann, bob]) await site.user(user)
  })

  /** What the device shows, and how it asks whether somebody has typed it. */
  async function start(path = '/device/code') {
    const wanted = { scope: `openid ${scope('calendar.readonly')}` }
    const { status, body } = await program.post(path, wanted)
    expect(status).toBe(200)
    const shown = body as unknown as {
      device_code: string
      user_code: string
      verification_uri: string
      verification_uri_complete: string
      expires_in: number
    }
    const poll = async (by = program) => {
      const reply = await by.token({ grant_type, device_code: shown.device_code })
      return { status: reply.status, ...reply.body }
    }
    return { ...shown, poll }
  }

  /** Somebody types the code and says that it is the one on the device. */
  async function typeIn(code: string, browser = new BrowserUser(site.base)) {
    const { page } = await browser.open('/device')
    expect(page.heading).toBe('Connect a device')
    const { page: confirm } = await browser.press(page, 'Continue', { fill: { user_code: code } })
    return { browser, confirm }
  }

  const signIn = (email: string) => (text: string) =>
    text.startsWith('Continue as') && text.includes(email)

  it('waits until the user has consented, and then gets its tokens once', async () => {
    const { user_code, poll } = await start()
    expect(await poll()).toMatchObject({ status: 400, error: 'authorization_pending' })
    const { browser, confirm } = await typeIn(user_code.toLowerCase().replace('-', ' '))
    expect(confirm.heading).toBe('Is this your device?')
    expect(confirm.words).toContain(user_code)
    const { page: signInPage } = await browser.press(confirm, 'Continue')
    expect(await poll()).toMatchObject({ status: 400, error: 'slow_down' })
    const { page: consent } = await browser.press(signInPage, signIn(ann.email))
    expect(consent.heading).toBe('Television asks for access')
    const { page: done } = await browser.press(consent, 'Allow')
    expect(done.heading).toBe('Device connected')

    const tokens = await poll()
    expect(tokens).toMatchObject({
      status: 200,
      scope: `openid ${scope('calendar.readonly')}`,
      refresh_token: expect.any(String),
      id_token: expect.any(String),
    })
    expect((await as(site.base, tokens.access_token).primary()).json.id).toBe(ann.email)
    expect((await program.refresh(tokens.refresh_token!)).status).toBe(200)
    expect(await poll()).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('does not take a code twice', async () => {
    const { user_code } = await start()
    const { browser, confirm } = await typeIn(user_code)
    await browser.press(confirm, 'Continue')
    const { confirm: second } = await typeIn(user_code)
    expect(second.words).toContain('This code has expired or was used')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('has to slow down when it polls too often, by five seconds more each time', async () => {
    const setClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
    await setClock({ now: '2027-03-01T12:00:00Z', frozen: true })
    try {
      const { poll } = await start()
      const pollAfter = async (seconds: number) => {
        await setClock({ advance: `PT${seconds}S` })
        const { status, error } = await poll()
        return [status, error]
      }
      expect(await pollAfter(0)).toEqual([400, 'authorization_pending'])
      expect(await pollAfter(5)).toEqual([400, 'authorization_pending'])
      expect(await pollAfter(4)).toEqual([400, 'slow_down'])
      expect(await pollAfter(9)).toEqual([400, 'slow_down'])
      expect(await pollAfter(15)).toEqual([400, 'authorization_pending'])
      expect(await pollAfter(14)).toEqual([400, 'slow_down'])
      expect(await pollAfter(20)).toEqual([400, 'authorization_pending'])
    } finally {
      await setClock({ reset: true })
    }
  })

  it('has to start again after half an hour', async () => {
    const { user_code, poll } = await start()
    await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'PT30M1S' } })
    try {
      expect(await poll()).toMatchObject({ status: 400, error: 'expired_token' })
      const { confirm } = await typeIn(user_code)
      expect(confirm.words).toContain('This code has expired or was used')
    } finally {
      await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
    }
  })

  it('shows a code and where to type it', async () => {
    for (const path of ['/device/code', '/o/oauth2/device/code']) {
      const shown = await start(path)
      expect(shown).toMatchObject({
        user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
        verification_uri: `${site.base}/device`,
        verification_url: `${site.base}/device`,
        interval: 5,
        expires_in: 1800,
      })
      expect(shown.verification_uri_complete).toContain(shown.user_code)
    }
  })

  it('names its client alone to start with, and shows the secret when it asks for tokens', async () => {
    const wanted = { scope: scope('calendar.readonly'), client_secret: undefined }
    const { status, body } = await program.post('/device/code', wanted)
    expect(status).toBe(200)
    const device_code = String(body.device_code)
    const poll = (client_secret?: string) =>
      program.token({ grant_type, device_code, client_secret })
    expect((await poll(program.secret)).body.error).toBe('authorization_pending')
    expect(await poll()).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    const wrong = { ...wanted, client_secret: 'wrong' }
    expect((await program.post('/device/code', wrong)).status).toBe(401)
    const unknown = { ...wanted, client_id: 'nobody' }
    expect((await program.post('/device/code', unknown)).status).toBe(401)
  })

  it('asks for the code again if the browser has lost the session of the form', async () => {
    const { user_code } = await start()
    const form = new URLSearchParams({ user_code, xsrf: 'lost', confirm: 'yes' }).toString()
    for (const [path, ...request] of [['/device', 'POST', form], ['/device/lost']] as const) {
      const browser = new BrowserUser(site.base)
      const { status, headers } = await browser.exchange(path, ...request)
      expect([status, headers.location]).toEqual([303, `${site.base}/device`])
      expect((await typeIn(user_code, browser)).confirm.heading).toBe('Is this your device?')
    }
  })

  it('is connected with the code in the address, too', async () => {
    const { verification_uri_complete, poll } = await start()
    const browser = new BrowserUser(site.base)
    const { pathname, search } = new URL(verification_uri_complete)
    const { page: filledIn } = await browser.open(pathname + search)
    expect(filledIn.html).not.toContain('<script')
    const { page: confirm } = await browser.press(filledIn, 'Continue')
    const { page: signInPage } = await browser.press(confirm, 'Continue')
    const { page: consent } = await browser.press(signInPage, signIn(ann.email))
    await browser.press(consent, 'Allow')
    expect((await poll()).status).toBe(200)
  })

  it('gets an error when the user cancels at the code', async () => {
    const { user_code, poll } = await start()
    const { browser, confirm } = await typeIn(user_code)
    const { page } = await browser.press(confirm, 'Stop')
    expect(page.words).toContain('Nothing was allowed')
    expect(await poll()).toMatchObject({ status: 400, error: 'access_denied' })
  })

  it('gets an error when the user declines', async () => {
    const { user_code, poll } = await start()
    const { browser, confirm } = await typeIn(user_code)
    const { page: signInPage } = await browser.press(confirm, 'Continue')
    const { page: consent } = await browser.press(signInPage, signIn(ann.email))
    const { page } = await browser.press(consent, 'Cancel')
    expect(page.words).toContain('Nothing was allowed')
    expect(await poll()).toMatchObject({ status: 400, error: 'access_denied' })
  })

  it('is connected to the user who switches the account', async () => {
    const { user_code, poll } = await start()
    const { browser, confirm } = await typeIn(user_code)
    const { page: signInPage } = await browser.press(confirm, 'Continue')
    const { page: consent } = await browser.press(signInPage, signIn(ann.email))
    const { page: again } = await browser.press(consent, 'Not you? Use another account')
    const { page: agreed } = await browser.press(again, signIn(bob.email))
    const { page: done } = await browser.press(agreed, 'Allow')
    expect(done.heading).toBe('Device connected')
    const { access_token } = await poll()
    expect((await as(site.base, access_token).primary()).json.id).toBe(bob.email)
  })

  it('cannot use the code of another program', async () => {
    const { poll } = await start()
    const other = await newProgram(site, { type: 'installed' })
    expect(await poll(other)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it.each([
    ['a code that no device shows', 'BBBB-BBBB', 'No device is waiting for this code'],
    ['no code', '', 'No device is waiting for this code'],
    ['markup', '<script>alert(1)</script>', 'No device is waiting for this code'],
  ])('does not take %s', async (_, code, words) => {
    const { confirm } = await typeIn(code)
    expect(confirm.words).toContain(words)
    expect(confirm.html).not.toContain('<script>alert')
  })

  it.each(['never', '~', `~${'0'.repeat(64)}`])('gets nothing for %s', async (device_code) => {
    const { status, body } = await program.token({ grant_type, device_code })
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('accepts a form only from its own page', async () => {
    const { user_code } = await start()
    const browser = new BrowserUser(site.base)
    await browser.open('/device')
    for (const xsrf of ['', '&xsrf=wrong']) {
      const form = `user_code=${user_code}&confirm=yes${xsrf}`
      const reply = await browser.exchange('/device', 'POST', form)
      expect(reply.status).toBe(400)
      expect(reply.headers.location).toBeUndefined()
    }
  })
})
