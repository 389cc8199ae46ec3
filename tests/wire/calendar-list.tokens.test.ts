import { expect, it } from 'vitest'
import {
  entryPath,
  listedCalendar,
  listPath,
  since,
  syncTokenOf,
} from '../support/listed-calendars.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { WireUser } from '../support/wire-user.ts'

const fullSyncRequired = {
  status: 410,
  reason: 'fullSyncRequired',
  domain: 'calendar',
  location: 'syncToken',
}

onEmbeddedServer('sync tokens of calendar lists', (site) => {
  it('are worth nothing to another user', async () => {
    const [user, other] = [await site.user(), await site.user()]
    expectRefusal(await since(other, await syncTokenOf(user)), fullSyncRequired)
  })

  it('are worth nothing in another list', async () => {
    const user = await site.user()
    const { nextSyncToken } = (await user.get('/users/me/settings')).json
    expectRefusal(await since(user, nextSyncToken!), fullSyncRequired)
    const token = await syncTokenOf(user)
    expectRefusal(await user.get(`/users/me/settings?syncToken=${token}`), fullSyncRequired)
  })

  it('hold for every access token of the user', async () => {
    const user = await site.user()
    const token = await syncTokenOf(user)
    const again = await site.user({ email: user.email, clientId: 'another' })
    expect((await since(again, token)).json.items).toEqual([])
  })
})

// What is done below is done to the whole server, so no other test may share it.
onEmbeddedServer('sync tokens of calendar lists after a restart', (site) => {
  it('hold on, as page tokens do', async () => {
    const { guest, path } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    const { json: entry } = await guest.patch(path, { selected: true })
    const { nextPageToken } = (await guest.get(`${listPath}?maxResults=1`)).json
    await site.server.stop()
    const { base } = await site.place.start()
    const later = new WireUser({ base, paths: site.paths }, guest)
    expect((await since(later, token)).json.items).toEqual([entry])
    const rest = await later.get(`${listPath}?maxResults=1&pageToken=${nextPageToken}`)
    expect(rest.json.items).toEqual([entry])
  })
})

onEmbeddedServer('sync tokens of calendar lists after a restore', (site) => {
  it('are worth nothing if they were issued since, and neither are etags', async () => {
    const { guest, path, entry } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    await bench('/snapshots', { name: 'before' })
    const { json: changed } = await guest.patch(path, { selected: true })
    const later = await syncTokenOf(guest)
    await bench('/snapshots/before/restore')
    expectRefusal(await since(guest, later), fullSyncRequired)
    expect((await guest.get(path)).json).toEqual(entry)
    const { json: again } = await guest.patch(path, { selected: true })
    expect(again).toEqual({ ...changed, etag: again.etag })
    expect([entry.etag, changed.etag]).not.toContain(again.etag)
    expectRefusal(await since(guest, later), fullSyncRequired)
    expect((await since(guest, token)).json.items).toEqual([again])
  })

  const bench = (path: string, body?: object) =>
    site.call(`/_almanac${path}`, { method: 'POST', body })
})

onEmbeddedServer('sync tokens of calendar lists after a month', (site) => {
  it('have expired, and the younger ones have not', async () => {
    const { guest, path, calendarId } = await listedCalendar(site)
    const token = await syncTokenOf(guest)
    await guest.delete(path)
    await advance('P29D')
    const { json } = await since(guest, token)
    expect(json.items).toMatchObject([{ id: calendarId, deleted: true }])
    await guest.patch(entryPath('primary'), { colorId: '3' })
    await advance('P2D')
    expectRefusal(await since(guest, token), fullSyncRequired)
    const younger = await since(guest, json.nextSyncToken!)
    expect(younger.json.items).toMatchObject([{ primary: true, colorId: '3' }])
  })

  const advance = (duration: string) =>
    site.call('/_almanac/clock', { method: 'POST', body: { advance: duration } })
})
