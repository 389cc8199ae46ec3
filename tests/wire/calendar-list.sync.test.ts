import { expect, it } from 'vitest'
import {
  entryPath,
  listedCalendar,
  listPath,
  share,
  since,
  subscribe,
  syncTokenOf,
} from '../support/listed-calendars.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('syncing a calendar list', (site) => {
  it('returns an empty list and a token when nothing has changed', async () => {
    const user = await site.user()
    const { status, json } = await since(user, await syncTokenOf(user))
    expect(status).toBe(200)
    expect(json).toMatchObject({ kind: 'calendar#calendarList', items: [] })
    expect(json.nextSyncToken).toEqual(expect.any(String))
    expect((await since(user, json.nextSyncToken!)).json.items).toEqual([])
  })

  it('returns hidden entries as hidden and removed ones as deleted', async () => {
    const { guest, path, calendarId } = await listedCalendar(site)
    const owner = await site.user()
    const other = (await owner.newCalendar()).calendar.id!
    await share(owner, other, { with: `user:${guest.email}`, as: 'reader' })
    await subscribe(guest, other, { colorId: '5' })
    const token = await syncTokenOf(guest)
    const { json: hidden } = await guest.patch(path, { hidden: true })
    await guest.delete(entryPath(other))

    const { json } = await since(guest, token)
    expect(json.items).toHaveLength(2)
    expect(json.items).toContainEqual(hidden)
    expect(hidden).toMatchObject({ id: calendarId, hidden: true })
    expect(json.items).toContainEqual({
      kind: 'calendar#calendarListEntry',
      etag: expect.stringMatching(/^"\d+"$/),
      id: other,
      deleted: true,
    })
    expect((await since(guest, json.nextSyncToken!)).json.items).toEqual([])
    expectRefusal(await since(guest, token, '&minAccessRole=reader'), {
      status: 400,
      reason: 'invalid',
      location: 'minAccessRole',
    })
  })

  it('returns each changed entry once, in its current state, the primary one first', async () => {
    const { guest, path } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    for (const summaryOverride of ['a', 'b']) await guest.patch(path, { summaryOverride })
    const { json: entry } = await guest.get(path)
    const { json: primary } = await guest.patch(entryPath('primary'), { selected: false })
    expect((await since(guest, token)).json.items).toEqual([primary, entry])
  })

  it('returns calendars that the user has created, added and deleted', async () => {
    const { guest, owner, calendarId } = await listedCalendar(site)
    const token = await syncTokenOf(owner)
    const made = await owner.newCalendar()
    const { json: entry } = await owner.get(entryPath(made.calendar.id!))
    await owner.delete(`/calendars/${calendarId}`)
    const { json } = await since(owner, token)
    expect(json.items).toHaveLength(2)
    expect(json.items).toContainEqual(entry)
    expect(json.items).toContainEqual(
      expect.objectContaining({ id: calendarId, deleted: true }) as object,
    )
    const theirs = await syncTokenOf(guest)
    await share(owner, made.calendar.id!, { with: `user:${guest.email}`, as: 'reader' })
    expect((await since(guest, theirs)).json.items).toEqual([])
    const taken = await subscribe(guest, made.calendar.id!)
    expect((await since(guest, theirs)).json.items).toEqual([taken])
  })

  it('returns an entry that was removed and added again in its current state', async () => {
    const { guest, path, calendarId } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    await guest.delete(path)
    const again = await subscribe(guest, calendarId)
    expect((await since(guest, token)).json.items).toEqual([again])
  })

  it('continues from old tokens after new ones were given', async () => {
    const { guest, path } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    await guest.patch(path, { selected: true })
    const first = (await since(guest, token)).json
    expect((await since(guest, token)).json.items).toEqual(first.items)
    await guest.patch(entryPath('primary'), { colorId: '3' })
    expect((await since(guest, token)).json.items).toHaveLength(2)
    expect((await since(guest, first.nextSyncToken!)).json.items).toHaveLength(1)
  })

  it('is paged, and the last page has a token', async () => {
    const { guest, path } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    await guest.patch(path, { hidden: true })
    await guest.patch(entryPath('primary'), { colorId: '3' })
    const first = (await since(guest, token, '&maxResults=1')).json
    expect(first.items).toMatchObject([{ primary: true }])
    expect(first).not.toHaveProperty('nextSyncToken')
    const last = (await since(guest, token, `&maxResults=1&pageToken=${first.nextPageToken}`)).json
    expect(last.items).toMatchObject([{ hidden: true }])
    expect((await since(guest, last.nextSyncToken!)).json.items).toEqual([])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['minAccessRole', 'minAccessRole=freeBusyReader'],
    ['showOwnOrganizationOnly', 'showOwnOrganizationOnly=true'],
    ['showDeleted', 'showDeleted=false'],
    ['showHidden', 'showHidden=0'],
  ])('cannot be narrowed by %s', async (location, query) => {
    const user = await site.user()
    const reply = await since(user, await syncTokenOf(user), `&${query}`)
    expectRefusal(reply, { status: 400, reason: 'invalid', location })
    expect(reply.json.error!.message).toMatch(/sync token cannot be used/i)
  })

  it.each(['showDeleted=true', 'showHidden=true', 'showOwnOrganizationOnly=false', 'showHidden='])(
    'may be asked for with %s',
    async (query) => {
      const { guest, path } = await listedCalendar(site)
      const token = await syncTokenOf(guest)
      await guest.delete(path)
      const { json } = await since(guest, token, `&${query}`)
      expect(json.items).toMatchObject([{ deleted: true }])
    },
  )

  it('may start with a list that was narrowed', async () => {
    const { guest, path } = await listedCalendar(site)
    const query = 'minAccessRole=owner&showOwnOrganizationOnly=true'
    const { nextSyncToken } = (await guest.get(`${listPath}?${query}`)).json
    const { json: entry } = await guest.patch(path, { selected: true })
    expect((await since(guest, nextSyncToken!)).json.items).toEqual([entry])
  })

  it.each(['garbage', 'AAAA', 'CPDAlvWDx70CEPDAlvWDx70CGAU%3D'])(
    'does not take %s for a token',
    async (token) => {
      expectRefusal(await since(await site.user(), token), {
        status: 400,
        reason: 'invalid',
        message: 'Invalid sync token value.',
        location: 'syncToken',
      })
    },
  )
})
