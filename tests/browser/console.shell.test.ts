import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserUnavailable, openBrowser } from '../support/chromium.ts'
import { areasOf, expectAccessible, openConsole, signIn } from '../support/console-page.ts'
import { consoleTabs, phone } from '../support/console-tabs.ts'
import { onBarePaths, onEmbeddedServer } from '../support/sites.ts'

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

const areas = ['Calendar', 'Books', 'Search ads', 'Developers'] as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true })
const openAccount = (page: Page) => page.getByRole('button', { name: /^Account:/ }).click()
const choose = async (page: Page, name: string) => {
  await openAccount(page)
  await page.getByRole('menuitemradio', { name }).click()
}
const paper = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.body).backgroundColor')

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('the console', (site) => {
    const tabs = consoleTabs(site)

    it('signs people in without asking for consent, and shows who they are', async () => {
      await using console = await openConsole(site, { isSigningIn: true })
      const { page, user } = console
      await heading(page, 'Calendar').waitFor()
      expect(new URL(page.url()).pathname).toBe('/calendar')
      await openAccount(page)
      await page.locator('.menu-header').getByText(user.email, { exact: true }).waitFor()
    })

    it('shows each area by a press or by keys, on screens of all sizes', async () => {
      await using tab = await tabs.open('/calendar')
      const { page } = tab
      await heading(page, 'Calendar').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await page.locator('#content').evaluate(isFocused)).toBe(true)
      for (const name of areas) {
        await link(page, name).click()
        await heading(page, name).waitFor()
        expect(await page.title()).toMatch(new RegExp(`${name} · Almanac$`))
        expect(await link(page, name).getAttribute('aria-current')).toBe('page')
      }
      expect(await link(page, 'Administration').count()).toBe(0)

      for (const [key, name] of [
        ['b', 'Books'],
        ['a', 'Search ads'],
        ['d', 'Developers'],
        ['c', 'Calendar'],
      ] as const) {
        await page.keyboard.press('g')
        await page.keyboard.press(key)
        await heading(page, name).waitFor()
        expect(await heading(page, name).evaluate(isFocused)).toBe(true)
      }
      await page.keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await help.getByText('Go to Books').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await help.waitFor({ state: 'detached' })

      const width = async () => (await page.getByRole('banner').boundingBox())!.width
      const wide = await width()
      await page.getByRole('button', { name: 'Collapse sidebar' }).click()
      expect(await width()).toBeLessThan(wide / 2)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Expand sidebar' }).click()
      expect(await width()).toBe(wide)

      await page.setViewportSize(phone)
      for (const name of areas) {
        await areasOf(page).getByTitle(name).click()
        await heading(page, name).waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
      }
      await openAccount(page)
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')

      await tab.go('/calendar/no/such/page')
      await heading(page, 'Page not found').waitFor()
      await page.getByRole('link', { name: 'Go to your calendar' }).click()
      await heading(page, 'Calendar').waitFor()
    })

    it('keeps the chosen theme and time zone, with a new token after a reload', async () => {
      await using tab = await tabs.open('/calendar')
      const { page } = tab
      await page.emulateMedia({ colorScheme: 'light' })
      await heading(page, 'Calendar').waitFor()
      const token = () => page.evaluate('sessionStorage.getItem("almanac.refresh")')
      const [light, before] = [await paper(page), await token()]
      await choose(page, 'Dark theme')
      const dark = await paper(page)
      expect(dark).not.toBe(light)
      const openTimeZone = async () => {
        await openAccount(page)
        await page.getByRole('menuitem', { name: 'Time zone…' }).click()
      }
      await openTimeZone()
      const dialog = page.getByRole('dialog', { name: 'Time zone' })
      await dialog.getByLabel('Show times in').selectOption('Asia/Tokyo')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.emulateMedia({ colorScheme: 'light' })
      await page.reload()
      await heading(page, 'Calendar').waitFor()
      expect(await token()).not.toBe(before)
      expect(await paper(page)).toBe(dark)
      await choose(page, 'System theme')
      expect(await paper(page)).toBe(light)
      await openTimeZone()
      expect(await dialog.getByLabel('Show times in').inputValue()).toBe('Asia/Tokyo')
      await dialog.getByRole('button', { name: 'Done' }).click()

      tabs.allow(/403/)
      await openAccount(page)
      await page.getByRole('menuitem', { name: 'Change password…' }).click()
      const change = page.getByRole('dialog', { name: 'Change password' })
      await change.getByLabel('Current password').fill('not the present one')
      await change.getByLabel('New password').fill('correct horse battery')
      await change.getByRole('button', { name: 'Change password' }).click()
      await change.getByText('The current password is wrong.').waitFor()
      await expectAccessible(page)
    })

    it('is written from right to left where the language is', async () => {
      await using browser = await openBrowser({ locale: 'ar-EG' })
      const { page } = browser
      await page.goto(site.base)
      await signIn(page, (await site.user()).email)
      await heading(page, 'Calendar').waitFor()
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      const side = (await page.getByRole('banner').boundingBox())!
      const content = (await page.getByRole('main').boundingBox())!
      expect(side.x).toBeGreaterThan(content.x)
    })

    it('comes back to the address that was asked for, in a new tab without asking who it is', async () => {
      await using console = await openConsole(site, { path: '/books?q=dune', isSigningIn: true })
      const { page } = console
      await heading(page, 'Books').waitFor()
      expect(new URL(page.url()).search).toBe('?q=dune')
      const tab = await page.context().newPage()
      await tab.goto(`${site.base}/developers`)
      await heading(tab, 'Developers').waitFor()
    })

    it('speaks German where the person chooses it, and English again', async () => {
      await using tab = await tabs.open('/account/settings')
      const { page } = tab
      await expectAccessible(page)
      const reloaded = page.waitForEvent('load')
      await page.getByLabel('Language', { exact: true }).selectOption('Deutsch')
      await reloaded
      await page.getByRole('heading', { name: 'Einstellungen', level: 1 }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
      await expectAccessible(page)
      await tab.go('/calendar/month/2027-03-10')
      await page.getByRole('heading', { name: 'März 2027' }).waitFor()
      for (const view of ['week', 'day']) {
        await tab.go(`/calendar/${view}/2027-03-10`)
        await page.getByText('Ganztägig').waitFor()
      }
      await page.getByRole('button', { name: 'Erstellen' }).click()
      await page.getByRole('dialog', { name: 'Neuer Termin' }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await tab.go('/books/shelves')
      await page.getByRole('link', { name: 'Favoriten' }).click()
      await page.getByRole('heading', { name: 'Favoriten', level: 1 }).waitFor()
      await tab.go('/account/settings')
      const back = page.waitForEvent('load')
      await page.getByLabel('Sprache', { exact: true }).selectOption('Standard des Browsers')
      await back
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    })

    it('shows times and weeks and reminds as the person chooses', async () => {
      await using tab = await tabs.open('/account/settings')
      const { page } = tab
      const choose = async (label: string, option: string) => {
        const reloaded = page.waitForEvent('load')
        await page.getByLabel(label).selectOption(option)
        await reloaded
        await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
      }
      await choose('Time format', '13:00')
      await choose('Week starts on', 'Monday')
      await page.getByLabel('Show week numbers').check()
      await page.getByRole('button', { name: 'Add reminder' }).click()
      await page.getByLabel('Time of reminder').last().fill('25')
      await page.getByRole('button', { name: 'Save reminders' }).click()
      await page.getByText('Saved your default reminders').waitFor()
      const entry = await tabs.user.get('/users/me/calendarList/primary')
      expect(entry.json.defaultReminders).toContainEqual({ method: 'popup', minutes: 25 })
      await tab.go('/calendar/week/2027-03-10')
      await page.getByRole('heading', { name: 'Mar 8 – 14, 2027' }).waitFor()
      await page.getByText('13:00').first().waitFor()
      await page
        .getByText(/^W ?1[01]$/)
        .first()
        .waitFor()
      await expectAccessible(page)
    })

    it('creates and revokes app passwords, and lists sessions', async () => {
      await using tab = await tabs.open('/account/settings')
      const { page } = tab
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('link', { name: 'Open security settings' }).click()
      await press('Create app password')
      await page.getByLabel('Name').fill('Thunderbird')
      await press('Create')
      const created = page.getByRole('dialog', { name: 'App password created' })
      expect(await created.locator('code').innerText()).toMatch(/^[\w -]{16,}$/)
      await press('Done')
      await page.getByRole('dialog', { name: 'Close without saving' }).waitFor()
      await press('Close anyway')
      await page.getByRole('table', { name: 'Sessions' }).getByRole('row').nth(1).waitFor()
      await expectAccessible(page)
      await press('Revoke Thunderbird')
      await press('Revoke')
      await page.getByRole('rowheader', { name: 'Thunderbird' }).waitFor({ state: 'detached' })
    })

    it('signs out for good: the tokens end, and the next one to come is asked who they are', async () => {
      await using console = await openConsole(site)
      const { page, user } = console
      const refresh = String(await page.evaluate('sessionStorage.getItem("almanac.refresh")'))
      await openAccount(page)
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Almanac' }).waitFor()
      await expectAccessible(page)
      const form = { client_id: 'almanac-console', grant_type: 'refresh_token' }
      const refused = await site.call('/token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, refresh_token: refresh }).toString(),
      })
      expect(refused.status).toBe(400)
      const tab = await page.context().newPage()
      await tab.goto(site.base)
      await tab.getByRole('button', { name: 'Sign in' }).waitFor()
      await page.reload()
      await signIn(page, user.email)
    })

    it.each<[string, (page: Page) => Promise<unknown>]>([
      ['is away', (page) => page.context().setOffline(true)],
      [
        'has no time',
        (page) => page.route('**/signin/out', (route) => route.fulfill({ status: 429 })),
      ],
    ])('signs out of the page while the server %s, and says so', async (_, hinder) => {
      await using console = await openConsole(site)
      const { page } = console
      console.allow(/ERR_INTERNET_DISCONNECTED|429|Failed to fetch|Unable to preload/)
      await hinder(page)
      await openAccount(page)
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByText('Sign in and sign out again later').waitFor()
      expect(await page.getByRole('navigation', { name: 'Main navigation' }).count()).toBe(0)
      expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('refresh')
    })

    it('stays signed in while a limit keeps it from renewing its token', async () => {
      await using console = await openConsole(site)
      const { page } = console
      console.allow(/429/)
      await page.route('**/token', (route) => route.fulfill({ status: 429 }))
      await page.reload()
      await page.getByText('Can’t reach the server.').waitFor()
      await page.unroute('**/token')
      await page.reload()
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
    })

    it('shows the administration to administrators', async () => {
      await using console = await openConsole(site, { isAdmin: true })
      const { page } = console
      await link(page, 'Administration').click()
      await heading(page, 'Administration').waitFor()
    })
  })

  onBarePaths('the console beside services at bare paths', (site) => {
    it('finds them', async () => {
      await using console = await openConsole(site, { path: '/calendar' })
      await console.page.getByRole('checkbox', { name: console.user.email }).waitFor()
    })
  })
})

const isFocused = (element: { ownerDocument: { activeElement: unknown } }) =>
  element === element.ownerDocument.activeElement
