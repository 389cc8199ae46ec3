import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserUnavailable, openBrowser } from '../support/chromium.ts'
import { bothThemes, expectAccessible } from '../support/console-page.ts'
import { newProgram } from '../support/program.ts'
import { runAlmanac, wireEngines } from '../support/server.ts'
import { type BorrowedServer, borrowServer } from '../support/server-pool.ts'
import { onEmbeddedServer, siteOf } from '../support/sites.ts'

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`
const email = 'ann@example.com'

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('a person', (site) => {
    let upper: BorrowedServer
    let base: string

    beforeAll(async () => {
      const engine = wireEngines.find(({ name }) => name === 'sqlite')!
      upper = await borrowServer({ engine })
      // Another name for the same machine, so that the two servers have cookies of their own.
      base = site.base.replace('127.0.0.1', 'localhost')
      const other = siteOf(upper.place, upper.server)
      await other.user({ email })
      const redirectUri = `${base}/signin/callback/upper`
      const client = await newProgram(other, { name: 'Lower', redirectUri })
      const words = [
        ['create', 'upper', '--name', 'Upper', '--issuer', other.base, '--client-id', client.id],
        ['--client-secret-stdin', '--email-domain', 'example.com'],
        ['--create-users', '--link-by-email'],
      ].flat()
      const { stderr } = await runAlmanac(['identity-provider', ...words], site.place.environment, {
        input: client.secret!,
      })
      expect(stderr).toBe('')
    })
    afterAll(() => upper[Symbol.asyncDispose]())

    /** Signs in at the other server, and agrees that this one may know who it is. */
    async function signInThere(page: Page): Promise<void> {
      await page.getByRole('link', { name: 'Continue with Upper' }).click()
      await page.waitForURL(({ origin }) => origin === upper.server.base)
      await page.getByRole('button', { name: new RegExp(`^Continue as .*${email}$`) }).click()
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL(({ origin }) => origin === base)
    }

    it('signs in to the console through another Almanac', async () => {
      await using browser = await openBrowser()
      const { page, complaints } = browser
      await page.goto(base)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('link', { name: 'Continue with Upper' }).waitFor()
      await expectAccessible(page, { themes: bothThemes })
      await signInThere(page)
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
      await page.getByRole('button', { name: /^Account:/ }).click()
      await page.getByText(email).first().waitFor()
      expect(complaints).toEqual([])
    })

    it('signs in to a program through another Almanac without JavaScript', async () => {
      const program = await newProgram(site)
      await using browser = await openBrowser({ javaScriptEnabled: false })
      const { page, complaints } = browser
      await page.goto(base + program.address())
      await signInThere(page)
      await page.getByRole('heading', { name: 'asks for access' }).waitFor()
      await page.getByText(email).waitFor()
      expect(complaints).toEqual([])
    })
  })
})
