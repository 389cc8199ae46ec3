import { expect, it } from 'vitest'
import { EventCalendar, eventCalendar, idsOf, primaryCalendar } from '../support/listed-events.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbeddedServer, onServers } from '../support/sites.ts'
import { WireUser } from '../support/wire-user.ts'

const fullSyncRequired = {
  status: 410,
  reason: 'fullSyncRequired',
  domain: 'calendar',
  location: 'syncToken',
}

onServers('a sync token of events', (site) => {
  // Scenario 73.
  it('ends when the calendar is cleared', async () => {
    const calendar = await primaryCalendar(site)
    await calendar.add()
    const syncToken = await calendar.syncToken()
    expect((await calendar.owner.post('/calendars/primary/clear')).status).toBe(204)
    expectRefusal(await calendar.ask({ syncToken }), fullSyncRequired)
    expect(await calendar.items({ showDeleted: true })).toEqual([])
    const fresh = await calendar.syncToken()
    const { id } = await calendar.add()
    expect(idsOf(await calendar.changes(fresh))).toEqual([id])
  })

  it('leads nowhere once its user has lost access', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'reader')
    const syncToken = await calendar.syncToken({}, guest)
    await calendar.share(guest, 'none')
    expectRefusal(await calendar.ask({ syncToken }, guest), notFound)
    expectRefusal(await calendar.ask({}, guest), notFound)
    expect((await calendar.ask({ syncToken: await calendar.syncToken() })).status).toBe(200)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 68.
  it.each(['garbage', 'AAAA', 'CPDAlvWDx70CEPDAlvWDx70CGAU=', 'x'.repeat(3000)])(
    'is not %.30s',
    async (syncToken) => {
      const calendar = await eventCalendar(site)
      expectRefusal(await calendar.ask({ syncToken }), {
        status: 400,
        reason: 'invalid',
        message: 'Invalid sync token value.',
        location: 'syncToken',
      })
    },
  )

  it('is worth nothing for another calendar or another collection', async () => {
    const calendar = await eventCalendar(site)
    const other = new EventCalendar(
      calendar.owner,
      (await calendar.owner.newCalendar()).calendar.id!,
    )
    const { nextSyncToken: settings } = (await calendar.owner.get('/users/me/settings')).json
    const { nextSyncToken: rules } = (await calendar.owner.get(`${calendar.path}/acl`)).json
    for (const syncToken of [await other.syncToken(), settings!, rules!]) {
      expectRefusal(await calendar.ask({ syncToken }), fullSyncRequired)
    }
  })

  it.each([
    ['reader', 'freeBusyReader'],
    ['reader', 'writer'],
    ['freeBusyReader', 'reader'],
    ['writer', 'owner'],
  ])('of a %s ends when that becomes a %s', async (before, after) => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const guest = await calendar.guest(site, before)
    const syncToken = await calendar.syncToken({}, guest)
    expect((await calendar.ask({ syncToken }, guest)).status).toBe(200)
    await calendar.share(guest, after)
    expectRefusal(await calendar.ask({ syncToken }, guest), fullSyncRequired)
    expect((await calendar.ask({}, guest)).status).toBe(200)
  })

  it('belongs to no access token, and to everybody who has the same role', async () => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken()
    const again = await site.user({ email: calendar.owner.email })
    expect((await calendar.ask({ syncToken }, again)).status).toBe(200)
    const guest = await calendar.guest(site, 'owner')
    expect((await calendar.ask({ syncToken }, guest)).status).toBe(200)
  })
})

// The server is stopped, set back and moved in time here, so that tests take turns.
onEmbeddedServer('a sync token of events, while the server changes,', (site) => {
  it('outlives a restart', async () => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken()
    const { id } = await calendar.add()
    await site.server.stop()
    await using server = await site.place.start()
    const { email, token, paths } = calendar.owner
    const owner = new WireUser({ base: server.base, paths }, { email, token })
    const again = new EventCalendar(owner, calendar.id)
    expect(idsOf(await again.changes(syncToken))).toEqual([id])
    expect(idsOf(await again.changes(await again.syncToken()))).toEqual([])
  })
})

onServers('a sync token of events, as time goes by,', (site) => {
  const bench = (path: string, body: object) =>
    site.call(`/_almanac${path}`, { method: 'POST', body })

  it('ends when the server is set back to before it was issued', async () => {
    const calendar = await eventCalendar(site)
    const early = await calendar.syncToken()
    await bench('/snapshots', { name: 'before' })
    await calendar.add()
    const late = await calendar.syncToken()
    expect((await bench('/snapshots/before/restore', {})).status).toBe(204)
    expectRefusal(await calendar.ask({ syncToken: late }), fullSyncRequired)
    const { id } = await calendar.add()
    expectRefusal(await calendar.ask({ syncToken: late }), fullSyncRequired)
    const { items } = await calendar.list({ syncToken: early })
    expect(idsOf(items!)).toEqual([id])
  })

  // Scenario 68.
  it('expires after a month, and not before', async () => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken()
    const { id } = await calendar.add()
    await bench('/clock', { advance: 'P29D' })
    const { items, nextSyncToken: younger } = await calendar.list({ syncToken })
    expect(idsOf(items!)).toEqual([id])
    await bench('/clock', { advance: 'P2D' })
    expectRefusal(await calendar.ask({ syncToken }), fullSyncRequired)
    expect((await calendar.ask({ syncToken: younger! })).status).toBe(200)
  })
})
