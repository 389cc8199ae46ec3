import { expect, it } from 'vitest'
import { daily, eventCalendar, idsOf, moment, type Query } from '../support/listed-events.ts'
import { conditionNotMet, expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const single = { singleEvents: true }

onEveryEngine('syncing events', (site) => {
  // Scenario 65.
  it('returns an empty list and a token when nothing has changed', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const syncToken = await calendar.syncToken()
    const { items, nextSyncToken } = await calendar.list({ syncToken })
    expect(items).toEqual([])
    expect(await calendar.changes(nextSyncToken!)).toEqual([])
  })

  // Scenario 66.
  it('returns each changed event once, in its current state', async () => {
    const calendar = await eventCalendar(site)
    const [changed, removed] = [await calendar.add(), await calendar.add()]
    await calendar.add()
    const syncToken = await calendar.syncToken()
    const added = await calendar.add({ summary: 'added' })
    for (const summary of ['once', 'twice']) await calendar.patch(changed.id, { summary })
    await calendar.remove(removed.id)
    const { items, nextSyncToken } = await calendar.list({ syncToken })
    expect(items).toHaveLength(3)
    expect(items).toContainEqual(added)
    expect(items).toContainEqual((await calendar.owner.get(calendar.eventPath(changed.id))).json)
    expect(items).toContainEqual(
      expect.objectContaining({ id: removed.id, status: 'cancelled' }) as object,
    )
    expect(await calendar.changes(nextSyncToken!)).toEqual([])
  })

  it('does not tell of what was added and changed before, or changed into itself', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'same' })
    const token = await calendar.syncToken()
    await calendar.patch(id, { summary: 'same' })
    await calendar.list(single)
    expect(await calendar.changes(token)).toEqual([])
  })

  it('reports changed reminders', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add()
    const token = await calendar.syncToken()
    const patched = await calendar.patch(id, { reminders: { useDefault: false } })
    expect(await calendar.changes(token)).toEqual([patched])
  })

  it('reports changed reminders only to the user who changed them', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'writer')
    const { id: once } = await calendar.add({ reminders: { useDefault: false } })
    const { id: series } = await calendar.add({ ...daily() })
    await calendar.patch(`${series}_20260506T100000Z`, { location: 'Elsewhere' })
    const reminders = (minutes: number) => ({
      useDefault: false,
      overrides: [{ method: 'popup', minutes }],
    })
    for (const [minutes, id] of [once, series, `${series}_20260505T100000Z`].entries()) {
      const before = {
        owner: (await calendar.owner.get(calendar.eventPath(id))).json,
        guest: (await guest.get(calendar.eventPath(id))).json,
      }
      const tokens = await Promise.all(
        [calendar.owner, guest].flatMap((user) =>
          [{}, single].map(async (query) => ({
            user,
            query,
            token: await calendar.syncToken(query, user),
          })),
        ),
      )
      const patched = await calendar.patch(id, { reminders: reminders(minutes) }, guest)
      for (const { user, query, token } of tokens) {
        const changes = await calendar.changes(token, query, user)
        if (user === calendar.owner) expect(changes).toEqual([])
        else if (query !== single || id !== series) expect(changes).toContainEqual(patched)
        else expect(idsOf(changes)).toContain(`${series}_20260504T100000Z`)
      }
      const ifNoneMatch = { 'If-None-Match': before.owner.etag! }
      expect((await calendar.owner.get(calendar.eventPath(id), ifNoneMatch)).status).toBe(304)
      expect(patched).toMatchObject({ updated: before.guest.updated })
      expect(patched.etag).not.toBe(before.guest.etag)
      const listed = await calendar.items({ ...single, showDeleted: true }, guest)
      if (id !== series) expect(listed.find((item) => item.id === id)).toEqual(patched)
    }
  })

  it("reports another user's change after one of reminders", async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'writer')
    const { id, etag } = await calendar.add()
    const token = await calendar.syncToken()
    const asGuest = await calendar.patch(id, { reminders: { useDefault: false } }, guest)
    const path = calendar.eventPath(id)
    const stale = await guest.patch(path, { summary: 'x' }, { 'If-Match': etag! })
    expectRefusal(stale, conditionNotMet)
    const changed = await calendar.owner.patch(path, { summary: 'y' }, { 'If-Match': etag! })
    expect(changed.status).toBe(200)
    expect(await calendar.changes(token)).toEqual([changed.json])
    const shown = (await guest.get(path)).json
    expect(shown).toMatchObject({ etag: changed.json.etag, reminders: { useDefault: false } })
    expect(shown.etag).not.toBe(asGuest.etag)
  })

  it('is paged, and the last page has a token', async () => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken()
    const ids: string[] = []
    for (let index = 0; index < 3; index++) ids.push((await calendar.add()).id)
    const pages = await calendar.walk({ syncToken, maxResults: 1 })
    expect(pages.flatMap(({ items }) => idsOf(items!))).toEqual(ids)
    for (const page of pages.slice(0, -1)) expect(page).not.toHaveProperty('nextSyncToken')
    expect(await calendar.changes(pages.at(-1)!.nextSyncToken!)).toEqual([])
  })

  // Scenario 69.
  it.each<Query>([{}, single, { timeMin: moment('00:00') }])(
    'tells of what changed while the list was being walked: %j',
    async (query) => {
      const calendar = await eventCalendar(site)
      const ids: string[] = []
      for (const id of ['aaaaa', 'ccccc', 'eeeee']) ids.push((await calendar.add({ id })).id)
      const first = await calendar.list({ ...query, maxResults: 1 })
      const changed = await calendar.patch(ids[0]!, { summary: 'changed' })
      await calendar.remove(ids[2]!)
      const added = await calendar.add({ id: 'aaaab' })
      let page = first
      while (page.nextPageToken !== undefined) {
        page = await calendar.list({ ...query, maxResults: 1, pageToken: page.nextPageToken })
      }
      const { singleEvents = false } = query as { singleEvents?: boolean }
      const told = await calendar.changes(page.nextSyncToken!, { singleEvents })
      expect(told).toHaveLength(3)
      expect(told).toContainEqual(changed)
      expect(told).toContainEqual(added)
      expect(told).toContainEqual(
        expect.objectContaining({ id: ids[2], status: 'cancelled' }) as object,
      )
    },
  )

  it('reports what changed while the changes were being paged', async () => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken()
    const [first, second] = [await calendar.add(), await calendar.add()]
    const page = await calendar.list({ syncToken, maxResults: 1 })
    await calendar.patch(first.id, { summary: 'again' })
    const pageToken = page.nextPageToken!
    const rest = await calendar.walk({ syncToken, maxResults: 1, pageToken })
    expect(rest.flatMap(({ items }) => idsOf(items!))).toEqual([second.id, first.id])
    const told = await calendar.changes(rest.at(-1)!.nextSyncToken!)
    expect(idsOf(told)).toContain(first.id)
  })

  it('reports a moved event to both calendars', async () => {
    const calendar = await eventCalendar(site)
    const { calendar: other } = await calendar.owner.newCalendar()
    const { id } = await calendar.add({ summary: 'Moving' })
    const token = await calendar.syncToken()
    const path = `/calendars/${other.id}/events`
    const theirs = (await calendar.owner.get(path)).json.nextSyncToken
    const moved = await calendar.owner.post(
      `${calendar.eventPath(id)}/move?destination=${other.id}`,
    )
    expect(moved.status, moved.text).toBe(200)
    expect(await calendar.changes(token)).toMatchObject([{ id, status: 'cancelled' }])
    const { json } = await calendar.owner.get(`${path}?syncToken=${theirs}`)
    expect(json.items).toMatchObject([{ id, summary: 'Moving', status: 'confirmed' }])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 67.
  it.each<[string, Query]>([
    ['timeMin', { timeMin: moment('00:00') }],
    ['timeMax', { timeMax: moment('00:00') }],
    ['q', { q: 'x' }],
    ['iCalUID', { iCalUID: 'x' }],
    ['updatedMin', { updatedMin: new Date().toISOString() }],
    ['privateExtendedProperty', { privateExtendedProperty: 'a=b' }],
    ['sharedExtendedProperty', { sharedExtendedProperty: 'a=b' }],
    ['orderBy', { orderBy: 'updated' }],
    ['orderBy', { orderBy: 'startTime', singleEvents: true }],
    ['showDeleted', { showDeleted: false }],
  ])('cannot be narrowed by %s', async (location, query) => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken()
    const reply = await calendar.ask({ syncToken, ...query })
    expectRefusal(reply, { status: 400, reason: 'invalid', location })
    expect(reply.json.error!.message).toMatch(/sync token cannot be used/i)
  })

  it.each<Query>([
    { showDeleted: true },
    { singleEvents: false },
    { timeZone: 'Asia/Tokyo' },
    { maxAttendees: 1 },
    { showHiddenInvitations: true },
    { eventTypes: 'default' },
    { q: '' },
  ])('may be asked for with %j', async (query) => {
    const calendar = await eventCalendar(site)
    const token = await calendar.syncToken()
    const { id } = await calendar.add()
    expect(idsOf(await calendar.changes(token, query))).toEqual([id])
  })

  it('continues from old tokens after new ones were given', async () => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken()
    const first = await calendar.add()
    const { nextSyncToken } = await calendar.list({ syncToken })
    const second = await calendar.add()
    expect(await calendar.changes(syncToken)).toEqual([first, second])
    expect(await calendar.changes(nextSyncToken!)).toEqual([second])
    expect(await calendar.changes(syncToken)).toEqual([first, second])
  })

  it('does not remember the window of the first list', async () => {
    const calendar = await eventCalendar(site)
    const token = await calendar.syncToken({ timeMin: moment('00:00', '2027-01-01') })
    const made = await calendar.add()
    expect(await calendar.changes(token)).toEqual([made])
  })

  it('returns what the call requests, whatever the first list was', async () => {
    const calendar = await eventCalendar(site)
    const token = await calendar.syncToken({ singleEvents: true, eventTypes: 'focusTime' })
    const made = await calendar.add({ ...daily() })
    expect(await calendar.changes(token)).toEqual([made])
    expect(await calendar.changes(token, single)).toHaveLength(3)
    expect(await calendar.changes(token, { eventTypes: 'focusTime' })).toEqual([])
  })
})
