import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserUnavailable } from '../support/chromium.ts'
import { expectAccessible } from '../support/console-page.ts'
import { consoleTabs, phone } from '../support/console-tabs.ts'
import { at, given, ShownCalendar, titlesIn } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'

/** Events beside and in front of each other, on two days. */
const overlapping = [
  ['Quarterly planning of all teams', '12T09:00', 180],
  ['Interview of an engineer', '12T09:30', 90],
  ['Call with the supplier', '12T10:00', 90],
  ['Long afternoon together', '13T13:00', 240],
  ['Coffee', '13T13:15', 30],
] as const

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('the calendar of the console', (site) => {
    const tabs = consoleTabs(site)

    it('shows what there is in every view, and goes from one to the next', async () => {
      const summary = 'A title of many words that needs more room than there is in an hour'
      await given(tabs.user, { summary, ...at('2027-02-10T14:00') })
      await given(tabs.user, { summary: 'Stand-up', location: 'Hall', ...at('2027-02-10T09:00') })
      await given(tabs.user, { summary: 'Planning', ...at('2027-02-10T09:30', 90) })
      for (const [name, start, minutes] of overlapping) {
        await given(tabs.user, { summary: name, ...at(`2027-02-${start}`, minutes) })
      }
      await given(tabs.user, {
        summary: 'Trip',
        start: { date: '2027-02-17' },
        end: { date: '2027-02-20' },
      })
      await using tab = await tabs.open('/calendar/week/2027-02-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const title = page.getByRole('heading', { level: 1 })
      const long = shown.event(/A title of many words/)
      await title.getByText('Feb 7 – 13, 2027').waitFor()
      await long.waitFor()
      // What an event has no room for is cut off instead of covering the time after it.
      const { x, y, width, height } = (await long.boundingBox())!
      const reaches = (offset: number) =>
        long.evaluate(isAt, { left: x + width / 2, top: y + height + offset })
      expect([await reaches(-8), await reaches(8)]).toEqual([true, false])
      // The title comes first, and stays readable where events overlap.
      for (const name of ['Stand-up', 'Planning']) {
        const event = shown.event(new RegExp(name))
        expect(await event.innerText()).toMatch(new RegExp(`^${name}`))
        const words = (await event.getByText(name).boundingBox())!
        const middle = { left: words.x + words.width / 2, top: words.y + words.height / 2 }
        expect(await event.evaluate(isAt, middle), name).toBe(true)
        expect(words.width).toBeGreaterThan(30)
      }
      for (const [name] of overlapping) {
        expect(await page.evaluate(coveredLines(name)), name).toEqual([])
      }

      await page.keyboard.press('m')
      await title.getByText('February 2027').waitFor()
      await shown.event(/Stand-up/).waitFor()
      await page.keyboard.press('n')
      await title.getByText('March 2027').waitFor()
      await page.getByRole('button', { name: 'Previous', exact: true }).click()
      await title.getByText('February 2027').waitFor()
      await page.getByRole('button', { name: 'Year', exact: true }).click()
      await page.getByRole('heading', { name: 'Calendar, 2027', exact: true }).waitFor()
      await page.getByRole('link', { name: 'February 10, 2027, 3 events' }).waitFor()
      await page.goBack()
      await title.getByText('February 2027').waitFor()
      await page.keyboard.press('d')
      await title.getByText('Wednesday, February 10, 2027').waitFor()
      expect(new URL(page.url()).pathname).toBe('/calendar/day/2027-02-10')
      await shown.event(/Stand-up/).waitFor()

      const month = page.getByRole('region', { name: 'Month overview' })
      await month.getByRole('button', { name: 'Next month' }).click()
      await month.getByRole('link', { name: 'Tuesday, March 9, 2027' }).click()
      await title.getByText('Tuesday, March 9, 2027').waitFor()
      await month.getByText('March 2027').waitFor()
      await month.getByLabel('Go to date').fill('2028-02-29')
      await title.getByText('Tuesday, February 29, 2028').waitFor()
      await expectAccessible(page)
      await tab.go('/calendar/year/2027-02-10')
      await page.getByRole('link', { name: 'February 10, 2027, 3 events' }).click()
      await title.getByText('Wednesday, February 10, 2027').waitFor()

      await page.getByRole('button', { name: 'Agenda', exact: true }).click()
      await shown.event(/Stand-up/).waitFor()
      await expect.poll(() => shown.event(/Trip/).count()).toBe(3)
      await page.emulateMedia({ media: 'print' })
      await title.waitFor()
      await page.getByText('Stand-up').waitFor()
      expect(await page.getByRole('navigation').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Today' }).count()).toBe(0)
      expect(await page.getByRole('checkbox').count()).toBe(0)
    })

    it('shows the date on a phone, and a night on its first day', async () => {
      await given(tabs.user, { summary: 'Night shift', ...at('2027-02-24T22:00', 240) })
      await using tab = await tabs.open('/calendar/week/2027-02-24', phone)
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown
        .event(/Night shift/)
        .first()
        .waitFor()
      const day = page.getByRole('columnheader').filter({ hasText: /^24$/ })
      await expect.poll(async () => (await day.boundingBox())!.x).toBeLessThan(60)
      const { x, width } = (await day.boundingBox())!
      expect(x + width).toBeLessThanOrEqual(phone.width)
      const hour = (await page
        .locator('.cal-view')
        .getByText('9 AM', { exact: true })
        .boundingBox())!
      expect(hour.x).toBeGreaterThanOrEqual(0)
      expect(hour.x + hour.width).toBeLessThanOrEqual(x)
      await tab.go('/calendar/month/2027-02-24')
      await expect.poll(() => shown.event(/Night shift/).count()).toBe(1)
    })

    it('cuts off words that are wider than their event, and centers a link to more in its target', async () => {
      const names = ['Brainstorming', 'Architecture', 'Interviewing']
      for (const [index, summary] of names.entries()) {
        await given(tabs.user, { summary, ...at(`2027-08-11T12:${index}0`) })
      }
      for (let hour = 14; hour < 20; hour++) {
        await given(tabs.user, { summary: `Call at ${hour}`, ...at(`2027-08-11T${hour}:00`) })
      }
      await using tab = await tabs.open('/calendar/week/2027-08-11')
      const { page } = tab
      const shown = new ShownCalendar(page)
      for (const name of names) {
        const [title, time] = ['.face-title', '.face-title + span'].map((part) =>
          shown.event(new RegExp(name)).locator(part).boundingBox(),
        )
        expect((await title)!.height, name).toBe((await time)!.height)
      }
      await tab.go('/calendar/month/2027-08-11')
      await page.setViewportSize(phone)
      const more = page.getByRole('button', { name: /^\+\d$/ })
      const middleOf = async (box: Locator) => {
        const { y, height } = (await box.boundingBox())!
        return y + height / 2
      }
      await expect
        .poll(async () => Math.abs((await middleOf(more)) - (await middleOf(more.getByText(/\d/)))))
        .toBeLessThanOrEqual(1)
    })

    it('adds an event by the keyboard, and takes it back', async () => {
      await using tab = await tabs.open('/calendar/week/2027-03-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.getByRole('checkbox', { name: tabs.user.email }).waitFor()
      await page.keyboard.press('c')
      const form = shown.dialog('New event')
      await form.getByLabel('Title').waitFor()
      await page.keyboard.type('Dentist')
      await form.getByLabel('Start date').fill('2027-03-10')
      await form.getByLabel('Start time').fill('10:30')
      expect(await form.getByLabel('End date').inputValue()).toBe('2027-03-10')
      expect(await form.getByLabel('End time').inputValue()).toBe('11:30')
      await form.getByLabel('End date').fill('2027-03-09')
      const problem = form.getByText('The end can’t be before the start.')
      await problem.waitFor()
      await page.keyboard.press('Enter')
      expect(await problem.count()).toBe(1)
      expect(await titlesIn(tabs.user, '2027-03')).toEqual([])
      await form.getByLabel('End date').fill('2027-03-10')
      await page.keyboard.press('Enter')
      await shown.says('Added “Dentist”')
      await shown.event(/Dentist/).waitFor()
      expect(await titlesIn(tabs.user, '2027-03')).toEqual(['Dentist'])
      await shown.undo()
      await shown.event(/Dentist/).waitFor({ state: 'detached' })
      expect(await titlesIn(tabs.user, '2027-03')).toEqual([])
    })

    it('adds an event where a person presses', async () => {
      await using tab = await tabs.open('/calendar/month/2027-04-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.locator('[data-date="2027-04-14"]').click()
      const form = shown.dialog('New event')
      await form.getByText('Wednesday, April 14, 2027').waitFor()
      await form.getByLabel('Title').fill('Holiday')
      await expectAccessible(page)
      await shown.press('Save', form)
      await shown.says('Added “Holiday”')
      await shown.event(/Holiday/).waitFor()
    })

    it('adds an hour beside the press, offers all options and asks before it forgets', async () => {
      await using tab = await tabs.open('/calendar/day/2027-04-20')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const slot = page.locator('[data-time="09:00:00"]').last()
      const box = (await slot.boundingBox())!
      const press = { x: box.x + 300, y: box.y + 3 }
      await page.mouse.click(press.x, press.y)
      const form = shown.dialog('New event')
      await form.getByText('Tuesday, April 20, 2027, 9:00 – 10:00 AM').waitFor()
      const marked = page.locator('.cal-view').getByText('9:00 – 10:00 AM', { exact: true })
      await marked.waitFor()
      const place = (await form.boundingBox())!
      expect(
        Math.min(Math.abs(place.x - press.x), Math.abs(place.x + place.width - press.x)),
      ).toBeLessThan(40)
      await form.getByLabel('Title').fill('Workout')
      await shown.press('More options', form)
      await form.getByLabel('Start time').waitFor()
      await marked.waitFor({ state: 'detached' })
      expect(await form.getByLabel('Title').inputValue()).toBe('Workout')
      expect(await form.getByLabel('End time').inputValue()).toBe('10:00')
      await form.getByLabel('Location').fill('Gym')
      const save = form.getByRole('button', { name: 'Save' })
      const { y, height } = (await save.boundingBox())!
      expect(y + height).toBeLessThan(720)
      await page.keyboard.press('Escape')
      const question = shown.dialog('Discard unsaved changes?')
      await shown.press('Cancel', question)
      expect(await form.getByLabel('Location').inputValue()).toBe('Gym')
      await page.keyboard.press('Escape')
      await shown.press('Discard', question)
      await form.waitFor({ state: 'detached' })
    })

    it('duplicates an event, and leads to where it lands', async () => {
      await given(tabs.user, { summary: 'Review', location: 'Hall', ...at('2027-09-14T09:00') })
      await using tab = await tabs.open('/calendar/week/2027-09-14')
      const shown = new ShownCalendar(tab.page)
      await shown.event(/Review/).click()
      await shown.press('Duplicate', shown.dialog('Review'))
      const form = shown.dialog('New event')
      expect(await form.getByLabel('Location').inputValue()).toBe('Hall')
      await form.getByLabel('Title').fill('Second review')
      await form.getByLabel('Start date').fill('2027-10-05')
      await shown.press('Save', form)
      await shown.says('Added “Second review”')
      await shown.press('Show')
      await shown.event(/Second review/).waitFor()
    })

    it('keeps the zone, the reminders, the color and the privacy of an event', async () => {
      await using tab = await tabs.open('/calendar/week/2027-08-11')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown.press('Create')
      const form = shown.dialog('New event')
      await form.getByLabel('Title').fill('Surprise')
      await form.getByLabel('Start date').fill('2027-08-11')
      await form.getByLabel('Start time').fill('09:00')
      await form.getByLabel('Time zone').selectOption('America/New York')
      await form.getByLabel(/^Use calendar default/).uncheck()
      await form.getByLabel('Time of reminder 1').fill('3')
      await form.getByLabel('Unit of reminder 1').selectOption('hours before')
      await form.getByText('Color, visibility, and availability').click()
      await form.getByRole('radio', { name: 'Banana' }).check()
      await form.getByLabel('Show as').selectOption('Free')
      await form.getByLabel('Visibility').selectOption('Private: only people who can edit it')
      await expectAccessible(page)
      await shown.press('Save', form)
      await shown.says('Added “Surprise”')
      const { json } = await tabs.user.get('/calendars/primary/events?q=Surprise')
      expect(json.items).toMatchObject([
        {
          start: { dateTime: '2027-08-11T13:00:00Z', timeZone: 'America/New_York' },
          reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 180 }] },
          colorId: '5',
          transparency: 'transparent',
          visibility: 'private',
        },
      ])
      await shown.event(/Surprise/).click()
      const details = shown.dialog('Surprise')
      await details.getByText('9:00 – 10:00 AM (America/New York)').waitFor()
      await details.getByText('3 hours before').waitFor()
    })

    it('changes and deletes an event, and takes back one after the other', async () => {
      await given(tabs.user, { summary: 'Talk', location: 'Hall', ...at('2027-05-12T14:00') })
      await using tab = await tabs.open('/calendar/week/2027-05-12')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await shown.event(/Talk/).click()
      const details = shown.dialog('Talk')
      await details.getByText('Hall').waitFor()
      await expectAccessible(page)
      await shown.press('Edit', details)
      const form = shown.dialog('Edit event')
      await form.getByLabel('Title').fill('Keynote')
      await form.getByLabel('Location').fill('')
      await shown.press('Save', form)
      await shown.says('Saved “Keynote”')
      await shown.event(/Keynote/).click()
      await shown.press('Delete', shown.dialog('Keynote'))
      await shown.says('Deleted “Keynote”')
      await shown.event(/Keynote/).waitFor({ state: 'detached' })
      await page.locator('.cal-view:focus').waitFor()
      expect(await titlesIn(tabs.user, '2027-05')).toEqual([])
      await page.keyboard.press('z')
      await shown.event(/Keynote/).waitFor()
      await page.keyboard.press('z')
      await shown.event(/Talk/).click()
      await details.getByText('Hall').waitFor()
      expect(await titlesIn(tabs.user, '2027-05')).toEqual(['Talk'])
    })

    it('switches calendars on and off for good', async () => {
      const { calendar } = await tabs.user.newCalendar({ summary: 'Garden' })
      await given(tabs.user, { summary: 'Sow peas', ...at('2027-06-16T08:00') }, calendar.id)
      await using tab = await tabs.open('/calendar/week/2027-06-16')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const garden = page.getByRole('checkbox', { name: 'Garden' })
      await garden.check()
      await shown.event(/Sow peas/).waitFor()
      await garden.uncheck()
      await shown.event(/Sow peas/).waitFor({ state: 'detached' })
      await page.reload()
      await garden.waitFor()
      await expect.poll(() => garden.isChecked()).toBe(false)
    })

    it('opens the page that an event or a series links to, and says so where there is none', async () => {
      tabs.allow(/404/)
      const linkOf = async (event: object) => {
        const { htmlLink } = await given(tabs.user, { ...event, ...at('2027-07-14T19:00') })
        const { pathname, search } = new URL(String(htmlLink))
        return pathname + search
      }
      const rule = 'RRULE:FREQ=WEEKLY;COUNT=3'
      const concert = await linkOf({ summary: 'Concert' })
      const choir = await linkOf({ summary: 'Choir', recurrence: [rule] })
      // The first one of this series is missing.
      const recurrence = [rule, 'EXDATE:20270714T190000Z']
      const quartet = await linkOf({ summary: 'Quartet', recurrence })
      await using tab = await tabs.open(concert)
      const { page } = tab
      const heading = (name: string) => page.getByRole('heading', { level: 1, name })
      const isShown = async (name: string) => {
        await heading(name).waitFor()
        await page.getByText('Wednesday, July 14, 2027').waitFor()
      }
      await isShown('Concert')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Show in calendar' }).click()
      await new ShownCalendar(page).event(/Concert/).waitFor()
      await tab.go(choir)
      await isShown('Choir')
      await tab.go(quartet)
      await isShown('Quartet')
      await tab.go('/calendar/event?eid=nonsense')
      await page.getByText('Event not found').waitFor()
      await tab.go('/calendar/fortnight')
      await heading('Page not found').waitFor()
    })
  })
})

interface Shown {
  readonly ownerDocument: { elementFromPoint(left: number, top: number): unknown }
  contains(other: unknown): boolean
}

/** Whether an element is what a person sees at a point. */
const isAt = (element: Shown, { left, top }: { readonly left: number; readonly top: number }) =>
  element.contains(element.ownerDocument.elementFromPoint(left, top))

/** Gives the ends of the lines of an event's title that something else covers. */
const coveredLines = (name: string) => `{
  const event = [...document.querySelectorAll('.cal-view .cal-target')]
    .find(({ textContent }) => textContent.startsWith(${JSON.stringify(name)}))
  const face = event.querySelector('.face').getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(event.querySelector('.face-title'));
  [...range.getClientRects()]
    .map(({ right, top, height }) => [Math.min(right, face.right) - 2, top + height / 2])
    .filter(([left, middle]) => !event.contains(document.elementFromPoint(left, middle)))
}`
