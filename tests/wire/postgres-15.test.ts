import { expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { placeOnPostgres, runAlmanac } from '../support/server.ts'

it('a server works on PostgreSQL 15, the oldest release that is supported', async () => {
  const { url, stop } = await startPostgres(15)
  await using place = await placeOnPostgres({ url, [Symbol.asyncDispose]: stop })
  // Migrates an empty database and fills it with the demo data.
  const server = await place.start({ ALMANAC_DEMO: '1' })
  const { token } = await server.mint({ email: 'demo@almanac.test' })
  const demo = as(server.base, token)

  const events = '/calendar/v3/calendars/primary/events'
  const added = await demo.post(`${events}/quickAdd?text=Lunch+with+Sam+tomorrow+noon`)
  expect([added.status, added.json.summary]).toEqual([200, 'Lunch with Sam'])
  const { json: listed } = await demo.get(events)
  expect(listed.items).toHaveLength(1)
  const changed = await demo.patch(`${events}/${added.json.id}`, { summary: 'Dinner' })
  expect([changed.status, changed.json.summary]).toEqual([200, 'Dinner'])
  const { json: synced } = await demo.get(`${events}?syncToken=${listed.nextSyncToken}`)
  expect(synced.items).toMatchObject([{ summary: 'Dinner' }])

  const { json: found } = await demo.get('/books/v1/volumes?q=war+and+peace')
  expect(found.items).toMatchObject([{ volumeInfo: { title: 'War and Peace' } }, {}])

  // The demo of search advertising follows in the background.
  await until(
    () => demo.get('/almanac/v1/ads/advertisers'),
    ({ json }) => (json.items as unknown[] | undefined)?.length === 2,
  )
  expect(await server.stop()).toBe(0)
  expect(await runAlmanac(['check'], place.environment)).toMatchObject({
    code: 0,
    stdout: 'No problems found.\n',
  })
})
