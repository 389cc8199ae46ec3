import { describe, expect, it } from 'vitest'
import { importBooks } from '../support/book-site.ts'
import { as, calendars, until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { embeddedEngine, wireEngines, writeTokensFile } from '../support/server.ts'
import { borrowServer } from '../support/server-pool.ts'

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

const books = '/books/v1/volumes'

// Of the first advertiser of the demo.
const demoColumns =
  '/doubleclicksearch/v2/agency/20700100000000001/advertiser/21700100000000001/savedcolumns'

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined

  describe(`workbench reset on ${engine.name}`, { skip }, () => {
    it('puts the first state of a new server back', async () => {
      await using folder = await freshFolder()
      await using place = await engine.place()
      const server = await place.start({
        ALMANAC_DEMO: '1',
        ALMANAC_TOKENS_FILE: await writeTokensFile(folder.path, {
          'fixed-token': { email: 'fixed@example.com', scopes: [scope('calendar')] },
        }),
      })
      const bench = as(server.base)
      const [, printed] = /Bearer (\S+)'/.exec(server.output().stdout)!
      const { token } = await server.mint()
      // Of search advertising the demo is made after the start, and made again after a reset.
      const savedColumns = async () => (await as(server.base, printed).get(demoColumns)).json.items
      const isThere = (items: unknown) => Array.isArray(items) && items.length > 0
      // It is the same on every engine, and takes seconds.
      const waitForAds = () => engine === embeddedEngine && until(savedColumns, isThere)
      await waitForAds()
      for (const known of [printed!, 'fixed-token', token]) {
        const reply = await as(server.base, known).patch(`${calendars}/primary`, { location: 'x' })
        expect(reply.status).toBe(200)
      }
      await bench.post('/_almanac/faults', { operation: 'calendar.*', status: 500 })
      await bench.post('/_almanac/clock', { now: '2030-01-01T00:00:00Z', frozen: true })

      expect((await bench.post('/_almanac/reset')).status).toBe(204)
      expect((await as(server.base, token).primary()).status).toBe(401)
      expect(await savedColumns()).toBeUndefined()
      for (const [known, id] of [
        [printed!, 'demo@almanac.test'],
        ['fixed-token', 'fixed@example.com'],
      ] as const) {
        const { status, json } = await as(server.base, known).primary()
        expect([status, json.id, json.location]).toEqual([200, id, undefined])
      }
      expect((await bench.get('/_almanac/faults')).json.faults).toEqual([])
      const { json: clock } = await bench.get('/_almanac/clock')
      expect(clock.frozen).toBe(false)
      expect(Math.abs(Date.parse(clock.now as string) - Date.now())).toBeLessThan(60_000)
      const { json: log } = await as(server.base, printed).get('/admin/v1/requests')
      expect(log.items!.filter(({ method }) => method === 'PATCH')).toEqual([])
      const { json: quota } = await bench.get('/_almanac/quota')
      expect((quota.subjects as unknown[]).length).toBeLessThanOrEqual(3)
      await waitForAds()
    })

    it('leaves a catalog that takes books again', async () => {
      await using borrowed = await borrowServer({ engine })
      const { place, server } = borrowed
      const found = async () => (await as(server.base).get(`${books}?q=lantern`)).json.totalItems
      for (const id of ['lantern00001', 'lantern00002']) {
        await importBooks(place, [{ id, title: 'Lantern' }])
        expect(await found()).toBe(1)
        expect((await as(server.base).post('/_almanac/reset')).status).toBe(204)
        expect(await found()).toBe(0)
      }
      await importBooks(place, [{ id: 'lantern00003', title: 'Lantern' }])
      await importBooks(place, [{ id: 'lantern00004', title: 'Another lantern' }])
      expect(await found()).toBe(2)
    })
  })
}
