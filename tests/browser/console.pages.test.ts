import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ids, runAds, tellPlatform } from '../support/ads-platform.ts'
import { mayStatistics, tell } from '../support/ads-reports.ts'
import { importBooks } from '../support/book-site.ts'
import { browserUnavailable } from '../support/chromium.ts'
import { bothThemes, expectAccessible } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
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

/** Every page of the console. */
const pages = [
  ...['day', 'week', 'month', 'year', 'agenda'].map((view) => `/calendar/${view}/2027-01-13`),
  '/books',
  '/books?q=lantern',
  `/books/volumes/${books[1]!.id}`,
  '/books/shelves',
  '/books/shelves/2',
  '/books/import',
  '/ads',
  '/ads/accounts',
  `/ads/conversions?${account}`,
  `/ads/reports?${account}`,
  '/developers',
  '/developers/clients',
  '/developers/channels',
  '/developers/quota',
  '/developers/requests',
  '/developers/workbench',
  '/developers/reference',
  '/admin',
  '/admin/users',
  '/admin/groups',
  '/admin/domains',
  '/admin/rooms',
  '/admin/jobs',
  '/admin/audit',
  '/account/settings',
  '/account/security',
]

const sizes = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

/** Events lie over each other and are cut off on purpose. Eleven months look like the twelfth. */
const events = '.cal-grid'
const laterMonths = '.year-month:not(:first-child)'

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
        const headers = { Authorization: `Bearer ${user.token}` }
        for (const { id } of books.slice(0, 4)) {
          const path = `/books/v1/mylibrary/bookshelves/2/addVolume?volumeId=${id}`
          await site.call(path, { method: 'POST', headers })
        }
      },
    })

    it.each(pages)('%s is accessible and fits every screen in both themes', async (path) => {
      await using tab = await tabs.open(path, sizes[0])
      const { page } = tab
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.skeleton, .waiting').first().waitFor({ state: 'detached' })
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      for (const size of sizes) {
        await page.setViewportSize(size)
        expect(await layoutProblems(page, events), `${size.width} px`).toEqual([])
      }
      // Themes change colors only, so the narrowest screen suffices.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      expect(await layoutProblems(page, events), 'dark').toEqual([])
      await page.setViewportSize(sizes[0]!)
      await expectAccessible(page, { themes: bothThemes, except: laterMonths })
    })

    it('creates an event and invites somebody by keyboard alone', async () => {
      await using tab = await tabs.open('/calendar/week/2027-02-10', sizes[0])
      const { page } = tab
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
      await using tab = await tabs.open('/books?q=lantern', sizes[0])
      const { page } = tab
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
      await using tab = await tabs.open(`/ads/reports?${account}`, sizes[0])
      const { page } = tab
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
