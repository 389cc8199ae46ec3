import { beforeAll, expect, it } from 'vitest'
import { newApiKey } from '../support/api-key.ts'
import { share } from '../support/listed-calendars.ts'
import { daily, type EventCalendar, eventCalendar, queryText } from '../support/listed-events.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'

const loginRequired = { status: 401, reason: 'required', location: 'Authorization' }

onServers('the events of a public calendar', (site) => {
  let key: string
  beforeAll(async () => {
    key = await newApiKey(site)
  })

  const withKey = (
    path: string,
    { query = {}, ...call }: { query?: object; [name: string]: unknown } = {},
  ) => site.call(`${site.paths.calendar}${path}${queryText({ ...query, key })}`, call)

  const publish = (calendar: EventCalendar, role: string) =>
    share(calendar.owner, calendar.id, { with: 'default', as: role })

  // Scenario 78.
  it('are readable with a key, as by a reader', async () => {
    const calendar = await eventCalendar(site)
    const { id, summary } = await calendar.add({
      summary: 'Open',
      source: { url: 'https://a.org' },
    })
    const series = await calendar.add({ summary: 'Daily', ...daily() })
    await calendar.add({ summary: 'Hidden', visibility: 'private' })
    await publish(calendar, 'reader')
    const { status, json, text } = await withKey(calendar.events)
    expect(status).toBe(200)
    expect(json).toMatchObject({ accessRole: 'reader', summary: 'Work', defaultReminders: [] })
    expect(json.items).toHaveLength(3)
    expect(text).not.toContain('Hidden')
    const shown = json.items!.find((item) => item.id === id)!
    expect(shown).toMatchObject({ summary, reminders: { useDefault: true } })
    expect(shown).not.toHaveProperty('source')
    const one = await withKey(calendar.eventPath(id))
    expect(one.json).toEqual(shown)
    const instances = await withKey(`${calendar.eventPath(series.id)}/instances`)
    expect(instances.json.items).toHaveLength(3)
  })

  it('can be paged through, searched and kept up with, with a key', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'red' })
    await calendar.add({ summary: 'blue' })
    await calendar.add({ summary: 'red', visibility: 'private' })
    await publish(calendar, 'reader')
    const first = (await withKey(calendar.events, { query: { maxResults: 2 } })).json
    const query = { maxResults: 2, pageToken: first.nextPageToken! }
    const last = (await withKey(calendar.events, { query })).json
    expect([first.items!.length, last.items!.length]).toEqual([2, 1])
    const found = (await withKey(calendar.events, { query: { q: 'red' } })).json
    expect(found.items).toHaveLength(1)
    const { id } = await calendar.add()
    const sync = { syncToken: last.nextSyncToken! }
    expect((await withKey(calendar.events, { query: sync })).json.items).toMatchObject([{ id }])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('do not show their attendees to callers with a key', async () => {
    const calendar = await eventCalendar(site)
    const attendees = [{ email: 'guest@example.org', displayName: 'Guest' }]
    const single = await calendar.add({ summary: 'Once', visibility: 'public', attendees })
    const series = await calendar.add({ summary: 'Daily', attendees, ...daily() })
    const instance = `${series.id}_20260505T100000Z`
    await calendar.patch(instance, { summary: 'Moved' })
    await publish(calendar, 'reader')
    const texts: string[] = []
    for (const query of [
      {},
      { singleEvents: true },
      { maxAttendees: 1 },
      { timeZone: 'Asia/Tokyo' },
    ]) {
      const { status, text } = await withKey(calendar.events, { query })
      expect(status).toBe(200)
      texts.push(text)
    }
    for (const path of [
      calendar.eventPath(single.id),
      calendar.eventPath(instance),
      calendar.eventPath(`${series.id}_20260506T100000Z`),
      `${calendar.eventPath(series.id)}/instances`,
    ]) {
      texts.push((await withKey(path)).text)
    }
    for (const text of texts) {
      expect(text).toMatch(/"summary":"(Once|Daily|Moved)"/)
      expect(text).not.toMatch(/attendees|guest@example.org/)
    }
    const found = async (q: string) =>
      (await withKey(calendar.events, { query: { q } })).json.items!.length
    expect(await found('daily')).toBe(1)
    for (const q of ['guest', 'guest@example.org', 'daily guest']) expect(await found(q)).toBe(0)
    const user = await site.user()
    expect(await calendar.items({ q: 'guest@example.org' }, user)).toHaveLength(3)
    for (const { attendees: shown } of await calendar.items({}, user)) {
      expect(shown).toMatchObject(attendees)
    }
  })

  it('are not added to, changed or removed with a key', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add()
    await publish(calendar, 'reader')
    const before = await calendar.items({ showDeleted: true })
    const { start, end } = before[0]!
    for (const [method, path] of [
      ['POST', calendar.events],
      ['POST', `${calendar.events}/import`],
      ['POST', `${calendar.events}/quickAdd`],
      ['PUT', calendar.eventPath(id)],
      ['PATCH', calendar.eventPath(id)],
      ['DELETE', calendar.eventPath(id)],
      ['POST', `${calendar.eventPath(id)}/move`],
    ] as const) {
      const reply = await withKey(path, { method, body: { summary: 'x', start, end } })
      expectRefusal(reply, loginRequired)
    }
    expect(await calendar.items({ showDeleted: true })).toEqual(before)
  })

  it('are masked if the public has only free/busy access', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Hidden', ...daily() })
    await calendar.add({ summary: 'Shown', visibility: 'public' })
    await publish(calendar, 'freeBusyReader')
    const { json, text } = await withKey(calendar.events)
    expect(json.accessRole).toBe('freeBusyReader')
    expect(json.items).toHaveLength(4)
    expect(text).not.toContain('Hidden')
    expect(text).toContain('Shown')
  })

  it('are not there while the calendar is not public, or no longer', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily() })
    const paths = [calendar.events, calendar.eventPath(id), `${calendar.eventPath(id)}/instances`]
    for (const path of paths) expectRefusal(await withKey(path), notFound)
    await publish(calendar, 'reader')
    for (const path of paths) expect((await withKey(path)).status).toBe(200)
    await publish(calendar, 'none')
    for (const path of paths) expectRefusal(await withKey(path), notFound)
    expectRefusal(await withKey('/calendars/primary/events'), notFound)
  })

  // Scenario 2.
  it('are not shown without any credential, or with a wrong one', async () => {
    const calendar = await eventCalendar(site)
    await publish(calendar, 'reader')
    const path = `${site.paths.calendar}${calendar.events}`
    expectRefusal(await site.call(path), loginRequired)
    const wrong = await site.call(path, { headers: { Authorization: 'Bearer wrong' } })
    expectRefusal(wrong, { status: 401, reason: 'authError', location: 'Authorization' })
    expect(wrong.headers['www-authenticate']).toMatch(/^Bearer /)
    expectRefusal(await site.call(`${path}?key=wrong`), { status: 400, reason: 'badRequest' })
  })

  it('are shown to every user, with no more than their role', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Open' })
    await publish(calendar, 'reader')
    const stranger = await site.user()
    expect(await calendar.list({}, stranger)).toMatchObject({
      accessRole: 'reader',
      items: [{ summary: 'Open' }],
    })
    const guest = await calendar.guest(site, 'freeBusyReader')
    expect(await calendar.titles({}, guest)).toEqual(['Open'])
  })
})
