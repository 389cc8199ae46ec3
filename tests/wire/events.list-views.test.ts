import { beforeAll, expect, it } from 'vitest'
import { newApiKey } from '../support/api-key.ts'
import { share, subscribe } from '../support/listed-calendars.ts'
import { daily, eventCalendar, queryText } from '../support/listed-events.ts'
import { onServers } from '../support/sites.ts'

const popup = (minutes: number) => ({
  useDefault: false,
  overrides: [{ method: 'popup', minutes }],
})

// Lists are kept in memory, so everything is asked for more than once and in turns.
onServers('a list that was read before', (site) => {
  it('shows everybody their own reminders', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'writer')
    const { id } = await calendar.add({ reminders: popup(1) })
    await calendar.patch(id, { reminders: popup(2) }, guest)
    for (let round = 0; round < 3; round++) {
      expect(await calendar.items()).toMatchObject([{ reminders: popup(1) }])
      expect(await calendar.items({}, guest)).toMatchObject([{ reminders: popup(2) }])
    }
    await calendar.patch(id, { reminders: popup(3) }, guest)
    expect(await calendar.items({}, guest)).toMatchObject([{ reminders: popup(3) }])
    expect(await calendar.items()).toMatchObject([{ reminders: popup(1) }])
  })

  it('shows one user as much as the role has become', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Open' })
    const guest = await calendar.guest(site, 'reader')
    for (const [role, titles] of [
      ['freeBusyReader', [undefined]],
      ['reader', ['Open']],
      ['freeBusyReader', [undefined]],
      ['writer', ['Open']],
    ] as const) {
      await calendar.share(guest, role)
      expect(await calendar.titles({}, guest)).toEqual(titles)
      expect(await calendar.list({}, guest)).toMatchObject({ accessRole: role })
    }
  })

  it('shows each write at once, in every list', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'reader')
    const lists = [{}, { singleEvents: true }, { q: 'note' }, { timeMin: '2026-01-01T00:00:00Z' }]
    const all = async (reader = guest) =>
      Promise.all(lists.map(async (query) => (await calendar.titles(query, reader)).sort()))
    const { id } = await calendar.add({ summary: 'note 0' })
    for (let round = 1; round < 6; round++) {
      await calendar.patch(id, { summary: `note ${round}` })
      expect(await all()).toEqual(lists.map(() => [`note ${round}`]))
      expect(await all(calendar.owner)).toEqual(lists.map(() => [`note ${round}`]))
    }
    await calendar.remove(id)
    expect(await all()).toEqual(lists.map(() => []))
  })

  it('follows the zone of the calendar', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    for (const [timeZone, dateTime] of [
      ['Asia/Tokyo', '2026-05-04T19:00:00+09:00'],
      ['Europe/Berlin', '2026-05-04T12:00:00+02:00'],
    ] as const) {
      await calendar.owner.patch(calendar.path, { timeZone })
      expect(await calendar.list()).toMatchObject({ timeZone, items: [{ start: { dateTime } }] })
    }
  })

  it('is empty after the calendar was cleared, whatever was listed before', async () => {
    const owner = await site.user()
    const path = '/calendars/primary/events'
    const start = { dateTime: '2026-05-04T10:00:00Z' }
    for (let round = 0; round < 3; round++) {
      await owner.post(path, { summary: String(round), start, end: start })
      expect((await owner.get(path)).json.items).toMatchObject([{ summary: String(round) }])
      await owner.post('/calendars/primary/clear')
      expect((await owner.get(path)).json.items).toEqual([])
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  let key: string
  beforeAll(async () => {
    key = await newApiKey(site)
  })

  it('shows the source of an event to its creator alone', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'writer')
    await calendar.add({ source: { url: 'https://example.org', title: 'x' } })
    for (let round = 0; round < 2; round++) {
      expect((await calendar.items())[0]).toHaveProperty('source')
      expect((await calendar.items({}, guest))[0]).not.toHaveProperty('source')
    }
  })

  it('shows each role what that may see', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Secret', visibility: 'private', ...daily() })
    await calendar.add({ summary: 'Open' })
    const roles = ['freeBusyReader', 'reader', 'writer']
    const guests = await Promise.all(roles.map((role) => calendar.guest(site, role)))
    for (let round = 0; round < 3; round++) {
      const titles = await Promise.all(
        guests.map(async (guest) =>
          (await calendar.titles({}, guest)).filter((title) => title !== undefined).sort(),
        ),
      )
      expect(titles).toEqual([[], ['Open'], ['Open', 'Secret']])
    }
  })

  it('shows each zone and each number of attendees that is requested', async () => {
    const calendar = await eventCalendar(site)
    const attendees = ['a', 'b'].map((name) => ({ email: `${name}@example.org` }))
    await calendar.add({ attendees })
    for (let round = 0; round < 2; round++) {
      for (const [timeZone, dateTime] of [
        ['Asia/Tokyo', '2026-05-04T19:00:00+09:00'],
        ['UTC', '2026-05-04T10:00:00Z'],
        ['America/New_York', '2026-05-04T06:00:00-04:00'],
      ] as const) {
        expect(await calendar.items({ timeZone })).toMatchObject([{ start: { dateTime } }])
      }
      expect((await calendar.items())[0]!.attendees).toHaveLength(2)
      expect((await calendar.items({ maxAttendees: 1 }))[0]).toMatchObject({
        attendeesOmitted: true,
      })
    }
  })

  it('links to the address at which it was requested', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const { port } = new URL(site.base)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `127.0.0.1:${port}`]) {
      const { json } = await calendar.ask({}, calendar.owner, { Host: host })
      const { htmlLink } = json.items![0]!
      expect(new URL(String(htmlLink)).host).toBe(host)
    }
  })

  it('shows default reminders as soon as they are changed', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'reader')
    await subscribe(guest, calendar.id)
    const entry = `/users/me/calendarList/${calendar.id}`
    await calendar.add()
    for (let minutes = 1; minutes < 6; minutes++) {
      const defaultReminders = [{ method: 'popup', minutes }]
      await guest.patch(entry, { defaultReminders })
      expect(await calendar.list({}, guest)).toMatchObject({ defaultReminders })
      expect(await calendar.list()).toMatchObject({ defaultReminders: [] })
    }
    await guest.delete(entry)
    expect(await calendar.list({}, guest)).toMatchObject({ defaultReminders: [] })
  })

  it('shows a key what the public sees, and its owner what an owner sees', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Open', reminders: popup(1) })
    await calendar.add({ summary: 'Secret', visibility: 'private' })
    await share(calendar.owner, calendar.id, { with: 'default', as: 'reader' })
    const path = `${site.paths.calendar}${calendar.events}${queryText({ key })}`
    for (let round = 0; round < 2; round++) {
      const byKey = (await site.call(path)).json
      expect(byKey.accessRole).toBe('reader')
      expect(JSON.stringify(byKey.items)).not.toContain('Secret')
      expect(byKey.items).toContainEqual(
        expect.objectContaining({ summary: 'Open', reminders: { useDefault: true } }) as object,
      )
      expect((await calendar.titles()).sort()).toEqual(['Open', 'Secret'])
    }
    const both = await calendar.owner.get(`${calendar.events}${queryText({ key })}`)
    expect(both.json.accessRole).toBe('owner')
  })
})
