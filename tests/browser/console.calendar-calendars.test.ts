import { describe, expect, it } from 'vitest'
import { ics, vevent } from '../support/caldav.ts'
import { browserUnavailable, savedText } from '../support/chromium.ts'
import { expectAccessible } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { at, given, ShownCalendar } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('calendars in the console', (site) => {
    const tabs = consoleTabs(site)
    const entries = async () => (await tabs.user.get('/users/me/calendarList')).json.items ?? []

    it('are made, renamed, colored, given reminders and deleted', async () => {
      await using tab = await tabs.open('/calendar/week/2027-01-13')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown.press('Add calendar')
      const adding = shown.dialog('Add calendar')
      await expectAccessible(page)
      await adding.getByLabel('Name').fill('Band')
      await page.keyboard.press('Enter')
      await shown.says('Created “Band”')
      await shown.press('Actions for Band')
      const panel = (await page.locator('.menu-panel').boundingBox())!
      expect(panel.width).toBeLessThan(400)
      expect(panel.x + panel.width).toBeLessThan(1280)
      await page.getByRole('menuitem', { name: 'Settings and sharing…' }).click()
      const dialog = shown.dialog('Band')
      await dialog.getByLabel('Name').fill('Orchestra')
      await dialog.getByRole('radio', { name: 'Tomato' }).check()
      await shown.press('Add reminder', dialog)
      await dialog.getByLabel('Type of reminder 1').selectOption('Email')
      await dialog.getByLabel('Time of reminder 1').fill('2')
      await dialog.getByLabel('Unit of reminder 1').selectOption('days before')
      await expectAccessible(page)
      await shown.press('Save', dialog)
      await shown.says('Saved “Orchestra”')
      expect(await entries()).toContainEqual(
        expect.objectContaining({
          summary: 'Orchestra',
          colorId: '3',
          defaultReminders: [{ method: 'email', minutes: 2880 }],
        }),
      )
      await shown.press('Actions for Orchestra')
      await page.getByRole('menuitem', { name: 'Settings and sharing…' }).click()
      const renamed = shown.dialog('Orchestra')
      await renamed.getByRole('tab', { name: 'Remove' }).click()
      await expectAccessible(page)
      const button = renamed.getByRole('button', { name: 'Delete calendar' })
      expect(await button.isDisabled()).toBe(true)
      await renamed.getByLabel('Type the name of the calendar').fill('Orchestra')
      await button.click()
      await shown.says('Deleted “Orchestra”')
      expect((await entries()).map(({ summary }) => summary)).not.toContain('Orchestra')
    })

    it('are shared with others, in words, and no longer', async () => {
      const { calendar } = await tabs.user.newCalendar({ summary: 'Shared' })
      const friend = await site.user()
      await using tab = await tabs.open('/calendar/week/2027-01-13')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown.press('Actions for Shared')
      await page.getByRole('menuitem', { name: 'Settings and sharing…' }).click()
      const dialog = shown.dialog('Shared')
      await dialog.getByRole('tab', { name: 'Sharing' }).click()
      tabs.allow(/400/)
      await dialog.getByLabel('Email address').fill('a friend')
      await shown.press('Share', dialog)
      await dialog.getByRole('alert').waitFor()
      expect(await page.getByText('Invalid scope value.').count()).toBe(0)
      await dialog.getByLabel('Email address').fill(friend.email)
      await dialog.getByLabel('Permission', { exact: true }).selectOption('See all event details')
      await shown.press('Share', dialog)
      await shown.says(`Shared with ${friend.email}`)
      const role = dialog.getByLabel(`Permission of ${friend.email}`)
      await role.selectOption('Make changes to events')
      await shown.says(`${friend.email}: Make changes to events`)
      await expectAccessible(page)
      const rule = `/calendars/${calendar.id}/acl/user:${friend.email}`
      expect((await tabs.user.get(rule)).json.role).toBe('writer')
      await shown.press(`Stop sharing with ${friend.email}`, dialog)
      await shown.says(`Stopped sharing with ${friend.email}`)
      await shown.press('Close', dialog)
      await shown.undo()
      expect((await tabs.user.get(rule)).json.role).toBe('writer')
    })

    it('of others are put on the list by their address, and taken off it', async () => {
      const friend = await site.user()
      const scope = { type: 'user', value: tabs.user.email }
      await friend.post('/calendars/primary/acl', { role: 'reader', scope })
      await given(friend, { summary: 'Away', ...at('2027-01-13T09:00') })
      await using tab = await tabs.open('/calendar/week/2027-01-13')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown.press('Add calendar')
      const adding = shown.dialog('Add calendar')
      const address = adding.getByLabel('Calendar ID or email address')
      tabs.allow(/404/)
      await address.fill('nobody@example.com')
      await shown.press('Subscribe')
      await adding.getByRole('alert').getByText('There’s no calendar with this address').waitFor()
      expect(await page.locator('.toast').count()).toBe(0)
      await address.fill(friend.email)
      // The suggestions cover the button until one is selected.
      await adding.getByRole('option', { name: friend.email }).click()
      await shown.press('Subscribe')
      await shown.says('to your list')
      await shown.event(/Away/).click()
      expect(await shown.dialog('Away').getByRole('button', { name: 'Edit' }).count()).toBe(0)
      await shown.press('Close', shown.dialog('Away'))
      await shown.press(`Actions for ${friend.email}`)
      await page.getByRole('menuitem', { name: 'Settings and sharing…' }).click()
      const dialog = shown.dialog(friend.email)
      await dialog.getByRole('tab', { name: 'Remove' }).click()
      await shown.press('Remove from list', dialog)
      await shown.says('from your list')
      await shown.event(/Away/).waitFor({ state: 'detached' })
      await shown.undo()
      await shown.event(/Away/).waitFor()
    })

    it('follow the feeds of other servers, and show what is wrong with them', async () => {
      await using receiver = await WebhookReceiver.open()
      let isBroken = false
      const address = receiver.address((response) => {
        response.writeHead(isBroken ? 404 : 200)
        const times = ['DTSTART:20270113T120000Z', 'DTEND:20270113T130000Z']
        response.end(ics('X-WR-CALNAME:Holidays', vevent('UID:h', 'SUMMARY:Epiphany', ...times)))
      })
      await using tab = await tabs.open('/calendar/week/2027-01-13')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown.press('Add calendar')
      const feed = shown.dialog('Add calendar').getByLabel('Address of a calendar feed')
      tabs.allow(/400/)
      await feed.fill('ftp://files.example/holidays.ics')
      await shown.press('Add from address')
      await shown.dialog('Add calendar').getByText('Enter a public address').waitFor()
      await feed.fill(address)
      await shown.press('Add from address')
      await shown.says('Subscribed to')
      await shown.event(/Epiphany/).waitFor()
      await page.getByRole('checkbox', { name: 'Holidays' }).waitFor()
      isBroken = true
      await shown.press('Actions for Holidays')
      await page.getByRole('menuitem', { name: 'Settings and sharing…' }).click()
      const dialog = shown.dialog('Holidays')
      await dialog.getByRole('tab', { name: 'Subscription' }).click()
      await dialog.getByText(address).waitFor()
      await expectAccessible(page)
      await shown.press('Refresh now', dialog)
      await shown.says('will be refreshed within a minute')
      await site.call('/_almanac/clock', { method: 'POST', body: { advance: 'PT61S' } })
      await dialog.getByRole('alert').getByText('The last refresh failed').waitFor()
      await shown.press('Unsubscribe', dialog)
      await shown.says('Unsubscribed from “Holidays”')
      await shown.event(/Epiphany/).waitFor({ state: 'detached' })
    })

    it('are written to a file and read from one', async () => {
      await tabs.user.newCalendar({ summary: 'Source' })
      await tabs.user.newCalendar({ summary: 'Target' })
      const source = (await entries()).find(({ summary }) => summary === 'Source')!
      await given(tabs.user, { summary: 'Carried over', ...at('2027-01-13T11:00') }, source.id)
      await using tab = await tabs.open('/calendar/week/2027-01-13')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const openFiles = async (name: string) => {
        await shown.press(`Actions for ${name}`)
        await page.getByRole('menuitem', { name: 'Settings and sharing…' }).click()
        await shown.dialog(name).getByRole('tab', { name: 'Import and export' }).click()
        return shown.dialog(name)
      }
      const from = await openFiles('Source')
      await expectAccessible(page)
      const saving = page.waitForEvent('download')
      await shown.press('Export calendar', from)
      const saved = await saving
      expect(saved.suggestedFilename()).toBe('Source.ics')
      const buffer = Buffer.from(await savedText(saving))
      await shown.press('Close', from)
      const to = await openFiles('Target')
      await to.getByLabel('iCalendar file').setInputFiles({
        name: 'Source.ics',
        mimeType: 'text/calendar',
        buffer,
      })
      await shown.press('Import file', to)
      await to.getByText('1 added, 0 updated, 0 unchanged, 0 skipped').waitFor()
      await shown.press('Close', to)
      await shown
        .event(/Carried over/)
        .nth(1)
        .waitFor()
    })
  })
})
