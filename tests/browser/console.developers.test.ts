import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserUnavailable, savedText } from '../support/chromium.ts'
import { expectAccessible } from '../support/console-page.ts'
import { consoleTabs, phone } from '../support/console-tabs.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { openChannel } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('the pages for developers', (site) => {
    const console = consoleTabs(site, { isAdmin: true })
    const withToken = (token: string, path: string) =>
      site.call(path, { headers: { Authorization: `Bearer ${token}` } })

    it('make a token that works with its scopes only, show it once, and revoke it', async () => {
      await using tab = await console.open('/developers')
      const { page } = tab
      await button(page, 'New token').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Nightly job')
      expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
      await dialog.getByLabel('calendar', { exact: true }).check()
      await dialog.getByLabel('Expires after').selectOption('7 days')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('dialog', { name: 'Your new token' }).waitFor()
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
      const token = String(await page.evaluate('navigator.clipboard.readText()'))
      const sample = page.getByRole('region', { name: 'Sample in curl' })
      expect(await sample.innerText()).toContain(`Bearer ${token}`)
      await expectAccessible(page)
      expect((await withToken(token, '/calendar/v3/users/me/calendarList')).status).toBe(200)
      expect((await withToken(token, '/books/v1/mylibrary/bookshelves')).status).toBe(403)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect.poll(() => page.getByText(token).count()).toBe(0)

      await button(page, 'Revoke Nightly job').click()
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Revoked “Nightly job”').waitFor()
      await row(page, 'Nightly job').waitFor({ state: 'detached' })
      expect((await withToken(token, '/calendar/v3/users/me/calendarList')).status).toBe(401)
      await expectAccessible(page)
    })

    it('make a client with the file that libraries read, and a key', async () => {
      await using tab = await console.open('/developers/clients')
      const { page } = tab
      await button(page, 'New client').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Desk clock')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create' }).click()
      const saving = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download file' }).click()
      const file = JSON.parse(await savedText(saving))
      expect(file.installed.client_secret).toBeTypeOf('string')
      await dialog.getByRole('button', { name: 'Done' }).click()
      await button(page, 'Delete Desk clock').click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Deleted “Desk clock”').waitFor()

      await button(page, 'New key').click()
      await dialog.getByLabel('Name').fill('Public page')
      await page.keyboard.press('Enter')
      const shown = page.getByRole('dialog', { name: 'Your new key' })
      await shown.getByRole('button', { name: 'Done' }).click()
      const question = page.getByRole('dialog', { name: 'Close without saving the secret?' })
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await shown.getByRole('button', { name: 'Copy' }).click()
      await shown.getByRole('button', { name: 'Done' }).click()
      await shown.waitFor({ state: 'detached' })
      await expectAccessible(page)
      await button(page, 'Revoke Public page').click()
      await page.getByText('Revoked “Public page”').waitFor()
    })

    it('show channels with their messages, send one again and stop them', async () => {
      await using receiver = await WebhookReceiver.open()
      const { id, address } = await openChannel(receiver, console.user, '/calendars/primary/events')
      await using tab = await console.open('/developers/channels')
      const { page } = tab
      await button(page, `Log of ${id}`).click()
      await page.getByRole('dialog').getByText('Delivered', { exact: true }).first().waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await button(page, `Send test on ${id}`).click()
      await receiver.until(address, 2)
      await expectAccessible(page)
      await button(page, `Stop ${id}`).click()
      await page.getByText('No channels').waitFor()
    })

    it('show what was used and what was asked, and filter it', async () => {
      await using tab = await console.open('/developers/quota')
      const { page } = tab
      await page.getByRole('heading', { name: 'Your calls per minute' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Requests' }).click()
      const own = row(page, 'account.quota.get')
      await page.getByLabel('Include this console').check()
      await own.first().waitFor()
      await own.first().getByRole('button').click()
      await page.getByText('Request ID').waitFor()
      await page.getByRole('region', { name: 'Response body' }).getByText('almanac#quota').waitFor()
      await expectAccessible(page, { themes: ['light'] })
      await page.getByLabel('Live').check()
      await page.getByLabel('Include this console').uncheck()
      await own.first().waitFor({ state: 'detached' })
      await page.getByLabel('Errors only').check()
      await page.getByLabel('Filter').fill('no such operation')
      await page.getByText('No matching requests').waitFor()
    })

    it('describe every operation, and call one with the token of the page', async () => {
      await using tab = await console.open('/developers/reference')
      const { page } = tab
      await page.getByLabel('Find an operation').fill('calendars.get')
      await page.getByText('calendar.calendars.get').click()
      await page.getByLabel('calendarId (required)').fill('primary')
      await button(page, 'Send request').click()
      const answer = page.getByRole('region', { name: 'Response' })
      await answer.getByText(console.user.email).first().waitFor()
      await expectAccessible(page)
      console.allow(/status of 404/)
      await page.getByLabel('calendarId (required)').fill('nobody@example.com')
      await button(page, 'Send request').click()
      await answer.getByText('404').waitFor()
      await page.getByRole('tab', { name: 'Python' }).click()
      await page
        .getByRole('region', { name: 'Sample in Python' })
        .getByText('requests')
        .first()
        .waitFor()
      await page.goto(
        `${site.base}/developers/reference?api=calendar.v3&operation=calendar.events.insert`,
      )
      const example = page.getByLabel('Request body (JSON)')
      expect(JSON.parse(await example.inputValue())).toMatchObject({ summary: 'Lunch' })
      await page.getByLabel('API').selectOption('Books API v1')
      await page.getByLabel('Find an operation').fill('')
      await page.getByText('12 operations').waitFor()
    })

    it('set the clock and faults of the workbench, and save states', async () => {
      await using tab = await console.open('/developers/workbench')
      const { page } = tab
      await button(page, 'Freeze').click()
      await page.getByText('Frozen', { exact: true }).waitFor()
      const shown = page.locator('time')
      await page.getByText('Set the time of the server to test reminders').waitFor()
      const before = await shown.getAttribute('datetime')
      await button(page, 'Advance 1 minute').click()
      await expect.poll(() => shown.getAttribute('datetime')).not.toBe(before)
      await expectAccessible(page)
      await button(page, 'Reset to system time').click()
      await button(page, 'Freeze').waitFor()
      const shownNow = await shown.getAttribute('datetime')
      await expect.poll(() => shown.getAttribute('datetime')).not.toBe(shownNow)

      await page.getByRole('tab', { name: 'Faults' }).click()
      await page.getByLabel('Operation').fill('books.volumes.get')
      await page.getByLabel('Status').fill('503')
      await button(page, 'Add').click()
      await row(page, 'books.volumes.get').waitFor()
      await expectAccessible(page)
      await button(page, 'Clear all faults').click()
      await page.getByText('No faults').waitFor()

      await page.getByRole('tab', { name: 'Snapshots' }).click()
      await page.getByLabel('Snapshot name').fill('before')
      await page.keyboard.press('Enter')
      await button(page, 'Restore before').waitFor()
      const { calendar } = await console.user.newCalendar({ summary: 'After' })
      await button(page, 'Restore before').click()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
      await page.getByText('Restored “before”').waitFor()
      expect((await console.user.get(`/calendars/${calendar.id}`)).status).toBe(404)
      await button(page, 'Delete before').click()
      await page.getByText('No snapshots yet.').waitFor()

      await page.getByRole('tab', { name: 'Outbox' }).click()
      await page.getByText('No mail yet.').waitFor()
      await expectAccessible(page)
    })

    it('fit on a phone, with the names of areas and the actions of rows in view', async () => {
      await using tab = await console.open('/developers', phone)
      const { page } = tab
      const revoke = button(page, /^Revoke/).first()
      await revoke.waitFor()
      const { x, width } = (await revoke.boundingBox())!
      expect(x + width).toBeLessThanOrEqual(360)
      const cut = await page.evaluate(
        `[...document.querySelectorAll('.areas .short-words')]
          .filter((each) => each.scrollWidth > each.parentElement.clientWidth)
          .map((each) => each.textContent)`,
      )
      expect(cut).toEqual([])
      expect(await page.locator('.areas .short-words:visible').count()).toBe(5)
      for (const [path, name] of [
        ['', 'Developers'],
        ['/clients', 'Clients and keys'],
        ['/quota', 'Quota'],
        ['/requests', 'Requests'],
        ['/workbench', 'Workbench'],
        ['/reference', 'API reference'],
      ] as const) {
        await tab.go(`/developers${path}`)
        await page.getByRole('heading', { level: 1, name }).waitFor()
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(360)
      }
    })
  })
})
