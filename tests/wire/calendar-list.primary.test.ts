import { expect, it } from 'vitest'
import { entryPath, idsOf, listed } from '../support/listed-calendars.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('a new calendar list', (site) => {
  it('has the primary calendar on it, and shows it by its alias', async () => {
    const user = await site.user({ email: 'alice@example.com' })
    const { status, json, headers } = await user.get(entryPath('primary'))
    expect(status).toBe(200)
    expect(json).toEqual({
      kind: 'calendar#calendarListEntry',
      etag: headers.etag,
      id: 'alice@example.com',
      summary: 'alice@example.com',
      timeZone: 'Etc/GMT',
      colorId: '14',
      backgroundColor: '#9fe1e7',
      foregroundColor: '#000000',
      selected: true,
      accessRole: 'owner',
      defaultReminders: [{ method: 'popup', minutes: 10 }],
      notificationSettings: {
        notifications: [
          { type: 'eventCreation', method: 'email' },
          { type: 'eventChange', method: 'email' },
          { type: 'eventCancellation', method: 'email' },
          { type: 'eventResponse', method: 'email' },
        ],
      },
      primary: true,
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    })
    expect(json.etag).toMatch(/^"\d+"$/)
  })

  it('adds a calendar that its user creates, selected and without reminders', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar({ description: 'On call', location: 'Bern' })
    const { json } = await user.get(entryPath(calendar.id!))
    expect(json).toEqual({
      kind: 'calendar#calendarListEntry',
      etag: expect.stringMatching(/^"\d+"$/),
      id: calendar.id,
      summary: 'Work',
      description: 'On call',
      location: 'Bern',
      timeZone: 'Etc/GMT',
      dataOwner: user.email,
      colorId: expect.stringMatching(/^([1-9]|1\d|2[0-4])$/),
      backgroundColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
      foregroundColor: '#000000',
      selected: true,
      accessRole: 'owner',
      defaultReminders: [],
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    })
    expect(idsOf(await listed(user))).toEqual([user.email, calendar.id])
  })

  it('loses a calendar that its user deletes', async () => {
    const user = await site.user()
    const { calendar, path } = await user.newCalendar()
    await user.delete(path)
    expect((await user.get(entryPath(calendar.id!))).status).toBe(404)
    expect(idsOf(await listed(user))).toEqual([user.email])
  })

  it("names another's primary calendar by its owner's address, and not as primary", async () => {
    const [owner, guest] = [await site.user(), await site.user()]
    await owner.post('/calendars/primary/acl', {
      role: 'reader',
      scope: { type: 'user', value: guest.email },
    })
    const { json } = await guest.post('/users/me/calendarList', { id: owner.email })
    expect(json).toMatchObject({ id: owner.email, summary: owner.email, accessRole: 'reader' })
    for (const name of ['primary', 'dataOwner', 'selected']) expect(json).not.toHaveProperty(name)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('contains nothing else', async () => {
    const user = await site.user()
    expect(await listed(user)).toEqual([(await user.get(entryPath('primary'))).json])
  })

  it.each(['its id', 'its id in another case'])('shows the primary calendar by %s', async (by) => {
    const user = await site.user()
    const id = by === 'its id' ? user.email : user.email.toUpperCase()
    const { json } = await user.get(entryPath('primary'))
    expect((await user.get(entryPath(id))).json).toEqual(json)
    expect((await user.get(entryPath(encodeURIComponent(id)))).json).toEqual(json)
  })

  it('changes the primary calendar by its alias', async () => {
    const user = await site.user()
    const { json: patched } = await user.patch(entryPath('primary'), { colorId: '3' })
    expect(patched).toMatchObject({ id: user.email, colorId: '3', primary: true })
    const { json: put } = await user.put(entryPath('primary'), { summaryOverride: 'Me' })
    expect(put).toMatchObject({ id: user.email, summaryOverride: 'Me', primary: true })
  })
})
