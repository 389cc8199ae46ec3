import { describe, expect, it } from 'vitest'
import { browserUnavailable } from '../support/chromium.ts'
import { expectAccessible } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { at, given, ShownCalendar, titlesIn } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('the form of an event', (site) => {
    const tabs = consoleTabs(site)

    it('has everything again that could not be saved, and says why', async () => {
      tabs.allow(/Failed to load resource|ERR_FAILED/)
      await using tab = await tabs.open('/calendar/month/2027-01-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.locator('[data-date="2027-01-12"]').click()
      const form = shown.dialog('New event')
      await shown.press('More options', form)
      await form.getByLabel('Title').fill('Budget')
      await form.getByLabel('Description').fill('Bring the figures of last year.')
      await page.route('**/events?*', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await shown.press('Save', form)
      await shown.says('Can’t reach the server.')
      expect(await form.getByLabel('Description').inputValue()).toBe(
        'Bring the figures of last year.',
      )
      await page.unroute('**/events?*')
      await shown.press('Save', form)
      await shown.says('Added “Budget”')
      await form.waitFor({ state: 'detached' })
      expect(await titlesIn(tabs.user, '2027-01')).toEqual(['Budget'])
    })

    it('appears before most of its time zones', async () => {
      await using tab = await tabs.open('/calendar/month/2027-01-10')
      const { page } = tab
      const zonesAtFirst = page.evaluate(`new Promise((found) => {
        const watching = new MutationObserver(() => {
          const zones = [...document.querySelectorAll('dialog .when select')]
          if (zones.length > 0) found(zones[0].length)
        })
        watching.observe(document.body, { childList: true, subtree: true })
      })`)
      await page.keyboard.press('c')
      expect(await zonesAtFirst).toBe(1)
      const zones = page.getByRole('dialog').getByLabel('Time zone')
      const chosen = await zones.inputValue()
      await expect.poll(() => zones.locator('option').count()).toBeGreaterThan(300)
      expect(await zones.inputValue()).toBe(chosen)
    })

    it('stays open under a question that is left by Escape, and when text is selected beyond it', async () => {
      await given(tabs.user, {
        summary: 'Rowing',
        ...at('2027-02-01T08:00'),
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      })
      await using tab = await tabs.open('/calendar/month/2027-02-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const second = shown.event(/Rowing/).nth(1)
      await second.focus()
      await page.keyboard.press('Enter')
      await shown.press('Edit', shown.dialog('Rowing'))
      const form = shown.dialog('Edit event')
      const title = form.getByLabel('Title')
      await title.fill('Sculling')
      const { x, y } = (await title.boundingBox())!
      await page.mouse.move(x + 40, y + 10)
      await page.mouse.down()
      await page.mouse.move(5, y + 10)
      await page.mouse.up()
      await shown.press('Save', form)
      await shown.dialog('Save recurring event').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await shown.dialog('Save recurring event').waitFor({ state: 'detached' })
      expect(await title.inputValue()).toBe('Sculling')
      await page.keyboard.press('Escape')
      await shown.press('Discard', shown.dialog('Discard unsaved changes?'))
      await form.waitFor({ state: 'detached' })
      expect(await page.locator(':focus').textContent()).toContain('Rowing')
    })

    it('asks before the back button leaves a form with changes', async () => {
      await using tab = await tabs.open('/calendar/month/2027-05-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.keyboard.press('n')
      await expect.poll(() => page.url()).toContain('2027-06')
      await page.keyboard.press('c')
      const title = shown.dialog('New event').getByLabel('Title')
      await title.fill('Essay')
      await page.evaluate('history.back()')
      const question = shown.dialog('Discard unsaved changes?')
      await shown.press('Cancel', question)
      await question.waitFor({ state: 'detached' })
      expect(await title.inputValue()).toBe('Essay')
      expect(page.url()).toContain('2027-06')
      await page.evaluate('history.back()')
      await shown.press('Discard', question)
      await title.waitFor({ state: 'detached' })
      await expect.poll(() => page.url()).toContain('2027-05')
    })

    it('invites whoever was typed last, and refuses what is no address', async () => {
      await using tab = await tabs.open('/calendar/month/2027-03-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.locator('[data-date="2027-03-12"]').click()
      const form = shown.dialog('New event')
      await shown.press('More options', form)
      await form.getByLabel('Title').fill('Walk')
      await form.getByLabel('Guests').fill('nobody')
      await shown.press('Save', form)
      const problem = page.getByText('“nobody” isn’t an email address.')
      await problem.waitFor()
      expect(await problem.count()).toBe(1)
      await form.getByLabel('Guests').fill('sam@elsewhere.test')
      await shown.press('Save', form)
      await shown.says('Added “Walk”')
      const { json } = await tabs.user.get('/calendars/primary/events?q=walk')
      expect(json.items).toMatchObject([{ attendees: [{ email: 'sam@elsewhere.test' }] }])
    })

    it('says that an event was deleted meanwhile', async () => {
      const { id } = await given(tabs.user, { summary: 'Lecture', ...at('2027-04-14T08:00') })
      await using tab = await tabs.open('/calendar/month/2027-04-10')
      const shown = new ShownCalendar(tab.page)
      await shown.event(/Lecture/).click()
      await shown.press('Edit', shown.dialog('Lecture'))
      const form = shown.dialog('Edit event')
      await form.getByLabel('Description').fill('Room 3')
      await tabs.user.delete(`/calendars/primary/events/${id}`)
      await shown.press('Save', form)
      await shown.says('“Lecture” has been deleted in the meantime.')
    })

    it('can be left when a title has no end', async () => {
      const summary = `Kickoff ${'x'.repeat(300)}`
      await given(tabs.user, { summary, ...at('2027-05-12T08:00') })
      await using tab = await tabs.open('/calendar/month/2027-05-10')
      const shown = new ShownCalendar(tab.page)
      await shown.event(/Kickoff/).click()
      const dialog = shown.dialog(summary)
      const [outer, close] = await Promise.all([
        dialog.boundingBox(),
        dialog.getByRole('button', { name: 'Close' }).boundingBox(),
      ])
      expect(close!.x + close!.width).toBeLessThanOrEqual(outer!.x + outer!.width)
    })
  })
})
