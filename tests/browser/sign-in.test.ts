import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { browserUnavailable, openBrowser } from '../support/chromium.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram, newProof, type Program, scope } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { waitOnLoopback } from '../support/waiting-program.ts'

const ann = { email: 'ann@example.com', password: 'correct horse battery' }
const reading = scope('calendar.readonly')
const settings = scope('calendar.settings.readonly')

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('a person', (site) => {
    let program: Program
    beforeAll(async () => {
      program = await newProgram(site, { type: 'installed', redirectUri: 'http://127.0.0.1/back' })
      await newPasswordUser(site.place, ann)
    })

    for (const javaScriptEnabled of [true, false]) {
      const how = javaScriptEnabled ? 'with the keyboard' : 'without JavaScript'

      it(`signs in ${how}, allows some of it and comes back to the program`, async () => {
        await using waiting = await waitOnLoopback()
        await using browser = await openBrowser({ javaScriptEnabled })
        const { page, complaints } = browser
        const { redirectUri: redirect_uri } = waiting
        const { verifier, challenge } = newProof()
        const address = program.address({
          redirect_uri,
          scope: `openid ${reading} ${settings}`,
          access_type: 'offline',
          state: 'kept',
          code_challenge: challenge,
          code_challenge_method: 'S256',
        })

        await page.goto(site.base + address)
        await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
        await reach(page, page.getByRole('textbox', { name: 'Email' }))
        await page.keyboard.type(ann.email)
        await page.keyboard.press('Tab')
        await page.keyboard.type('not the password')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').waitFor()
        expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(ann.email)
        await reach(page, page.getByLabel('Password'))
        await page.keyboard.type(ann.password)
        await page.keyboard.press('Enter')

        await page.getByRole('heading', { name: 'Planner asks for access' }).waitFor()
        const ticks = page.getByRole('checkbox')
        expect(await ticks.count()).toBe(3)
        await reach(page, page.locator(`input[value="${reading}"]`))
        await page.keyboard.press('Space')
        await reach(page, page.getByRole('button', { name: 'Allow' }))
        await page.keyboard.press('Enter')

        await page.getByRole('heading', { name: 'Back' }).waitFor()
        const answer = await waiting.answer
        expect(answer.get('state')).toBe('kept')
        const form = { redirect_uri, code_verifier: verifier }
        const { body } = await program.exchange(answer.get('code')!, form)
        expect(body.scope).toBe(`openid ${settings}`)
        const me = as(site.base, body.access_token)
        expect((await me.get('/calendar/v3/users/me/settings')).status).toBe(200)
        // The answer to a wrong password is a page with status 400, which Chromium notes by itself.
        expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
      })

      it(`connects a device by the address that it shows, ${how}`, async () => {
        const wanted = { scope: `openid ${reading}` }
        const { body: shown } = await program.post('/device/code', wanted)
        await using browser = await openBrowser({ javaScriptEnabled })
        const { page, complaints } = browser
        await page.goto(String(shown.verification_uri_complete))
        const code = page.getByRole('textbox', { name: 'Code' })
        expect(await code.inputValue()).toBe(shown.user_code)
        await code.press('Enter')
        await page.getByRole('heading', { name: 'Is this your device?' }).waitFor()
        await page.getByText(String(shown.user_code)).waitFor()
        await reach(page, page.getByRole('button', { name: 'Continue' }))
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: `Continue as ann ${ann.email}` }).press('Enter')
        await page.getByRole('button', { name: 'Allow' }).press('Enter')
        await page.getByRole('heading', { name: 'Device connected' }).waitFor()
        const tokens = await program.token({
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: String(shown.device_code),
        })
        expect(tokens.status).toBe(200)
        expect(complaints).toEqual([])
      })
    }

    it('who refuses comes back to the program, which is told', async () => {
      await using waiting = await waitOnLoopback()
      await using browser = await openBrowser()
      const { page, complaints } = browser
      await page.goto(site.base + program.address({ redirect_uri: waiting.redirectUri }))
      await page.getByRole('button', { name: `Continue as ann ${ann.email}` }).press('Enter')
      await page.getByRole('button', { name: 'Cancel' }).press('Enter')
      expect((await waiting.answer).get('error')).toBe('access_denied')
      expect(complaints).toEqual([])
    })
  })
})

/** Presses Tab until something has the focus, as somebody without a mouse does. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 30; presses++) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${wanted}`)
}
