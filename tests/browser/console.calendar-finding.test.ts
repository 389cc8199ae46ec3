import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserUnavailable } from '../support/chromium.ts'
import { expectAccessible } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { at, given, ShownCalendar, titlesIn } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('the calendar of the console', (site) => {
    const tabs = consoleTabs(site)

    it('shows what a sentence will become before it is added', async () => {
      await using tab = await tabs.open('/calendar/month/2027-01-13')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.getByLabel('Quick add').fill('Dinner with Sam on January 14 2027 at 7pm')
      await page.getByText('Thursday, January 14, 2027, 7:00').waitFor()
      await page.getByText('Press Enter to add').waitFor()
      await expectAccessible(page)
      expect(await titlesIn(tabs.user, '2027-01')).toEqual([])
      await page.keyboard.press('Enter')
      await shown.says('Added “Dinner with Sam”')
      await shown.event(/Dinner with Sam/).waitFor()
      await shown.undo()
      expect(await titlesIn(tabs.user, '2027-01')).toEqual([])
    })

    it('finds events by their words, and by the start of a word', async () => {
      const soon = Temporal.Now.plainDateTimeISO('UTC').add({ days: 3 }).toString().slice(0, 16)
      await given(tabs.user, { summary: 'Harvest', description: 'Bring the ladder', ...at(soon) })
      await using tab = await tabs.open('/calendar/week')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.getByRole('checkbox', { name: tabs.user.email }).waitFor()
      await page.keyboard.press('/')
      const dialog = shown.dialog('Search events')
      await dialog.getByLabel('Search').fill('nothing like it')
      await dialog.getByText('No events match').waitFor()
      await dialog.getByLabel('Search').fill('ladder')
      await dialog.getByRole('button', { name: /Harvest/ }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.keyboard.press('/')
      await page.keyboard.type('harv')
      await dialog.getByRole('button', { name: /Harvest/ }).click()
      await shown.dialog('Harvest').getByText('Bring the ladder').waitFor()
    })

    it('shows a reminder once in all tabs, snoozes it, and offers notifications of the system', async () => {
      const soon = Temporal.Now.zonedDateTimeISO('UTC').add({ minutes: 5 }).toPlainDateTime()
      const remind = (summary: string) =>
        given(tabs.user, {
          summary,
          ...at(soon.toString({ smallestUnit: 'second' })),
          reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] },
        })
      const card = (shownIn: Page, name: string) =>
        shownIn.getByRole('alert').filter({ hasText: name })
      const events = [await remind('Launch')]
      await using tab = await tabs.open('/books')
      const { page } = tab
      await card(page, 'Launch').waitFor()
      await expectAccessible(page)
      events.push(await remind('Landing'))
      const other = await page.context().newPage()
      await other.addInitScript(recordNotifications)
      await other.goto(`${site.base}/books`)
      await card(other, 'Landing').waitFor()
      expect(await card(other, 'Launch').count()).toBe(0)
      expect(await card(page, 'Landing').count()).toBe(0)
      const offer = other.getByRole('button', { name: 'Turn on desktop notifications' })
      await offer.click()
      await offer.waitFor({ state: 'detached' })

      await card(page, 'Launch').getByRole('button', { name: 'Snooze for 5 minutes' }).click()
      await card(page, 'Launch').waitFor({ state: 'detached' })
      events.push(await remind('Docking'))
      await other.reload()
      await card(other, 'Docking').waitFor()
      expect(await card(other, 'Launch').count()).toBe(0)
      expect(await other.evaluate('globalThis.notified')).toEqual(['Docking'])
      await other.close()
      // A later test would meet the reminders again.
      for (const { id } of events) await tabs.user.delete(`/calendars/primary/events/${id}`)
    })

    it('hears of what changes elsewhere', async () => {
      await using tab = await tabs.open('/calendar/week/2027-02-10')
      const shown = new ShownCalendar(tab.page)
      await tab.page.getByRole('checkbox', { name: tabs.user.email }).waitFor()
      const opened = tab.page.waitForResponse(/\/calendar\/v3\/stream/)
      await tab.page.reload()
      await opened
      await tab.page.getByRole('checkbox', { name: tabs.user.email }).waitFor()
      const event = await given(tabs.user, { summary: 'News', ...at('2027-02-10T09:00') })
      await shown.event(/News/).waitFor()
      await tabs.user.delete(`/calendars/primary/events/${event.id}`)
      await shown.event(/News/).waitFor({ state: 'detached' })
    })

    it('shows times in the zone that the person chooses', async () => {
      await given(tabs.user, { summary: 'Call', ...at('2027-03-10T20:00') })
      await using tab = await tabs.open('/calendar/agenda/2027-03-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown.event(/8:00 – 9:00 PM Call/).waitFor()
      await shown.press('More actions')
      await page.getByRole('menuitem', { name: /^Time zone: UTC/ }).click()
      const dialog = shown.dialog('Time zone')
      await dialog.getByLabel('Show times in').selectOption('Asia/Tokyo')
      await shown.press('Done', dialog)
      await shown.event(/5:00 – 6:00 AM Call/).waitFor()
      await page.getByRole('heading', { name: 'Thursday, March 11, 2027' }).waitFor()
      await tab.go('/calendar/month/2027-03-10')
      const inMonth = page.locator('[data-date="2027-03-11"]').getByRole('button', { name: /Call/ })
      expect(await inMonth.innerText()).toMatch(/^5:00\sAM Call$/)
      await page.locator('[data-date="2027-03-11"]').getByRole('link').click()
      await page.getByRole('heading', { name: 'Thursday, March 11, 2027' }).waitFor()
    })
  })
})

/** In place of the notifications of the system, which a browser without a window does not show. */
const recordNotifications = `{
  const key = 'test.notifications'
  globalThis.notified = []
  window.Notification = class {
    static get permission() {
      return sessionStorage.getItem(key) ?? 'default'
    }
    static async requestPermission() {
      sessionStorage.setItem(key, 'granted')
      return 'granted'
    }
    constructor(title) {
      notified.push(title)
    }
  }
}`
