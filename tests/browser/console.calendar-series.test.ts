import { describe, expect, it } from 'vitest'
import { browserUnavailable } from '../support/chromium.ts'
import { expectAccessible } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { at, given, ShownCalendar, titlesIn } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('repeating events of the console', (site) => {
    const tabs = consoleTabs(site)
    const seriesIn = async (id: string) =>
      (await tabs.user.get(`/calendars/primary/events/${id}`)).json

    it('are made with a rule that reads like a sentence', async () => {
      await using tab = await tabs.open('/calendar/month/2027-01-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.locator('[data-date="2027-01-12"]').click()
      const form = shown.dialog('New event')
      await shown.press('More options', form)
      await form.getByLabel('Title').fill('Choir')
      await form.getByLabel('Repeats').selectOption('Weekly')
      await form.getByLabel('Thursday').check()
      await form.getByLabel('Every N weeks').fill('2')
      await form.getByLabel('Ends').selectOption('After N occurrences')
      await form.getByLabel('Occurrences').fill('4')
      await form.getByText('Every 2 weeks on Tuesday and Thursday, 4 times').waitFor()
      await expectAccessible(page)
      await shown.press('Save', form)
      await shown.says('Added “Choir”')
      await shown.event(/Choir/).nth(2).waitFor()
      expect(await titlesIn(tabs.user, '2027-01')).toEqual(['Choir', 'Choir', 'Choir'])
    })

    it('repeat monthly by weekday or date, until a day', async () => {
      await using tab = await tabs.open('/calendar/month/2027-02-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.locator('[data-date="2027-02-23"]').click()
      const form = shown.dialog('New event')
      await shown.press('More options', form)
      await form.getByLabel('Title').fill('Board')
      await form.getByLabel('Repeats').selectOption('Monthly')
      await form.getByLabel('On', { exact: true }).selectOption('The last Tuesday')
      await form.getByLabel('Ends').selectOption('On a date')
      await form.getByLabel('Repeat until').fill('2027-05-31')
      await form.getByText('Monthly on the last Tuesday, until May 31, 2027').waitFor()
      await shown.press('Save', form)
      await shown.says('Added “Board”')
      expect(await titlesIn(tabs.user, '2027-05')).toEqual(['Board'])
    })

    it('change as far as the person says, and back', async () => {
      const { id } = await given(tabs.user, {
        summary: 'Yoga',
        ...at('2027-03-01T08:00'),
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4'],
      })
      await using tab = await tabs.open('/calendar/month/2027-03-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      const rename = async (name: string, reach: string) => {
        await shown.event(/Yoga/).nth(1).click()
        await shown.press('Edit', shown.dialog('Yoga'))
        const form = shown.dialog('Edit event')
        await form.getByLabel('Title').fill(name)
        await shown.press('Save', form)
        const question = shown.dialog('Save recurring event')
        await question.getByLabel(reach, { exact: true }).check()
        await shown.press('Save', question)
        await shown.says(/^Saved/)
        await shown.event(new RegExp(name)).first().waitFor()
      }
      await rename('Pilates', 'This event')
      expect(await titlesIn(tabs.user, '2027-03')).toEqual(['Yoga', 'Pilates', 'Yoga', 'Yoga'])
      await shown.undo()
      await shown.event(/Pilates/).waitFor({ state: 'detached' })
      await rename('Boxing', 'This and following events')
      expect(await titlesIn(tabs.user, '2027-03')).toEqual(['Yoga', 'Boxing', 'Boxing', 'Boxing'])
      await shown.undo()
      await shown
        .event(/Boxing/)
        .first()
        .waitFor({ state: 'detached' })
      expect(await titlesIn(tabs.user, '2027-03')).toEqual(['Yoga', 'Yoga', 'Yoga', 'Yoga'])
      await rename('Running', 'All events')
      expect((await seriesIn(id)).summary).toBe('Running')
      expect(await titlesIn(tabs.user, '2027-03')).toEqual(Array(4).fill('Running'))
    })

    it('are deleted from a day on, and come back', async () => {
      await given(tabs.user, {
        summary: 'Class',
        ...at('2027-06-01T08:00'),
        recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
      })
      await using tab = await tabs.open('/calendar/month/2027-06-10')
      const shown = new ShownCalendar(tab.page)
      await shown.event(/Class/).nth(2).click()
      await shown.press('Delete', shown.dialog('Class'))
      const question = shown.dialog('Delete recurring event')
      await question.getByLabel('This and following events').check()
      await shown.press('Delete', question)
      await shown.says('Deleted “Class” (this and following events)')
      expect(await titlesIn(tabs.user, '2027-06')).toEqual(['Class', 'Class'])
      await shown.undo()
      expect(await titlesIn(tabs.user, '2027-06')).toEqual(Array(5).fill('Class'))
    })

    it('keep an unusual rule, which is shown in words', async () => {
      const recurrence = ['RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3']
      const { id } = await given(tabs.user, {
        summary: 'Payday',
        ...at('2027-08-31T09:00'),
        recurrence,
      })
      await using tab = await tabs.open('/calendar/month/2027-08-31')
      const shown = new ShownCalendar(tab.page)
      await shown.event(/Payday/).click()
      const words =
        'Monthly on the last of Monday, Tuesday, Wednesday, Thursday, and Friday, 3 times'
      await shown.dialog('Payday').getByText(words).waitFor()
      await shown.press('Edit', shown.dialog('Payday'))
      const form = shown.dialog('Edit event')
      expect(await form.getByLabel('Repeats').locator('option:checked').innerText()).toBe(words)
      await form.getByLabel('Title').fill('Salary')
      await shown.press('Save', form)
      const question = shown.dialog('Save recurring event')
      await question.getByLabel('All events').check()
      await shown.press('Save', question)
      await shown.says('Saved “Salary”')
      expect(await seriesIn(id)).toMatchObject({ summary: 'Salary', recurrence })
    })
  })
})
