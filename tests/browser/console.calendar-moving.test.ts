import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserUnavailable } from '../support/chromium.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { at, given, ShownCalendar } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('dragging in the calendar of the console', (site) => {
    const tabs = consoleTabs(site)
    const timesOf = async (id: string) => {
      const { json } = await tabs.user.get(`/calendars/primary/events/${id}`)
      const { start, end } = json as Record<'start' | 'end', { dateTime?: string; date?: string }>
      return [start.dateTime ?? start.date, end.dateTime ?? end.date]
    }

    it('moves an event to another day, tells its guests, and moves it back', async () => {
      const { id } = await given(tabs.user, {
        summary: 'Movers',
        ...at('2027-01-12T09:00'),
        attendees: [{ email: 'sam@elsewhere.test' }, { email: 'max@elsewhere.test' }],
      })
      await using tab = await tabs.open('/calendar/month/2027-01-12')
      const shown = new ShownCalendar(tab.page)
      const sent = tab.page.waitForRequest((request) => request.method() === 'PATCH')
      await drag(tab.page, shown.event(/Movers/), tab.page.locator('[data-date="2027-01-14"]'))
      await shown.says('Saved “Movers”')
      expect((await sent).url()).toContain('sendUpdates=all')
      expect(await timesOf(id)).toEqual(['2027-01-14T09:00:00Z', '2027-01-14T10:00:00Z'])
      await shown.undo()
      expect(await timesOf(id)).toEqual(['2027-01-12T09:00:00Z', '2027-01-12T10:00:00Z'])
    })

    it('makes an event longer at its end', async () => {
      const { id } = await given(tabs.user, { summary: 'Workshop', ...at('2027-02-10T10:00') })
      await using tab = await tabs.open('/calendar/day/2027-02-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const event = shown.event(/Workshop/)
      await event.waitFor()
      const box = (await event.boundingBox())!
      await event.hover()
      await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width / 2, box.y + box.height + 20, { steps: 4 })
      await page.mouse.move(box.x + box.width / 2, box.y + 2 * box.height - 4, { steps: 4 })
      await page.mouse.up()
      await shown.says('Saved “Workshop”')
      expect(await timesOf(id)).toEqual(['2027-02-10T10:00:00Z', '2027-02-10T12:00:00Z'])
    })

    it('moves an event without a length to another moment', async () => {
      const { id } = await given(tabs.user, { summary: 'Deadline', ...at('2027-02-17T10:00', 0) })
      await using tab = await tabs.open('/calendar/month/2027-02-17')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await drag(page, shown.event(/Deadline/), page.locator('[data-date="2027-02-18"]'))
      await shown.says('Saved “Deadline”')
      expect(await timesOf(id)).toEqual(['2027-02-18T10:00:00Z', '2027-02-18T10:00:00Z'])
      await tab.go('/calendar/day/2027-02-18')
      await page.locator('.cal-grid.day').waitFor()
      await expect.poll(() => shown.event(/Deadline/).textContent()).toBe('Deadline10:00 AM')
    })

    it('asks how far the move of one of a series reaches, and puts it back when in doubt', async () => {
      const { id } = await given(tabs.user, {
        summary: 'Market',
        ...at('2027-03-02T09:00'),
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3'],
      })
      await using tab = await tabs.open('/calendar/month/2027-03-12')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const question = shown.dialog('Move recurring event')
      const second = page
        .locator('[data-date="2027-03-09"]')
        .getByRole('button', { name: /Market/ })
      await drag(page, second, page.locator('[data-date="2027-03-11"]'))
      await shown.press('Cancel', question)
      await second.waitFor()
      await drag(page, second, page.locator('[data-date="2027-03-11"]'))
      await question.getByLabel('All events').check()
      await shown.press('Move', question)
      await shown.says('Saved “Market”')
      const { json } = await tabs.user.get(`/calendars/primary/events/${id}`)
      expect(json).toMatchObject({
        start: { dateTime: '2027-03-04T09:00:00Z' },
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3'],
      })
    })

    it('moves all weekdays of a series from one of its days on', async () => {
      await given(tabs.user, {
        summary: 'Class',
        ...at('2027-05-03T09:00'),
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6'],
      })
      await using tab = await tabs.open('/calendar/month/2027-05-12')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const day = (date: string) => page.locator(`[data-date="${date}"]`)
      await drag(page, day('2027-05-12').getByRole('button', { name: /Class/ }), day('2027-05-13'))
      const question = shown.dialog('Move recurring event')
      await question.getByLabel('This and following events').check()
      await shown.press('Move', question)
      await shown.says(/^Saved “Class”/)
      const { json } = await tabs.user.get(
        '/calendars/primary/events?q=Class&singleEvents=true&orderBy=startTime',
      )
      const days = (json.items ?? []).map(({ start }) =>
        (start as { dateTime: string }).dateTime.slice(8, 10),
      )
      expect(days).toEqual(['03', '05', '10', '13', '18', '20'])
    })

    it('selects days for a new event', async () => {
      await using tab = await tabs.open('/calendar/month/2027-04-12')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const day = (date: string) => page.locator(`[data-date="${date}"]`)
      await drag(page, day('2027-04-13'), day('2027-04-15'))
      const form = shown.dialog('New event')
      await form.getByText('Tuesday, April 13, 2027 – Thursday, April 15, 2027').waitFor()
    })
  })
})

/** Takes something by its middle and drops it on the middle of something else. */
async function drag(page: Page, what: Locator, where: Locator): Promise<void> {
  await what.waitFor()
  const from = middle((await what.boundingBox())!)
  const to = middle((await where.boundingBox())!)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 4, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
}

const middle = (box: { x: number; y: number; width: number; height: number }) => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
})
