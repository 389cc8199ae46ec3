import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { browserUnavailable, openBrowser } from '../support/chromium.ts'
import { expectAccessible, openConsole, signIn } from '../support/console-page.ts'
import { consoleTabs, phone } from '../support/console-tabs.ts'
import { calendar } from '../support/official-clients.ts'
import { officialClient } from '../support/official-sign-in.ts'
import { Program, scope } from '../support/program.ts'
import { at, given, ShownCalendar } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { waitOnLoopback } from '../support/waiting-program.ts'
import { createWorld, siteIn, type World } from '../support/world.ts'

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const bar = (page: Page) => page.getByRole('complementary', { name: 'Current world' })
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await button(page, 'Sign in').waitFor()
}

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('a world', (site) => {
    const tabs = consoleTabs(site, { isAdmin: true })

    it('signs people in to its clients, with tokens for this world only', async () => {
      const [world, other] = [await createWorld(site.base), await createWorld(site.base)]
      await using waiting = await waitOnLoopback()
      const { redirectUri } = waiting
      const client = officialClient(await newClient(world, redirectUri))
      await using browser = await openBrowser()
      const { page, complaints } = browser
      await page.goto(client.generateAuthUrl({ scope: scope('calendar'), state: 'kept' }))
      await button(page, `Continue as demo ${world.email}`).click()
      await button(page, 'Allow').click()
      await page.getByRole('heading', { name: 'Back' }).waitFor()
      const answer = await waiting.answer
      expect(answer.get('state')).toBe('kept')
      const { tokens } = await client.getToken(answer.get('code')!)
      client.setCredentials(tokens)
      const { data } = await calendar({
        version: 'v3',
        auth: client,
        ...world.clients.node,
      }).calendars.get({ calendarId: 'primary' })
      expect(data.id).toBe(world.email)
      expect((await as(other.base, tokens.access_token!).primary()).status).toBe(401)
      expect(complaints).toEqual([])
    })

    it('has a console with its own events, sign-in and address', async () => {
      const world = await createWorld(site.base)
      const inside = siteIn(world, site)
      const [person, outsider] = [await inside.user({ email: world.email }), await site.user()]
      const path = '/calendar/week/2030-05-06'
      await given(person, { summary: 'Inside', ...at('2030-05-06T09:00') })
      await given(outsider, { summary: 'Outside', ...at('2030-05-06T09:00') })
      await using console = await openConsole(inside, { user: person, path, isSigningIn: true })
      const { page } = console
      const shown = new ShownCalendar(page)
      await shown.event(/Inside/).waitFor()
      expect(await shown.event(/Outside/).count()).toBe(0)
      expect(page.url()).toBe(world.base + path)
      expect(await page.title()).toContain(`· ${world.id} · Almanac`)
      await bar(page).getByText(world.id).waitFor()

      const following = page.waitForResponse(/\/worlds\/\w+\/calendar\/v3\/stream/)
      await page.reload()
      await following
      await given(person, { summary: 'Later', ...at('2030-05-07T09:00') })
      await shown.event(/Later/).waitFor()

      const root = await page.context().newPage()
      await root.goto(site.base + path)
      await signIn(root, outsider.email)
      await new ShownCalendar(root).event(/Outside/).waitFor()
      expect(await bar(root).count()).toBe(0)
      // A request that is on its way has a token that no longer counts.
      console.allow(/status of 401/)
      await signOut(page)
      await bar(page).getByText(world.id).waitFor()
      await expectAccessible(page)
      await root.reload()
      await new ShownCalendar(root).event(/Outside/).waitFor()
    })

    it('has pages for developers that call and change this world only', async () => {
      const world = await createWorld(site.base)
      const inside = siteIn(world, site)
      const user = await inside.user({ email: world.email })
      const path = '/developers/reference'
      await using console = await openConsole(inside, { user, path, isSigningIn: true })
      const { page } = console
      await page.getByLabel('Find an operation').fill('calendars.get')
      await page.getByText('calendar.calendars.get').click()
      await page.getByLabel('calendarId (required)').fill('primary')
      await page.getByText(`GET ${world.base}/calendar/v3/calendars/primary`).waitFor()
      await button(page, 'Send request').click()
      await page.getByRole('region', { name: 'Response' }).getByText(world.email).first().waitFor()
      await link(page, 'Workbench').click()
      await button(page, 'Freeze').click()
      await page.getByText('Frozen', { exact: true }).waitFor()
      const clocks = [
        await as(world.base).get('/_almanac/clock'),
        await site.call('/_almanac/clock'),
      ]
      expect(clocks.map(({ json }) => Boolean(json.frozen))).toEqual([true, false])
    })

    it('is created, opened and deleted in the workbench', async () => {
      await site.call('/_almanac/snapshots', { method: 'POST', body: { name: 'fixture' } })
      await using tab = await tabs.open('/developers/workbench?tab=worlds')
      const { page } = tab
      const dialog = page.getByRole('dialog')
      await row(page, 'Default world').getByText('Current').waitFor()
      await button(page, 'Create world').click()
      await dialog.getByLabel('ID').fill('bench')
      await dialog.getByLabel('Clock (UTC)').fill('2030-05-04T10:00')
      await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create world' }).click()
      await page.getByRole('dialog', { name: 'World bench created' }).waitFor()
      await dialog.getByText(`${site.base}/worlds/bench/`).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await row(page, 'bench').getByText('Named').waitFor()
      const world = as(`${site.base}/worlds/bench`)
      expect((await world.get('/_almanac/clock')).json.now).toContain('2030-05-04T10:')

      tabs.allow(/status of 409/)
      await button(page, 'Create world').click()
      await dialog.getByLabel('ID').fill('bench')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').getByText('bench').waitFor()
      await dialog.getByLabel('ID').fill('')
      await dialog.getByLabel('Snapshot').selectOption('fixture')
      const sent = page.waitForRequest('**/_almanac/worlds')
      await dialog.getByRole('button', { name: 'Create world' }).click()
      expect((await sent).postDataJSON()).toEqual({ snapshot: 'fixture' })
      const created = page.getByRole('heading', { name: /^World \w{12} created$/ })
      const id = (await created.innerText()).split(' ')[1]!
      await page.keyboard.press('Escape')
      await row(page, id).getByText('Temporary').waitFor()
      await button(page, `Delete ${id}`).click()
      await dialog.getByRole('button', { name: 'Delete world' }).click()
      await row(page, id).waitFor({ state: 'detached' })

      await link(page, 'Open bench').click()
      await signIn(page, 'demo@almanac.test')
      await page.setViewportSize(phone)
      await bar(page).getByText('bench').waitFor()
      await page.goto(`${site.base}/worlds/bench/developers/workbench?tab=worlds`)
      await row(page, 'bench').getByText('Current').waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
      await expectAccessible(page)
      await button(page, 'Delete bench').click()
      await dialog.getByRole('button', { name: 'Delete world' }).click()
      await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
      expect(page.url().startsWith(`${site.base}/calendar`)).toBe(true)

      tabs.allow(/status of 404/)
      await page.goto(`${site.base}/worlds/bench/calendar`)
      await page.getByRole('heading', { name: 'World not found' }).waitFor()
      await expectAccessible(page)
      await link(page, 'Go to the default world').click()
      await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
    })

    it('is not shown by the console of a server in production mode', async () => {
      await using tab = await tabs.open('/developers')
      const { page } = tab
      await link(page, 'Workbench').waitFor()
      await page.route('**/almanac/v1/users/me', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), mode: 'production' } })
      })
      await page.goto(`${site.base}/developers/workbench?tab=worlds`)
      await page.getByText('The workbench isn’t available').waitFor()
      expect(await page.getByRole('tab').count()).toBe(0)
      expect(await link(page, 'Workbench').count()).toBe(0)
    })
  })
})

/** Registers a program with a world. */
async function newClient({ base, calls }: World, redirectUri: string): Promise<Program> {
  const { json } = await calls.post('/almanac/v1/users/me/clients', {
    name: 'Planner',
    type: 'installed',
  })
  const { installed } = json.file as unknown as {
    installed: { client_id: string; client_secret: string }
  }
  const { client_id: id, client_secret: secret } = installed
  return new Program(base, { id, secret, redirectUri })
}
