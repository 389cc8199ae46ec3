import { expect, it } from 'vitest'
import { at, daily, type EventCalendar, eventCalendar } from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const secret = 'Plans for the moon'

/** Everything that can be said of an event. */
const told = {
  summary: secret,
  description: secret,
  location: secret,
  colorId: '5',
  attendees: [{ email: 'guest@example.org', displayName: secret }],
  extendedProperties: { private: { a: secret }, shared: { b: secret } },
  reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 7 }] },
  source: { url: 'https://example.org', title: secret },
}

const maskedFields = [
  'end',
  'etag',
  'eventType',
  'iCalUID',
  'id',
  'kind',
  'start',
  'status',
  'visibility',
]

const onlyReduced = ['reader', 'writerWithoutPrivateAccess']

onEveryEngine('what of an event is shown', (site) => {
  it('to a freeBusyReader is when it is, and no more', async () => {
    const calendar = await eventCalendar(site)
    const { id, iCalUID, start, end } = await calendar.add(told)
    const guest = await calendar.guest(site, 'freeBusyReader')
    const { json: masked } = await guest.get(calendar.eventPath(id))
    expect(masked).toEqual({
      kind: 'calendar#event',
      etag: expect.stringMatching(/^"\d+"$/),
      id,
      status: 'confirmed',
      start,
      end,
      visibility: 'private',
      iCalUID,
      eventType: 'default',
    })
    for (const query of allWays) expect(await calendar.items(query, guest)).toEqual([masked])
  })

  // Scenario 77.
  it('to a freeBusyReader of a series is its instances, not the series', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...told, ...daily() })
    await calendar.patch(`${id}_20260505T100000Z`, { location: `${secret}, too` })
    await calendar.remove(`${id}_20260506T100000Z`)
    const guest = await calendar.guest(site, 'freeBusyReader')
    for (const query of [{}, { singleEvents: false }, { singleEvents: true }]) {
      const { json, text } = await calendar.ask(query, guest)
      expect(text).not.toContain(secret)
      expect(json.items).toHaveLength(2)
      for (const item of json.items!) {
        const ofInstance = ['originalStartTime', 'recurringEventId']
        expect(Object.keys(item).sort()).toEqual([...maskedFields, ...ofInstance].sort())
        expect(item).toMatchObject({ recurringEventId: id, visibility: 'private' })
      }
    }
    const ordered = await calendar.ask({ orderBy: 'startTime' }, guest)
    expect(ordered.status).toBe(200)
    expectRefusal(await guest.post(calendar.events, {}), {
      status: 403,
      reason: 'requiredAccessLevel',
    })
  })

  it('of a private series is its rule, its times and its exceptions', async () => {
    const calendar = await eventCalendar(site)
    const before = new Map<string, string>()
    const guests: WireUser[] = []
    for (const role of onlyReduced) {
      const guest = await calendar.guest(site, role)
      guests.push(guest)
      before.set(role, await calendar.syncToken({}, guest))
    }
    const body = { ...told, visibility: 'private', ...daily(10) }
    const { id, recurrence, start, end } = await calendar.add(body)
    const moved = `${id}_20260505T100000Z`
    await calendar.patch(moved, { ...at('12:00', '13:00', '2026-05-05'), location: secret })
    await calendar.remove(`${id}_20260506T100000Z`)
    const series = { id, visibility: 'private', recurrence, start, end }
    const exception = {
      id: moved,
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-05-05T12:00:00+02:00', timeZone: 'UTC' },
      start: { dateTime: '2026-05-05T14:00:00+02:00', timeZone: 'UTC' },
    }
    for (const [index, role] of onlyReduced.entries()) {
      const guest = guests[index]!
      const shown = (await guest.get(calendar.eventPath(id))).json
      expect(shown).toMatchObject(series)
      expect(Object.keys(shown).sort()).toEqual([...maskedFields, 'recurrence'].sort())
      for (const query of [
        {},
        { timeMin: '2026-05-08T00:00:00Z', timeMax: '2026-05-09T00:00:00Z' },
        { orderBy: 'updated' },
        { iCalUID: shown.iCalUID as string },
      ]) {
        expect(await calendar.items(query, guest)).toContainEqual(shown)
      }
      const { json, text } = await calendar.ask({ syncToken: before.get(role)! }, guest)
      expect(text).not.toContain(secret)
      expect(json.items).toContainEqual(shown)
      expect(json.items).toContainEqual(expect.objectContaining(exception) as object)
      expect(json.items!.filter(({ status }) => status === 'cancelled')).toHaveLength(1)
      const instances = await guest.get(`${calendar.eventPath(id)}/instances`)
      expect(instances.json.items).toHaveLength(9)
      for (const item of instances.json.items!) expect(item).not.toHaveProperty('recurrence')
    }
    const outsider = await calendar.guest(site, 'freeBusyReader')
    expect((await outsider.get(calendar.eventPath(id))).json).toMatchObject(series)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('to a freeBusyReader of something that blocks no time is that it does not', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ ...told, transparency: 'transparent' })
    const guest = await calendar.guest(site, 'freeBusyReader')
    const [item] = await calendar.items({}, guest)
    expect(Object.keys(item!).sort()).toEqual([...maskedFields, 'transparency'].sort())
    expect(item).toMatchObject({ transparency: 'transparent' })
  })

  it('to a freeBusyReader of a public event is everything but what is for others', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ ...told, visibility: 'public' })
    await calendar.add({ ...told, visibility: 'public', ...daily() })
    await calendar.add(told)
    const guest = await calendar.guest(site, 'freeBusyReader')
    const items = await calendar.items({}, guest)
    expect(items).toHaveLength(5)
    const whole = items.filter(({ summary }) => summary === secret)
    expect(whole).toHaveLength(4)
    for (const item of whole) {
      expect(item).toMatchObject({
        description: secret,
        attendees: [{ displayName: secret }],
        visibility: 'public',
        reminders: { useDefault: true },
      })
      expect(item).not.toHaveProperty('source')
    }
  })

  // Scenario 76.
  it.each(['private', 'confidential'])('of a %s event is little to readers', async (visibility) => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...told, visibility })
    const series = await calendar.add({ ...told, visibility, ...daily() })
    await calendar.patch(`${series.id}_20260505T100000Z`, { location: `${secret}, too` })
    await calendar.add({ summary: 'Open' })
    for (const role of onlyReduced) {
      const guest = await calendar.guest(site, role)
      for (const query of allWays) {
        const { json, text } = await calendar.ask(query, guest)
        expect(text).not.toContain(secret)
        expect(json.items).toContainEqual(expect.objectContaining({ summary: 'Open' }) as object)
        const single = json.items!.find((item) => item.id === id)!
        expect(Object.keys(single).sort()).toEqual(maskedFields)
        expect(single).toMatchObject({ visibility: 'private', start: { timeZone: 'UTC' } })
      }
      const one = await guest.get(calendar.eventPath(`${series.id}_20260506T100000Z`))
      expect(one.text).not.toContain(secret)
      const instances = await guest.get(`${calendar.eventPath(series.id)}/instances`)
      expect(instances.text).not.toContain(secret)
      expect(instances.json.items).toHaveLength(3)
    }
    for (const role of ['writer', 'owner']) {
      await expectWhole(calendar, await calendar.guest(site, role), id)
    }
    await expectWhole(calendar, calendar.owner, id)
  })

  it('of a deleted event, or a missing instance, is no more than it was before', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...told, visibility: 'private' })
    const series = await calendar.add({ ...told, visibility: 'private', ...daily() })
    const guest = await calendar.guest(site, 'reader')
    const syncToken = await calendar.syncToken({}, guest)
    await calendar.remove(id)
    await calendar.remove(`${series.id}_20260505T100000Z`)
    for (const query of [
      { showDeleted: true },
      { showDeleted: true, singleEvents: true },
      { syncToken },
      { syncToken, showDeleted: true },
      { syncToken, singleEvents: true },
    ]) {
      const { json, text } = await calendar.ask(query, guest)
      expect(json.items!.length).toBeGreaterThan(1)
      expect(text).not.toContain(secret)
    }
  })

  it('changes at once with the visibility of the event and with the role', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add(told)
    const guest = await calendar.guest(site, 'reader')
    const seesDetails = async () => (await calendar.ask({}, guest)).text.includes(secret)
    expect(await seesDetails()).toBe(true)
    await calendar.patch(id, { visibility: 'private' })
    expect(await seesDetails()).toBe(false)
    await calendar.share(guest, 'writer')
    expect(await seesDetails()).toBe(true)
    await calendar.share(guest, 'freeBusyReader')
    expect(await seesDetails()).toBe(false)
    await calendar.patch(id, { visibility: 'public' })
    expect(await seesDetails()).toBe(true)
  })

  it('is in the zone that is requested, masked or not', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add(told)
    await calendar.add({ ...told, ...daily() })
    const guest = await calendar.guest(site, 'freeBusyReader')
    const items = await calendar.items({ timeZone: 'Asia/Tokyo' }, guest)
    for (const { start } of items) {
      expect(start).toMatchObject({ dateTime: expect.stringMatching(/T19:00:00\+09:00$/) })
    }
  })

  it('does not depend on who has added it', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'writerWithoutPrivateAccess')
    const body = { ...told, visibility: 'private' }
    const { id } = await calendar.add(body, guest)
    const [item] = await calendar.items({}, guest)
    expect(Object.keys(item!).sort()).toEqual(maskedFields)
    await expectWhole(calendar, calendar.owner, id)
  })
})

const allWays = [
  {},
  { singleEvents: true },
  { timeMin: '2026-01-01T00:00:00Z' },
  { orderBy: 'updated' },
]

async function expectWhole(calendar: EventCalendar, reader: WireUser, id: string): Promise<void> {
  const found = (await calendar.items({}, reader)).find((item) => item.id === id)
  expect(found).toMatchObject({ summary: secret, description: secret, location: secret })
}
