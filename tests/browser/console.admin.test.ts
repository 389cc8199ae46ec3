import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserUnavailable, savedText } from '../support/chromium.ts'
import { expectAccessible, openConsole } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { administrator } from '../wire/admin-fixture.ts'

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

// Every mail is lost to a server that does not listen, so that there are jobs to look at.
const mute = { ALMANAC_SMTP_URL: 'smtp://127.0.0.1:1' }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer(
    'the administration in the console',
    (site) => {
      const console = consoleTabs(site, { isAdmin: true })
      const choose = async (page: Page, email: string, name: string) => {
        await button(page, `Actions for ${email}`).click()
        await page.getByRole('menuitem', { name }).click()
      }

      it('shows how the server is', async () => {
        await using tab = await console.open('/admin')
        const { page } = tab
        await page.getByRole('heading', { name: 'Database' }).waitFor()
        await page.getByText('sqlite').waitFor()
        const schedule = page.getByRole('table', { name: 'Schedule' })
        await page.getByRole('img', { name: /^Requests per minute. Latest: All: \d/ }).waitFor()
        await page.getByRole('img', { name: /^Storage/ }).hover()
        await schedule.getByRole('button', { name: 'Run now: mail.purge' }).click()
        await page.getByText('Started mail.purge').waitFor()
        await expectAccessible(page)
      })

      it('makes a user, sets a password, disables, enables and deletes', async () => {
        const email = 'nora@example.com'
        await using tab = await console.open('/admin/users')
        const { page } = tab
        await button(page, 'New user').click()
        await page.getByLabel('Email').fill(email)
        await page.getByLabel('Name').fill('Nora Field')
        await page.getByLabel('Send an invitation to set a password').check()
        await expectAccessible(page)
        await inDialog(page, 'Create').click()
        await page.getByText(`Created ${email} and sent an invitation`).waitFor()
        // Behind an open dialog nothing can be typed.
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await page.getByLabel('Find a user').fill('nora f')
        await row(page, email).waitFor()
        await expect.poll(() => row(page, console.user.email).count()).toBe(0)

        await choose(page, email, 'Set password…')
        await page.getByLabel('New password').fill('correct horse battery')
        await expectAccessible(page)
        await inDialog(page, 'Set password').click()
        await page.getByText(`Set a new password for ${email}`).waitFor()

        await choose(page, email, 'Edit…')
        await page.getByRole('dialog').getByLabel('Name').fill('Nora Fields')
        await page.getByRole('dialog').getByLabel('Role').selectOption('Auditor')
        await expectAccessible(page)
        await inDialog(page, 'Save').click()
        await row(page, 'Nora Fields').getByText('Auditor').waitFor()
        await choose(page, email, 'Disable…')
        await inDialog(page, 'Disable').click()
        await row(page, email).getByText('Disabled').waitFor()
        await expectAccessible(page)
        await choose(page, email, 'Enable')
        await row(page, email).getByText('Active').waitFor()
        await choose(page, email, 'Delete…')
        await inDialog(page, 'Delete').click()
        await page.getByText('No matching users').waitFor()
      })

      it('keeps people from shutting themselves out', async () => {
        await using tab = await console.open('/admin/users')
        const { page } = tab
        await button(page, `Actions for ${console.user.email}`).click()
        await page.getByRole('menuitem', { name: 'Tokens…' }).waitFor()
        expect(await page.getByRole('menuitem', { name: 'Disable…' }).count()).toBe(0)
        expect(await page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0)
      })

      it('shows the tokens of a user and ends them', async () => {
        const other = await site.user()
        await using tab = await console.open('/admin/users')
        const { page } = tab
        await choose(page, other.email, 'Tokens…')
        await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
        await expectAccessible(page)
        await inDialog(page, 'Revoke all').click()
        await page.getByText('This user has no tokens or sessions.').waitFor()
        expect((await other.get('/users/me/calendarList')).status).toBe(401)
      })

      it('makes a group, puts people in and takes them out', async () => {
        await using tab = await console.open('/admin/groups')
        const { page } = tab
        await page.getByText('No groups').waitFor()
        await button(page, 'New group').click()
        await page.getByLabel('Email').fill('readers@example.com')
        await inDialog(page, 'Create').click()
        await button(page, 'Members of readers@example.com').click()
        await page.getByLabel('Add member').fill('nora@example.com')
        await page.keyboard.press('Enter')
        await row(page, 'nora@example.com').waitFor()
        await expectAccessible(page)
        await button(page, 'Remove nora@example.com').click()
        await page.getByText('This group has no members yet.').waitFor()
        await page.keyboard.press('Escape')
        await button(page, 'Delete readers@example.com').click()
        await inDialog(page, 'Delete').click()
        await page.getByText('No groups').waitFor()
      })

      it('adds and removes domains and rooms', async () => {
        await using tab = await console.open('/admin/domains')
        const { page } = tab
        await page.getByLabel('Add domain').fill('example.org')
        await page.keyboard.press('Enter')
        await button(page, 'Remove example.org').waitFor()
        await expectAccessible(page)
        await button(page, 'Remove example.org').click()
        await page.getByText('No domains').waitFor()

        await page.getByRole('link', { name: 'Rooms' }).click()
        await button(page, 'New room').click()
        await page.getByLabel('Name').fill('Attic')
        await page.getByLabel('Location').fill('Third floor')
        await expectAccessible(page)
        await inDialog(page, 'Create').click()
        await row(page, 'Third floor').getByText('Automatic').waitFor()
        await button(page, 'Delete Attic').click()
        await inDialog(page, 'Delete').click()
        await page.getByText('No rooms').waitFor()
      })

      it('lists jobs by state, hastens one and drops it', async () => {
        await console.user.post('/calendars/primary/events?sendUpdates=all', {
          start: { dateTime: '2030-05-01T10:00:00Z' },
          end: { dateTime: '2030-05-01T11:00:00Z' },
          attendees: [{ email: 'guest@elsewhere.example' }],
        })
        await using tab = await console.open('/admin/jobs')
        const { page } = tab
        await page.getByText('No failed jobs').waitFor()
        await page.getByRole('tab', { name: 'Waiting' }).click()
        const lost = row(page, 'ECONNREFUSED').first()
        const press = async (name: string) => {
          await button(page, 'Refresh').click()
          const found = lost.getByRole('button', { name })
          if (await found.isVisible()) await found.click()
        }
        // A job that is under way is in another list for a moment, and cannot be dropped.
        console.allow(/status of 4/)
        await expect
          .poll(async () => {
            await press('Run now: mail.send')
            return page.getByText('Started mail.send').count()
          })
          .toBeGreaterThan(0)
        await lost.waitFor()
        await expectAccessible(page, { themes: ['light'] })
        await expect
          .poll(async () => {
            await press('Delete mail.send')
            return page.getByText('Deleted mail.send').count()
          })
          .toBeGreaterThan(0)
      })

      it('shows the audit log by actor, action, object, outcome and time, and exports it', async () => {
        const boss = await administrator(site.place, site.server)
        for (const email of ['ada@audited.example', 'bea@audited.example']) {
          expect((await boss.post('/admin/v1/users', { email })).status).toBe(200)
        }
        await using tab = await console.open('/admin')
        const { page } = tab
        await page.getByRole('link', { name: 'Audit log' }).click()
        await row(page, 'users/bea@audited.example').getByText('Success').waitFor()
        await expectAccessible(page)
        await page.getByLabel('Actor').fill(boss.email)
        await page.getByLabel('Action starts with').fill('admin.users.')
        await page.getByLabel('Object starts with').fill('users/ada@audited')
        await page.getByLabel('Outcome').selectOption('Success')
        await page.getByLabel('From (UTC)').fill('2020-01-01T00:00')
        await expect.poll(() => page.getByRole('row').count()).toBe(2)
        await row(page, 'users/ada@audited.example').getByText('admin.users.insert').waitFor()

        const saving = page.waitForEvent('download')
        await button(page, 'Export as JSON Lines').click()
        const lines = (await savedText(saving)).trimEnd().split('\n')
        expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
          { action: 'admin.users.insert', object: 'users/ada@audited.example' },
        ])

        await page.getByLabel('Before (UTC)').fill('2020-01-02T00:00')
        await page.getByText('No matching entries').waitFor()
      })

      it('shows more of the audit log at its end', async () => {
        const boss = await administrator(site.place, site.server)
        for (let count = 0; count < 103; count++) await boss.get('/admin/v1/audit/export')
        await using tab = await console.open('/admin/audit')
        const { page } = tab
        await page.getByLabel('Actor').fill(boss.email)
        await expect
          .poll(async () => {
            await page.getByRole('row').last().scrollIntoViewIfNeeded()
            return page.getByRole('row').count()
          })
          .toBe(104)
      })

      it('shows the audit log to owners and auditors only', async () => {
        const user = await site.user()
        const role = ['user', 'role', user.email, 'userAdministrator']
        expect((await runAlmanac(role, site.place.environment)).code).toBe(0)
        await using other = await openConsole(site, { user, path: '/admin/audit' })
        await other.page.getByText('Only owners and auditors').waitFor()
        await other.page.getByRole('link', { name: 'Users' }).waitFor()
        expect(await other.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
      })

      it('is not for others', async () => {
        await using other = await openConsole(site, { path: '/admin/users' })
        await other.page.getByText('Only administrators of this server').waitFor()
        expect(await other.page.getByRole('table').count()).toBe(0)
      })
    },
    mute,
  )
})
