import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { borrowBrowser, browserUnavailable, devTools } from '../support/chromium.ts'
import { bothThemes, expectAccessible } from '../support/console-page.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { appCode } from '../support/totp.ts'

const password = 'correct horse battery'
const stepMs = 30_000

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Types the password, on the page that asks for it. */
async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Sign in').click()
}

/** A passkey provider of the browser's own, whose owner is always there. */
async function addAuthenticator(page: Page): Promise<AsyncDisposable> {
  const session = await devTools(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('a person with a second factor', (site) => {
    let users = 0
    // Browsers know passkeys by the name of a host.
    const base = () => site.base.replace('127.0.0.1', 'localhost')

    async function openSecurity() {
      const email = `person-${++users}@example.com`
      await newPasswordUser(site.place, { email, password })
      const browser = await borrowBrowser(base())
      const { page } = browser
      await page.goto(`${base()}/account/security`)
      await button(page, 'Sign in').click()
      await typePassword(page, email)
      await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
      return { browser, page, email }
    }

    /** What Chromium notes of calls that are refused on purpose is no complaint. */
    const complaintsOf = ({ complaints }: { complaints: readonly string[] }) =>
      complaints.filter((text) => !/status of (?:400|401|403)/.test(text))

    it('adds a passkey, signs in with it alone, and renames and removes it', async () => {
      const { browser, page } = await openSecurity()
      await using _ = browser
      await using _authenticator = await addAuthenticator(page)
      await button(page, 'Add passkey').click()
      await dialog(page, 'Add a passkey').getByLabel('Name').fill('Laptop')
      await dialog(page, 'Add a passkey').getByRole('button', { name: 'Add' }).click()
      const codes = dialog(page, 'Save your recovery codes')
      await codes.getByRole('button', { name: 'Done' }).waitFor()
      expect(await codes.getByRole('listitem').count()).toBe(10)
      await expectAccessible(page, { themes: bothThemes })
      await codes.getByRole('button', { name: 'Download file' }).click()
      await codes.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('rowheader', { name: 'Laptop' }).waitFor()
      await expectAccessible(page, { themes: bothThemes })

      // The sign-in was without the passkey, which changes need from now on.
      const rename = async () => {
        await button(page, 'Rename Laptop').click()
        await dialog(page, 'Rename passkey').getByLabel('Name').fill('Work laptop')
        await dialog(page, 'Rename passkey').getByRole('button', { name: 'Save' }).click()
      }
      await rename()
      await dialog(page, 'Sign in again').getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
      await expectAccessible(page, { themes: bothThemes })
      await button(page, 'Sign in with a passkey').click()
      await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/account/security')
      await rename()
      await page.getByRole('rowheader', { name: 'Work laptop' }).waitFor()

      await button(page, 'Remove Work laptop').click()
      await dialog(page, 'Remove the passkey?').getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('rowheader', { name: 'Work laptop' }).waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor({ state: 'detached' })
      expect(complaintsOf(browser)).toEqual([])
    })

    it('uses a passkey after the password, and is told where there is none', async () => {
      const { browser, page, email } = await openSecurity()
      await using _ = browser
      await using _authenticator = await addAuthenticator(page)
      await button(page, 'Add passkey').click()
      await dialog(page, 'Add a passkey').getByLabel('Name').fill('Phone')
      await dialog(page, 'Add a passkey').getByRole('button', { name: 'Add' }).click()
      await button(page, 'Download file').click()
      await button(page, 'Done').click()
      await button(page, 'Add passkey').click()
      await dialog(page, 'Add a passkey').getByLabel('Name').fill('Tablet')
      await dialog(page, 'Add a passkey').getByRole('button', { name: 'Add' }).click()
      await dialog(page, 'Sign in again').getByRole('button', { name: 'Sign in' }).click()
      await typePassword(page, email)
      await page.getByRole('heading', { name: 'Verify your identity' }).waitFor()
      await expectAccessible(page, { themes: bothThemes })
      await button(page, 'Sign in with a passkey').click()
      await page.getByRole('rowheader', { name: 'Phone' }).waitFor()

      await using other = await borrowBrowser(base())
      await using _none = await addAuthenticator(other.page)
      await other.page.goto(`${base()}/account/security`)
      await button(other.page, 'Sign in').click()
      await button(other.page, 'Sign in with a passkey').click()
      await other.page.getByText('The passkey could not be used.').waitFor()
      expect(complaintsOf(browser)).toEqual([])
    })

    it('sets up an authenticator app, and types its code after the password', async () => {
      const { browser, page, email } = await openSecurity()
      await using _ = browser
      // The codes stay valid, however long the browser takes.
      const nowMs = Date.now()
      const standStill = { now: new Date(nowMs).toISOString(), frozen: true }
      await site.call('/_almanac/clock', { method: 'POST', body: standStill })
      await button(page, 'Set up app').click()
      const setup = dialog(page, 'Set up an authenticator app')
      const secret = await setup.locator('code').innerText()
      await expectAccessible(page, { themes: bothThemes })
      await setup.getByLabel('Code').fill(appCode(secret, nowMs - 10 * stepMs))
      await setup.getByRole('button', { name: 'Confirm' }).click()
      await setup.getByText('This code is wrong.').waitFor()
      await setup.getByLabel('Code').fill(appCode(secret, nowMs))
      await setup.getByRole('button', { name: 'Confirm' }).click()
      await button(page, 'Download file').click()
      await button(page, 'Done').click()
      await page.getByText('You have 10 codes left.').waitFor()

      await page.getByRole('button', { name: /^Account:/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await button(page, 'Sign in').click()
      await typePassword(page, email)
      await page.getByRole('heading', { name: 'Verify your identity' }).waitFor()
      await expectAccessible(page, { themes: bothThemes })
      await page.getByRole('textbox', { name: 'Code' }).fill(appCode(secret, nowMs + stepMs))
      await page.keyboard.press('Enter')
      await page.getByText('You have 10 codes left.').waitFor()
      await button(page, 'Create new codes').click()
      await dialog(page, 'Create new').getByRole('button', { name: 'Create' }).click()
      await button(page, 'Download file').click()
      await button(page, 'Done').click()
      await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
      expect(complaintsOf(browser)).toEqual([])
    })

    it('signs out everywhere, also here', async () => {
      const { browser, page } = await openSecurity()
      await using _ = browser
      await button(page, 'Sign out everywhere').click()
      const question = dialog(page, 'Sign out everywhere?')
      await expectAccessible(page, { themes: bothThemes })
      await question.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByRole('heading', { name: 'Almanac' }).waitFor()
      await page.goto(`${base()}/account/security`)
      await button(page, 'Sign in').waitFor()
      expect(complaintsOf(browser)).toEqual([])
    })

    it('signs in again to create a token, and comes back to the same page', async () => {
      const { browser, page, email } = await openSecurity()
      await using _ = browser
      await page.goto(`${base()}/developers`)
      const advance = { method: 'POST', body: { advance: 'PT61M' } }
      await site.call('/_almanac/clock', advance)
      await button(page, 'New token').click()
      const form = dialog(page, 'New token')
      await form.getByLabel('Name').fill('Backup')
      await form.getByRole('checkbox').first().check()
      await form.getByRole('button', { name: 'Create' }).click()
      await expectAccessible(page, { themes: bothThemes })
      await dialog(page, 'Sign in again').getByRole('button', { name: 'Sign in' }).click()
      await typePassword(page, email)
      await page.getByRole('heading', { level: 1, name: 'Developers' }).waitFor()
      await button(page, 'New token').click()
      await form.getByLabel('Name').fill('Backup')
      await form.getByRole('checkbox').first().check()
      await form.getByRole('button', { name: 'Create' }).click()
      await dialog(page, 'Your new token').waitFor()
      await site.call('/_almanac/clock', { method: 'POST', body: { reset: true } })
      expect(complaintsOf(browser)).toEqual([])
    })
  })
})
