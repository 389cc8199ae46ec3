import { afterAll, beforeAll, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram, type Program } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const password = 'correct horse battery'
const ann = { email: 'ann@example.com', password }

// Where attempts come from is told by a proxy.
onEmbeddedServer(
  'wrong passwords',
  (site) => {
    let program: Program
    const setClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
    beforeAll(async () => {
      program = await newProgram(site)
      await newPasswordUser(site.place, ann)
      // Waiting ends by the clock, which stands still here.
      await setClock({ now: '2027-03-01T12:00:00Z', frozen: true })
    })
    afterAll(() => setClock({ reset: true }))

    const browserAt = (address: string) =>
      new BrowserUser(site.base, { 'X-Forwarded-For': `203.0.113.99, ${address}` })

    /** The page that a browser sees after one attempt, or undefined when it was let in. */
    async function attempt(browser: BrowserUser, fill: typeof ann) {
      const { page } = await browser.open(program.address({ prompt: 'login' }))
      const { page: next } = await browser.press(page, 'Sign in', { fill })
      return next.heading === 'Sign in' ? next.words : undefined
    }

    const fail = async (address: string) => {
      for (let count = 0; count < 6; count++) {
        const words = await attempt(browserAt(address), { ...ann, password: 'wrong password' })
        expect(words).toContain('Wrong email or password')
      }
    }

    it('slow down their sender, and no other', async () => {
      await fail('198.51.100.1')
      expect(await attempt(browserAt('198.51.100.1'), ann)).toContain('Too many')
      expect(await attempt(browserAt('198.51.100.2'), ann)).toBeUndefined()
    })

    it('of neighbors do not slow down a browser that was used before', async () => {
      const own = browserAt('192.0.2.1')
      expect(await attempt(own, ann)).toBeUndefined()
      expect(own.setCookies.some((cookie) => /^alm_device_[^;]+;.*HttpOnly/.test(cookie))).toBe(
        true,
      )
      await fail('192.0.2.1')
      expect(await attempt(browserAt('192.0.2.1'), ann)).toContain('Too many')
      expect(await attempt(own, ann)).toBeUndefined()
    })
  },
  { ALMANAC_MODE: 'dev', ALMANAC_TRUSTED_PROXIES: '127.0.0.1' },
)
