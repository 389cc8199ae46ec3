import { describe, expect, it } from 'vitest'
import { users } from '#/auth/tables.ts'
import { openCore } from '#/core.ts'
import { type Inventory, type ResourceType, readInventory } from '#/inventory/inventory.ts'
import { jobCounts } from '#/jobs/inspection.ts'
import { silentLog } from '#/kernel/log.ts'
import { type LocalCall, LocalClient } from '#/local-client.ts'
import { importRows } from '#/services/ads/platform/importing.ts'
import { grantAds } from '#/services/ads/service.ts'
import { writeVolumes } from '#/services/books/catalog/writing.ts'
import { readSettings } from '#/settings.ts'
import { openSite } from '#/site.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocCommand, none } from '#/storage/sql/statement.ts'
import { engines, type Place } from '../support/engines.ts'

const ann = 'ann@example.com'
const bob = 'bob@example.com'
const origin = 'http://127.0.0.1:8080/worlds/blue'

/** A site that only answers calls, with two users and a clock that stands still. */
async function siteAt({ url, dataDir }: Place) {
  const flags = { dataDir, databaseUrl: url, mode: 'dev', demo: '0' }
  const core = await openCore(readSettings({ flags }), silentLog)
  const site = await openSite(core, {
    address: () => origin,
    worlds: undefined,
    hasBackground: false,
  })
  core.clock.set({ mode: 'frozen', atMs: Date.parse('2030-03-18T00:00:00Z') })
  for (const email of [ann, bob])
    await core.directory.create({ email, adminRole: email === ann ? 'owner' : null })
  const client = new LocalClient(core, site, origin)
  return {
    core,
    call: (target: string, body?: object, rest: Partial<LocalCall> = {}) =>
      client.call({ as: ann, method: 'POST', target, ...(body && { body }), ...rest }),
    inventory: () => readInventory(core, client),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await core[Symbol.asyncDispose]()
    },
  }
}

const keysOf = (inventory: Inventory, type: ResourceType): string[] => [
  ...inventory.get(type)!.keys(),
]

const hour = {
  start: { dateTime: '2030-05-04T10:00:00Z', timeZone: 'UTC' },
  end: { dateTime: '2030-05-04T11:00:00Z', timeZone: 'UTC' },
}

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'the inventory of a site on %s',
  (_, engine) => {
    const test = it.skipIf(engine.unavailable !== undefined)

    test('lists what users have, as they read it', async () => {
      await using place = await engine.place()
      await using site = await siteAt(place)
      const { core, call } = site
      await core.domains.add('example.com')
      const group = await core.groups.create({ email: 'team@example.com', name: 'Team' })
      await core.groups.add(group, { email: bob })
      await core.calendar.resources.create({ name: 'Room', id: 'room', owner: ann })
      const client = await call('/almanac/v1/users/me/clients', { name: 'App', type: 'installed' })
      const key = await call('/almanac/v1/users/me/keys', { name: 'Key' })
      const calendar = await call('/calendar/v3/calendars', { summary: 'Trips' })
      const target = `/calendar/v3/calendars/${calendar.id}`
      await call(`${target}/acl`, { role: 'reader', scope: { type: 'user', value: bob } })
      await call(`${target}/events`, { id: 'lunch', summary: 'Lunch', ...hour })
      const channel = { id: 'channel', type: 'web_hook', address: 'http://127.0.0.1:9/hook' }
      await call(`${target}/events/watch`, { ...channel, token: 'very-secret' })
      await call(
        '/calendar/v3/users/me/calendarList/primary',
        { hidden: false },
        {
          as: bob,
          method: 'PATCH',
        },
      )
      const inventory = await site.inventory()
      expect(keysOf(inventory, 'admin.domain')).toEqual(['example.com'])
      expect(keysOf(inventory, 'admin.user')).toEqual([ann, bob])
      expect(keysOf(inventory, 'admin.group')).toEqual(['team@example.com'])
      expect(keysOf(inventory, 'admin.member')).toEqual([`team@example.com/${bob}`])
      expect([...inventory.get('admin.resource')!.values()]).toMatchObject([
        { owner: ann, resource: { kind: 'admin#resource', name: 'Room' } },
      ])
      expect(keysOf(inventory, 'account.client')).toEqual([client.clientId])
      expect(keysOf(inventory, 'account.key')).toEqual([key.id])
      expect(keysOf(inventory, 'calendar.calendar')).toEqual(
        expect.arrayContaining([ann, bob, calendar.id]),
      )
      expect(keysOf(inventory, 'calendar.aclRule')).toEqual(
        expect.arrayContaining([`${calendar.id}/user:${ann}`, `${calendar.id}/user:${bob}`]),
      )
      expect(inventory.get('calendar.event')!.get(`${calendar.id}/lunch`)).toMatchObject({
        owner: ann,
        resource: { summary: 'Lunch', htmlLink: expect.stringContaining(origin) },
      })
      expect(inventory.get('calendar.setting')!.get(`${bob}/timezone`)).toMatchObject({
        owner: bob,
        resource: { kind: 'calendar#setting', value: 'Etc/GMT' },
      })
      expect(keysOf(inventory, 'calendar.calendarListEntry')).toContain(`${bob}/${bob}`)
      expect([...inventory.get('calendar.channel')!.values()]).toMatchObject([
        { owner: ann, resource: { id: 'channel', watches: 'events' } },
      ])
      expect(keysOf(inventory, 'books.bookshelf')).toContain(`${ann}/0`)
      expect(inventory.get('workbench.clock')!.get('clock')!.resource).toEqual({
        frozen: true,
        now: '2030-03-18T00:00:00.000Z',
      })
      const text = JSON.stringify([...inventory.values()].map((type) => [...type.values()]))
      expect(text).not.toContain('very-secret')
      expect(text).not.toMatch(/almsec_|secretHash|client_secret/)
    })

    test('lists series unexpanded with their exceptions, and attendee copies on each calendar', async () => {
      await using place = await engine.place()
      await using site = await siteAt(place)
      const { call } = site
      const events = '/calendar/v3/calendars/primary/events'
      await call(events, {
        id: 'series',
        ...hour,
        recurrence: ['RRULE:FREQ=DAILY;COUNT=5'],
        attendees: [{ email: bob }],
      })
      const moved = `${events}/series_20300505T100000Z`
      await call(moved, { summary: 'Moved' }, { method: 'PATCH' })
      await call(`${events}/series_20300506T100000Z`, undefined, { method: 'DELETE' })
      await call(events, { id: 'removed', ...hour })
      await call(`${events}/removed`, undefined, { method: 'DELETE' })
      const inventory = await site.inventory()
      const ids = ['series', 'series_20300505T100000Z', 'series_20300506T100000Z']
      expect(keysOf(inventory, 'calendar.event').toSorted()).toEqual(
        [ann, bob].flatMap((calendar) => ids.map((id) => `${calendar}/${id}`)),
      )
    })

    test('lists shelves with their volumes, and what was added to the catalog', async () => {
      await using place = await engine.place()
      await using site = await siteAt(place)
      const { core, call } = site
      const ids = ['volume000001', 'volume000002']
      await core.database.transaction((tx) =>
        writeVolumes(tx, [
          ...ids.map((id) => ({ source: 'test', sourceKey: id, id, title: `Book ${id}` })),
          { source: 'starter', sourceKey: 'one', title: 'Of every new demo server' },
        ]),
      )
      const shelf = '/books/v1/mylibrary/bookshelves/3'
      for (const id of ids.toReversed()) await call(`${shelf}/addVolume?volumeId=${id}`)
      const inventory = await site.inventory()
      expect(keysOf(inventory, 'books.volume').toSorted()).toEqual(ids)
      expect(keysOf(inventory, 'books.shelfVolume').toSorted()).toEqual(
        ids.map((id) => `${ann}/3/${id}`),
      )
      expect(inventory.get('books.bookshelf')!.get(`${ann}/3`)).toMatchObject({
        owner: ann,
        resource: { kind: 'books#bookshelf', volumeCount: 2 },
      })
    })

    test('lists advertisers without grants', async () => {
      await using place = await engine.place()
      await using site = await siteAt(place)
      const { ads } = site.core
      for (const [kind, values] of platform) {
        expect(await importRows(ads, kind, [{ line: 1, values }])).toMatchObject({ bad: [] })
      }
      const { id } = (await site.core.directory.find(bob))!
      await grantAds(ads, { id }, { advertiser: '20', role: 'uploader' })
      await site.call('/doubleclicksearch/v2/conversion', conversions, { as: bob })
      await site.core.directory.remove(bob)
      const inventory = await site.inventory()
      expect(keysOf(inventory, 'ads.agency')).toEqual(['10'])
      expect(keysOf(inventory, 'ads.advertiser')).toEqual(['20'])
      expect(keysOf(inventory, 'ads.account')).toEqual(['20/30'])
      expect(keysOf(inventory, 'ads.campaign')).toEqual(['20/40'])
      expect(keysOf(inventory, 'ads.keyword')).toEqual(['20/70'])
      expect(keysOf(inventory, 'ads.activity')).toEqual(['20/50'])
      expect(keysOf(inventory, 'ads.savedColumn')).toEqual(['20/Cost per click'])
      expect(keysOf(inventory, 'ads.conversion')).toEqual(['20/sale/1900000000000'])
      expect(keysOf(inventory, 'ads.grant')).toEqual([])
    })

    test('runs no jobs of a site that only answers calls', async () => {
      await using place = await engine.place()
      await using site = await siteAt(place)
      const attendees = [{ email: 'guest@example.org' }]
      await site.call('/calendar/v3/calendars/primary/events?sendUpdates=all', {
        attendees,
        ...hour,
      })
      const waiting = await jobCounts(site.core.database)
      await site.inventory()
      expect(waiting.length).toBeGreaterThan(0)
      expect(await jobCounts(site.core.database)).toEqual(waiting)
    })

    test('needs no administrator', async () => {
      await using place = await engine.place()
      await using site = await siteAt(place)
      const demote = adHocCommand(() => sql`update ${users} set admin_role = null`)
      await site.core.database.transaction((tx) => tx.run(demote, none))
      expect(keysOf(await site.inventory(), 'admin.user')).toEqual([ann, bob])
    })
  },
)

const sales = { groupId: '1', groupName: 'Sales', type: 'Action' }
const place = { currency: 'EUR', timeZone: 'UTC' }

const platform = [
  ['agency', { agencyId: '10', name: 'Agency' }],
  ['advertiser', { agencyId: '10', advertiserId: '20', name: 'Shop', ...place }],
  ['account', { advertiserId: '20', accountId: '30', name: 'Engine', ...place }],
  ['campaign', { advertiserId: '20', accountId: '30', campaignId: '40', name: 'Spring' }],
  [
    'adGroup',
    { advertiserId: '20', accountId: '30', campaignId: '40', adGroupId: '60', name: 'Bulbs' },
  ],
  [
    'keyword',
    { advertiserId: '20', campaignId: '40', adGroupId: '60', keywordId: '70', name: 'tulips' },
  ],
  ['activity', { advertiserId: '20', activityId: '50', name: 'Call', ...sales }],
  ['savedColumn', { advertiserId: '20', name: 'Cost per click', formula: 'cost / clicks' }],
] as const

const conversions = {
  conversion: [
    {
      agencyId: '10',
      advertiserId: '20',
      engineAccountId: '30',
      campaignId: '40',
      adGroupId: '60',
      criterionId: '70',
      conversionId: 'sale',
      conversionTimestamp: '1900000000000',
      segmentationType: 'FLOODLIGHT',
      segmentationId: '50',
      type: 'ACTION',
    },
  ],
}
