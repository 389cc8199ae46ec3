import { beforeAll, describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { outboxOf } from '../support/outbox.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram, type Program } from '../support/program.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'

const password = 'correct horse battery'
const another = 'quite another password'
const change = '/almanac/v1/users/me/password/change'

onEmbeddedServer('a password', (site) => {
  let program: Program
  let users = 0
  beforeAll(async () => {
    program = await newProgram(site)
  })

  const newUser = async () => {
    const email = `person-${++users}@example.com`
    await newPasswordUser(site.place, { email, password })
    return email
  }

  const canSignIn = async (email: string, typed: string) => {
    const browser = new BrowserUser(site.base)
    const { page } = await browser.open(program.address())
    const { page: next } = await browser.press(page, 'Sign in', {
      fill: { email, password: typed },
    })
    return next.heading !== 'Sign in'
  }

  const linkFor = async (email: string) => {
    const { stdout } = await runAlmanac(['user', 'password-link', email], site.place.environment)
    return new URL(stdout.trim()).pathname
  }

  const choose = async (path: string, typed: string, again = typed) => {
    const browser = new BrowserUser(site.base)
    const { page } = await browser.open(path)
    return (await browser.press(page, 'Set password', { fill: { password: typed, again } })).page
  }

  describe('is changed by its user', () => {
    const caller = async (email: string) => {
      const body = { email }
      const { json } = await site.call('/_almanac/tokens', { method: 'POST', body })
      return as(site.base, String(json.token))
    }

    it('who knows the present one', async () => {
      const email = await newUser()
      const me = await caller(email)
      const body = { currentPassword: password, newPassword: another }
      expect((await me.post(change, body)).status).toBe(204)
      expect(await canSignIn(email, another)).toBe(true)
      expect(await canSignIn(email, password)).toBe(false)
    })

    it('and not by others, however often they guess', async () => {
      const email = await newUser()
      const me = await caller(email)
      await site.call('/_almanac/clock', {
        method: 'POST',
        body: { now: '2027-03-01T12:00:00Z', frozen: true },
      })
      try {
        const body = { currentPassword: 'wrong password', newPassword: another }
        for (let count = 0; count < 6; count++) {
          expectRefusal(await me.post(change, body), { status: 403, reason: 'forbidden' })
        }
        const right = { ...body, currentPassword: password }
        expectRefusal(await me.post(change, right), { status: 429, reason: 'limitExceeded' })
      } finally {
        await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
      }
    })

    it.each([
      [{ newPassword: another }, 'required'],
      [{ currentPassword: password }, 'required'],
      [{ currentPassword: password, newPassword: 'qwerty1234' }, 'invalid'],
    ])('not with %o', async (body, reason) => {
      const me = await caller(await newUser())
      expectRefusal(await me.post(change, body), { status: 400, reason })
    })
  })

  describe('is set with a link', () => {
    it('once, by anyone who has it', async () => {
      const email = `person-${++users}@example.com`
      await runAlmanac(['user', 'create', email], site.place.environment)
      const [path, other] = [await linkFor(email), await linkFor(email)]
      expect((await choose(path, another, 'not the same one')).words).toContain('not the same')
      expect((await choose(path, 'qwerty1234')).words).toContain('easy to guess')
      expect((await choose(path, another)).heading).toBe('Your password is set')
      expect(await canSignIn(email, another)).toBe(true)
      for (const used of [path, other, '/signin/password/made-up']) {
        const { page } = await new BrowserUser(site.base).open(used)
        expect([page.status, page.words]).toEqual([410, expect.stringContaining('has expired')])
      }
    })

    it('not by a form of another site', async () => {
      const path = await linkFor(await newUser())
      const foreign = new BrowserUser(site.base, { Origin: 'http://evil.test' })
      const form = new URLSearchParams({ password: another, again: another }).toString()
      expect((await foreign.exchange(path, 'POST', form)).status).toBe(403)
    })

    it('that is mailed to the address of an account, without revealing whether it exists', async () => {
      const email = await newUser()
      const pages = []
      for (const typed of ['nobody@example.com', email]) {
        const browser = new BrowserUser(site.base, { Host: 'localhost' })
        const { page } = await browser.open('/signin/password')
        pages.push((await browser.press(page, 'Send link', { fill: { email: typed } })).page.words)
      }
      expect(pages[0]).toBe(pages[1])
      const mails = await outboxOf(site)
      expect(mails.filter(({ to }) => to === 'nobody@example.com')).toEqual([])
      const { text } = mails.find(({ to }) => to === email) as unknown as { text: string }
      const address = /new password: (\S+)/.exec(text)![1]!
      expect(address.startsWith(`${site.base}/signin/password/`)).toBe(true)
      expect((await choose(new URL(address).pathname, another)).heading).toBe(
        'Your password is set',
      )
      expect(await canSignIn(email, another)).toBe(true)
    })

    it('that an administrator has sent as an invitation', async () => {
      const boss = await administrator(site.place, site.server)
      const email = freshEmail('invited')
      const invite = () => boss.post(`${admin}/users/${email}/invite`)
      expectRefusal(await invite(), notFound)
      expect((await boss.post(`${admin}/users`, { email })).status).toBe(200)
      for (let count = 0; count < 5; count++) expect((await invite()).status).toBe(204)
      expectRefusal(await invite(), { status: 403, reason: 'limitExceeded' })
      const mails = (await outboxOf(site)).filter(({ to }) => to === email)
      expect(mails).toHaveLength(5)
      const address = /account: (\S+)/.exec(mails[0]!.text)![1]!
      expect(address.startsWith(`${site.base}/signin/password/`)).toBe(true)
      await choose(new URL(address).pathname, another)
      expect(await canSignIn(email, another)).toBe(true)
      expect((await boss.post(`${admin}/users/${email}/disable`)).status).toBe(200)
      expect((await invite()).status).toBe(400)
    })
  })
})
