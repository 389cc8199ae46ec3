import { describe, expect, it } from 'vitest'
import { browserUnavailable } from '../support/chromium.ts'
import { expectAccessible } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { roomMaker } from '../support/rooms.ts'
import { at, given, ShownCalendar } from '../support/shown-calendar.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { admin, freshEmail } from '../wire/admin-fixture.ts'

describe.skipIf(browserUnavailable !== undefined)('in a browser', () => {
  onEmbeddedServer('guests in the calendar of the console', (site) => {
    const tabs = consoleTabs(site)

    it('are invited at a time that suits them', async () => {
      const guest = await site.user()
      await guest.post('/calendars/primary/acl', {
        role: 'freeBusyReader',
        scope: { type: 'default' },
      })
      await given(guest, { summary: 'Taken', ...at('2027-01-13T08:00', 120) })
      await using tab = await tabs.open('/calendar/week/2027-01-13')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.getByRole('checkbox', { name: tabs.user.email }).waitFor()
      await page.keyboard.press('c')
      const form = shown.dialog('New event')
      await form.getByLabel('Title').fill('Interview')
      await form.getByLabel('Start date').fill('2027-01-13')
      await form.getByLabel('Start time').fill('09:00')
      await form.getByLabel('Guests', { exact: true }).fill('nobody')
      await shown.press('Invite', form)
      await form.getByText('“nobody” isn’t an email address.').waitFor()
      await form.getByLabel('Guests', { exact: true }).fill(guest.email)
      await page.keyboard.press('Enter')
      await form.getByText('Find a time').click()
      const line = form.getByRole('row', { name: guest.email })
      await line.getByText('Busy 8:00 AM to 10:00 AM').waitFor()
      await form.getByText(`Busy at the selected time: ${guest.email}`).waitFor()
      await expectAccessible(page)
      await form.getByLabel('Guests', { exact: true }).fill('stranger@elsewhere.example')
      await page.keyboard.press('Enter')
      await form.getByText('No suggestions, because').waitFor()
      await shown.press('Remove stranger@elsewhere.example', form)
      await form.getByRole('button', { name: 'Wed, Jan 13, 10:00 AM' }).click()
      expect(await form.getByLabel('Start time').inputValue()).toBe('10:00')
      await shown.press('Save', form)
      await shown.says('Added “Interview”')
      const { json } = await guest.get('/calendars/primary/events?q=Interview')
      expect(json.items).toMatchObject([{ start: { dateTime: '2027-01-13T10:00:00Z' } }])
    })

    it('are found by name, with the availability of rooms and groups, and shared calendars', async () => {
      const { boss, manager, room } = await roomMaker(site)
      const group = freshEmail('crew')
      await boss.post(`${admin}/groups`, { email: group, name: 'Crew' })
      await boss.post(`${admin}/groups/${group}/members`, { email: manager.email })
      await manager.post('/calendars/primary/acl', {
        role: 'freeBusyReader',
        scope: { type: 'default' },
      })
      const hall = await room({ name: 'Great hall', location: 'Second floor' })
      const attic = await room({ name: 'Attic' })
      await given(manager, { attendees: [{ email: attic.calendarId }], ...at('2027-03-10T09:00') })
      const { json: ours } = await manager.post('/calendars', { summary: 'Team plan' })
      await manager.post(`/calendars/${ours.id}/acl`, {
        role: 'reader',
        scope: { type: 'user', value: tabs.user.email },
      })
      await using tab = await tabs.open('/calendar/week/2027-03-10')
      const { page } = tab
      const shown = new ShownCalendar(page)
      await page.getByRole('checkbox', { name: tabs.user.email }).waitFor()
      await page.keyboard.press('c')
      const form = shown.dialog('New event')
      await form.getByLabel('Title').fill('Workshop')
      await form.getByLabel('Start date').fill('2027-03-10')
      await form.getByLabel('Start time').fill('09:00')
      const guests = form.getByRole('combobox', { name: 'Guests' })
      await guests.pressSequentially('great')
      await form.getByRole('option', { name: 'Great hall' }).waitFor()
      await expectAccessible(page, { themes: ['light'] })
      await guests.press('Escape')
      await guests.fill(manager.email.slice(0, -4))
      await form.getByRole('option', { name: manager.email }).waitFor()
      await guests.press('ArrowDown')
      await guests.press('Enter')
      await form.getByText('Add a room').click()
      const rooms = form.getByRole('list', { name: 'Rooms' })
      await rooms.getByText('Available').waitFor()
      expect(await rooms.getByRole('listitem').filter({ hasText: 'Attic' }).innerText()).toContain(
        'Busy',
      )
      expect(await rooms.getByRole('button', { name: 'Add Attic' }).isDisabled()).toBe(true)
      await rooms.getByRole('button', { name: 'Add Great hall' }).click()
      expect(await form.getByLabel('Location').inputValue()).toBe('Great hall, Second floor')
      await guests.fill('crew')
      await form.getByRole('option', { name: 'Crew' }).waitFor()
      await guests.press('ArrowDown')
      await guests.press('Enter')
      await form.getByText('Find a time').click()
      const busy = (name: string) => form.getByRole('row', { name }).innerText()
      await form.getByRole('row', { name: 'Crew' }).waitFor()
      expect(await busy('Crew')).toContain('Busy 9:00 AM to 10:00 AM')
      expect(await busy('Great hall')).toContain('Free all day')
      await shown.press(`Remove ${group}`, form)
      await shown.press('Save', form)
      await shown.says('Added “Workshop”')
      const { json } = await tabs.user.get('/calendars/primary/events?q=Workshop')
      expect(json.items?.[0]?.attendees).toMatchObject([
        { email: manager.email },
        { email: hall.calendarId, responseStatus: 'accepted' },
      ])
      await shown.press('Add calendar')
      const adding = shown.dialog('Add calendar')
      await adding.getByRole('heading', { name: 'Shared with me' }).waitFor()
      await shown.press('Add Team plan', adding)
      await page.getByRole('checkbox', { name: 'Team plan' }).waitFor()
    })

    it('answer invitations, and take the answer back', async () => {
      const host = await site.user()
      const event = await given(host, {
        summary: 'Party',
        ...at('2027-02-10T18:00'),
        attendees: [{ email: tabs.user.email }],
      })
      const answer = async () => {
        const { json } = await host.get(`/calendars/primary/events/${event.id}`)
        return (json.attendees as { responseStatus: string }[])[0]!.responseStatus
      }
      await using tab = await tabs.open('/calendar/week/2027-02-10')
      const shown = new ShownCalendar(tab.page)
      await shown.event(/Party \(no response\)/).click()
      const details = shown.dialog('Party')
      await details.getByText('no response').waitFor()
      await details.getByText('Organizer').waitFor()
      await details.getByText(host.email).first().waitFor()
      await shown.press('Yes', details)
      await shown.says('Response sent')
      await details.getByText('accepted', { exact: true }).waitFor()
      await expectAccessible(tab.page)
      expect(await answer()).toBe('accepted')
      expect(await details.getByRole('button', { name: 'Edit' }).count()).toBe(0)
      await shown.press('Close', details)
      expect(await shown.event(/Party/).innerText()).not.toContain('no response')
      await shown.undo()
      expect(await answer()).toBe('needsAction')
    })
  })
})
