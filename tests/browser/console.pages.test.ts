import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, runAds, tellPlatform } from '../support/ads-platform.ts'
import { mayStatistics, tell } from '../support/ads-reports.ts'
import { importBooks } from '../support/book-site.ts'
import { browserUnavailable } from '../support/chromium.ts'
import { bothThemes, expectAccessible } from '../support/console-page.ts'
import { type ConsoleTab, consoleTabs } from '../support/console-tabs.ts'
import { layoutProblems } from '../support/layout-problems.ts'
import { at, given } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const books = Array.from({ length: 12 }, (_, index) => ({
  id: `volume${String(index).padStart(6, '0')}`,
  title:
    index % 2 === 0 ? `Lantern ${index}` : `The long and winding title of a book, part ${index}`,
  authors: ['Ada Wright', 'Otto Berg'],
  info: { averageRating: 3.5, ratingsCount: 12, publisher: 'Press', publishedDate: '1999' },
}))

const account = `advertiserId=${ids.advertiser}&accountId=${ids.account}`

/** Every page of the console with its heading. Two in succession have different ones. */
const pages = [
  ['/calendar/day/2027-01-13', 'Calendar, Wednesday, January 13, 2027'],
  ['/calendar/week/2027-01-13', 'Calendar, Jan 10 – 16, 2027'],
  ['/calendar/month/2027-01-13', 'Calendar, January 2027'],
  ['/calendar/year/2027-01-13', 'Calendar, 2027'],
  ['/calendar/agenda/2027-01-13', 'Calendar, Jan 13 – Feb 11, 2027'],
  ['/books', 'Books'],
  [`/books/volumes/${books[1]!.id}`, books[1]!.title],
  ['/books?q=lantern', 'Books'],
  ['/books/shelves', 'Shelves'],
  ['/books/shelves/2', 'To read'],
  ['/books/import', 'Import'],
  ['/ads', 'Search ads'],
  [`/ads/conversions?${account}`, 'Conversions'],
  ['/ads/accounts', 'Search ads'],
  [`/ads/reports?${account}`, 'Reports'],
  ['/ads/saved-columns', 'Saved columns'],
  ['/developers', 'Developers'],
  ['/developers/clients', 'Clients and keys'],
  ['/developers/channels', 'Channels'],
  ['/developers/quota', 'Quota'],
  ['/developers/requests', 'Requests'],
  ['/developers/workbench', 'Workbench'],
  ['/developers/reference', 'API reference'],
  ['/admin', 'Administration'],
  ['/admin/users', 'Users'],
  ['/admin/groups', 'Groups'],
  ['/admin/domains', 'Domains'],
  ['/admin/rooms', 'Rooms'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/audit', 'Audit log'],
  ['/account/settings', 'Settings'],
  ['/account/security', 'Security'],
] as const

const sizes = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

/** Events lie over each other and are cut off on purpose. Eleven months look like the twelfth. */
const events = '.cal-grid'
const laterMonths = '.year-month:not(:first-child)'

/** The tables that are wider than their boxes, although their rows could be cards. */
const hiddenSideways = `[...document.querySelectorAll('.table.stacks')]
  .filter((table) => table.parentElement.scrollWidth > table.parentElement.clientWidth)
  .map((table) => table.getAttribute('aria-label'))`

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('every page of the console', (site) => {
    const tabs = consoleTabs(site, {
      isAdmin: true,
      prepare: async () => {
        await importBooks(site.place, books)
        await tellPlatform(site)
        await tell(site, mayStatistics)
      },
      prepareUser: async (user) => {
        await runAds(
          site,
          'grant',
          user.email,
          '--advertiser',
          ids.advertiser,
          '--role',
          'uploader',
        )
        for (const hour of [9, 11, 14]) {
          const start = `2027-01-13T${String(hour).padStart(2, '0')}:00`
          await given(user, { summary: `Meeting at ${hour}`, location: 'Hall', ...at(start, 90) })
        }
        await user.post('/calendars/primary/events/watch', {
          id: 'channel-of-a-program',
          type: 'web_hook',
          address: 'https://program.example/notifications',
        })
        const headers = { Authorization: `Bearer ${user.token}` }
        for (const { id } of books.slice(0, 4)) {
          const path = `/books/v1/mylibrary/bookshelves/2/addVolume?volumeId=${id}`
          await site.call(path, { method: 'POST', headers })
        }
      },
    })

    let tab: ConsoleTab
    beforeAll(async () => {
      tab = await tabs.open('/account/security', sizes[0])
    })
    afterAll(() => tab?.[Symbol.asyncDispose]())

    it.each(pages)('%s is accessible and fits every screen in both themes', async (path, name) => {
      const { page } = tab
      await tab.go(path)
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page.locator('.skeleton, .waiting').first().waitFor({ state: 'detached' })
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      for (const size of sizes) {
        await page.setViewportSize(size)
        expect(await layoutProblems(page, events), `${size.width} px`).toEqual([])
        expect(await page.evaluate(hiddenSideways), `${size.width} px`).toEqual([])
      }
      // Themes change colors only, so the narrowest screen suffices.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      expect(await layoutProblems(page, events), 'dark').toEqual([])
      await page.setViewportSize(sizes[0]!)
      await expectAccessible(page, { themes: bothThemes, except: laterMonths })
    })

    it('creates an event and invites somebody by keyboard alone', async () => {
      const { page } = tab
      await tab.go('/calendar/week/2027-02-10')
      const { keyboard } = page
      await page.getByRole('checkbox', { name: tabs.user.email }).waitFor()
      await keyboard.press('c')
      await page.getByRole('dialog', { name: 'New event' }).waitFor()
      await keyboard.type('Rehearsal')
      await tabTo(page, 'Guests')
      await keyboard.type('guest@elsewhere.example')
      await keyboard.press('Enter')
      await tabTo(page, 'Save')
      await keyboard.press('Enter')
      await page.getByText('Added “Rehearsal”').waitFor()
      const { json } = await tabs.user.get('/calendars/primary/events?q=Rehearsal')
      expect(json.items?.[0]?.attendees).toMatchObject([{ email: 'guest@elsewhere.example' }])
    })

    it('shelves a book by keyboard alone', async () => {
      const { page } = tab
      await tab.go('/books?q=lantern')
      await page.getByRole('list', { name: 'Results' }).waitFor()
      await tabTo(page, 'Add to shelf: Lantern 10')
      await page.keyboard.press('Enter')
      await page.getByLabel('Favorites').waitFor()
      await expect.poll(() => page.getByLabel('Favorites').isEnabled()).toBe(true)
      await tabTo(page, 'Favorites')
      await page.keyboard.press('Space')
      await page.getByText('Added to “Favorites”').waitFor()
    })

    it('runs a report by keyboard alone', async () => {
      const { page } = tab
      await tab.go(`/ads/reports?${account}`)
      await page.getByLabel('From').fill('2024-05-01')
      await page.getByLabel('To', { exact: true }).fill('2024-05-31')
      await tabTo(page, 'Run report')
      await page.keyboard.press('Enter')
      await page.getByRole('table', { name: 'Result' }).waitFor()
    })
  })
})

const tabsMax = 150

/** Presses Tab until the focus is on a control with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const names: unknown[] = []
  for (let pressed = 0; pressed < tabsMax; pressed++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(`{
      const at = document.activeElement
      at.ariaLabel ?? at.labels?.[0]?.innerText ?? at.innerText
    }`)
    if (String(focused).trim() === name) return
    names.push(focused)
  }
  throw new Error(`Tab never reaches ${name}, but ${JSON.stringify(names)}`)
}
