import type { CDPSession, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserUnavailable, devTools } from '../support/chromium.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { at, given, ShownCalendar } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

/** Where the known work, a long list to lay out, takes `knownWorkMs`. */
const pressMsMax = 100
const knownWorkMs = 250
const knownWork = `{
  const list = document.createElement('ul')
  for (let i = 0; i < 3_000; i++) list.append(document.createElement('li'), String(i))
  document.body.append(list)
  list.getBoundingClientRect()
  list.remove()
}`
const firstLoadMax = 250_000
/** A processor that is four times slower has to load the page in this time. */
const interactiveMsMax = 1_500
const throttling = 4
const layoutShiftMax = 0.05
/** The sum of all movements of what was already drawn. */
const layoutShift = `new Promise((found) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => found(sum), 100)
})`
const triesMax = 20
const fullWeek = 500
const all = `document.querySelectorAll('.cal-view .cal-target, .cal-view .cal-target *')`
const isSticky = `(element) =>
  getComputedStyle(element).position === 'sticky' && element.getClientRects().length > 0`

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('the calendar of the console', (site) => {
    const tabs = consoleTabs(site)

    it('answers a press at once with five thousand events in a month', async () => {
      await manyEvents(tabs.user)
      await using tab = await tabs.open('/calendar/month/2027-01-13')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown.event(/Tick/).first().waitFor()
      await using session = await devTools(page)
      const pressCostMs = pressCosts(page, await threadTime(session))
      const opening = await cheapest(pressMsMax, async () => {
        const costMs = await pressCostMs(shown.event(/Tick/).first())
        await shown.press('Close', shown.dialog(/^Tick/))
        await shown.dialog(/^Tick/).waitFor({ state: 'detached' })
        return costMs
      })
      expect(opening).toBeLessThan(pressMsMax)
      const own = page.getByRole('checkbox', { name: tabs.user.email })
      const switching = await cheapest(pressMsMax, async () => {
        const isOn = await own.isChecked()
        const costMs = await pressCostMs(own)
        expect(await own.isChecked()).toBe(!isOn)
        return costMs
      })
      expect(switching).toBeLessThan(pressMsMax)
      await own.check()
      const title = page.getByRole('heading', { level: 1 })
      const turnTo = async (button: string, month: string) => {
        const costMs = await pressCostMs(page.getByRole('button', { name: button, exact: true }))
        await title.getByText(month).waitFor()
        await shown.event(/Tick/).first().waitFor()
        return costMs
      }
      const turning = await cheapest(pressMsMax, async () =>
        Math.max(await turnTo('Next', 'February 2027'), await turnTo('Previous', 'January 2027')),
      )
      expect(turning).toBeLessThan(pressMsMax)
    })

    it('answers at once in a full week, and in the toolbar before it is replaced', async () => {
      await using tab = await tabs.open('/calendar/week/2027-01-13')
      const { page } = tab
      const drawn = page.locator('.cal-view .cal-target')
      await expect.poll(() => drawn.count()).toBeGreaterThan(fullWeek)
      // Each of them is a layer, and layers are calculated for every frame.
      expect(await page.evaluate(`[...${all}].filter(${isSticky}).length`)).toBeLessThan(10)
      const shown = new ShownCalendar(page)
      await using session = await devTools(page)
      const pressCostMs = pressCosts(page, await threadTime(session))
      const opening = await cheapest(pressMsMax, async () => {
        const costMs = await pressCostMs(shown.event(/Tick/).nth(60))
        // The first press costs less than later ones, which update the styles of more elements.
        await page.reload()
        await expect.poll(() => drawn.count()).toBeGreaterThan(fullWeek)
        return costMs
      })
      expect(opening).toBeLessThan(pressMsMax)
      const drawnAtAnswer = page.evaluate(`new Promise((found) => {
        const watching = new MutationObserver(() => found(${all}.length))
        watching.observe(document.querySelector('h1'), { characterData: true, subtree: true })
      })`)
      await page.getByRole('button', { name: 'Month', exact: true }).click()
      expect(await drawnAtAnswer).toBeGreaterThan(fullWeek)
      await page
        .getByRole('button', { name: /^\+\d+ more$/ })
        .first()
        .waitFor()
    })

    it('says how many events a day of a month has, and shows all of them', async () => {
      await using tab = await tabs.open('/calendar/month/2027-01-13')
      const { page } = tab
      const day = page.locator('[data-date="2027-01-13"]')
      const more = day.getByRole('button', { name: /^\+\d+ more$/ })
      const events = day.getByRole('button', { name: /Tick/ })
      const counts = async () => {
        const left = Number(/\d+/.exec(await more.innerText())![0])
        const drawn = await events.count()
        return { drawn, all: drawn + left }
      }
      // One of the series has ended.
      await expect.poll(async () => (await counts()).all).toBe(161)
      const { drawn } = await counts()
      await page.setViewportSize({ width: 1280, height: 2 * 720 })
      await expect.poll(async () => (await counts()).drawn).toBeGreaterThan(2 * drawn)
      await expect.poll(async () => (await counts()).all).toBe(161)
      await more.click()
      const popover = page.getByRole('dialog', { name: 'January 13, 2027' })
      await expect.poll(() => popover.getByRole('button', { name: /Tick/ }).count()).toBe(161)
    })

    it('draws the agenda of five thousand events a hundred at a time', async () => {
      await using tab = await tabs.open('/calendar/agenda/2027-01-01')
      const shown = new ShownCalendar(tab.page)
      await tab.page.getByRole('button', { name: 'Show more (4,739)' }).click()
      await tab.page.getByRole('button', { name: 'Show more (4,639)' }).waitFor()
      expect(await shown.event(/Tick/).count()).toBe(200)
    })

    it('loads soon and calmly, with less than a quarter of a megabyte', async () => {
      await using tab = await tabs.open('/calendar/week/2027-05-13')
      const { page } = tab
      const own = page.getByRole('checkbox', { name: tabs.user.email })
      await reloadWithoutLateWork(page)
      await own.waitFor()
      expect(await page.evaluate('setTimeout(() => {}, 1_000)')).toBe(0)
      const bytes = (await page.evaluate(
        `performance.getEntriesByType('resource')
          .filter(({ name }) => name.includes('/assets/'))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      )) as number
      expect(bytes).toBeGreaterThan(100_000)
      expect(bytes).toBeLessThan(firstLoadMax)
      await using session = await devTools(page)
      const spentMs = await threadTime(session)
      const loading = await cheapest(interactiveMsMax, async () => {
        await page.reload()
        await own.waitFor()
        // A page that is loaded begins at zero.
        const loadedMs = await spentMs()
        return (throttling * loadedMs) / (await slowness(page, spentMs))
      })
      expect(loading).toBeLessThan(interactiveMsMax)
      expect(await page.evaluate(layoutShift)).toBeLessThan(layoutShiftMax)
    })
  })
})

/** Five thousand events in the January of 2027: series of a month, and nine days of one more. */
const manyEvents = (user: WireUser) =>
  Promise.all(
    Array.from({ length: 162 }, (_, index) => {
      const time = `${Math.floor(index / 7)}`.padStart(2, '0')
      const minute = `${(index % 7) * 8}`.padStart(2, '0')
      return given(user, {
        summary: `Tick ${index}`,
        ...at(`2027-01-01T${time}:${minute}`, 5),
        recurrence: [`RRULE:FREQ=DAILY;COUNT=${index === 161 ? 9 : 31}`],
      })
    }),
  )

/** The least cost of a few attempts, which is what the console needs; others tell of a busy machine. */
async function cheapest(enoughMs: number, attempt: () => Promise<number>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < triesMax && leastMs >= enoughMs; tries++) {
    leastMs = Math.min(leastMs, await attempt())
  }
  return leastMs
}

const withoutLateWork = `{
  const { setTimeout: schedule } = window
  window.setTimeout = (run, ms, ...rest) => (ms >= 1_000 ? 0 : schedule(run, ms, ...rest))
}`

/** Work that waits for a second, such as loading dialogs ahead, is not part of the first load. */
async function reloadWithoutLateWork(page: Page): Promise<void> {
  await using session = await devTools(page)
  // Otherwise the session runs no scripts in new documents.
  await session.send('Page.enable')
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: withoutLateWork })
  await page.reload()
}

/** Gives a function that tells the processor time of the thread of the page. */
async function threadTime(session: CDPSession): Promise<() => Promise<number>> {
  await session.send('Performance.enable')
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ThreadTime')!.value * 1000
  }
}

/** How many times longer than it should the known work takes, at least once. */
async function slowness(page: Page, spentMs: () => Promise<number>): Promise<number> {
  const before = await spentMs()
  await page.evaluate(knownWork)
  return Math.max(1, ((await spentMs()) - before) / knownWorkMs)
}

/**
 * Gives a function that presses something and tells the processor time, of the thread of the page, until an
 * answer is drawn. How long that takes by the clock depends on how busy the machine is. Where the known
 * work takes longer than it should, so may the answer.
 */
const pressCosts =
  (page: Page, spentMs: () => Promise<number>) =>
  async (pressed: Locator): Promise<number> => {
    await pressed.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await pressed.boundingBox())!
    const before = await spentMs()
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))')
    const answeredMs = (await spentMs()) - before
    return answeredMs / (await slowness(page, spentMs))
  }
