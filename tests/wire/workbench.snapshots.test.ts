import { describe, expect, it } from 'vitest'
import { as, calendars, settings } from '../support/calling.ts'
import { wireEngines } from '../support/server.ts'
import { borrowServer } from '../support/server-pool.ts'

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined

  describe(`workbench snapshots on ${engine.name}`, { skip }, () => {
    it('restore a saved state, and discard later changes', async () => {
      await using borrowed = await borrowServer({ engine })
      const { server } = borrowed
      const { token } = await server.mint()
      const me = as(server.base, token)
      const bench = as(server.base)
      const { json: kept } = await me.insert({ summary: 'kept' })
      await me.set('weekStart', '1')
      const { json: settingsBefore } = await me.get(settings)
      const saved = await bench.post('/_almanac/snapshots', { name: 'monday' })
      expect(saved.json).toMatchObject({ name: 'monday', created: expect.any(String) })

      const { json: changed } = await me.patch(`${calendars}/${kept.id}`, { summary: 'changed' })
      const { json: lost } = await me.insert({ summary: 'lost' })
      await me.set('weekStart', '6')
      await me.set('locale', 'fr')
      const { json: after } = await me.get(settings)
      const { token: late } = await server.mint()
      expect((await as(server.base, late).primary()).status).toBe(200)

      const restored = await bench.post('/_almanac/snapshots/monday/restore')
      expect(restored.status).toBe(204)
      expect((await as(server.base, late).primary()).status).toBe(401)
      expect((await me.get(`${calendars}/${kept.id}`)).json).toEqual(kept)
      expect((await me.get(`${calendars}/${lost.id}`)).status).toBe(404)
      expect((await me.get(`${settings}/weekStart`)).json.value).toBe('1')
      expect((await me.get(`${settings}/locale`)).json.value).toBe('en')
      const stale = await me.get(`${settings}?syncToken=${after.nextSyncToken}`)
      expect(stale.status).toBe(410)
      expect(stale.json.error.errors[0]).toMatchObject({
        domain: 'calendar',
        reason: 'fullSyncRequired',
      })
      const { json: again } = await me.patch(`${calendars}/${kept.id}`, { summary: 'changed' })
      expect(again.etag).not.toBe(changed.etag)
      const known = await me.get(`${settings}?syncToken=${settingsBefore.nextSyncToken}`)
      expect(known.json).toMatchObject({ etag: settingsBefore.etag, items: [] })
    })

    it('restore the clock that was set when they were saved', async () => {
      await using place = await engine.place()
      const server = await place.start()
      const bench = as(server.base)
      await bench.post('/_almanac/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
      await bench.post('/_almanac/snapshots', { name: 'new-year' })
      await bench.post('/_almanac/clock', { now: '2031-01-01T00:00:00Z', frozen: true })
      await bench.post('/_almanac/snapshots/new-year/restore')
      const { json: shown } = await bench.get('/_almanac/clock')
      expect(shown.now).toBe('2030-01-01T00:00:00.000Z')
      await server.stop()
      expect((await as((await place.start()).base).get('/_almanac/clock')).json).toEqual(shown)
    })

    it('are listed, replaced under the same name, restored repeatedly and deleted', async () => {
      await using borrowed = await borrowServer({ engine })
      const { server } = borrowed
      const { token } = await server.mint()
      const me = as(server.base, token)
      const bench = as(server.base)
      await bench.post('/_almanac/snapshots', { name: 'b' })
      await bench.post('/_almanac/snapshots', { name: 'a' })
      await me.patch(`${calendars}/primary`, { location: 'second' })
      await bench.post('/_almanac/snapshots', { name: 'b' })
      await me.patch(`${calendars}/primary`, { location: 'third' })
      const names = async () =>
        ((await bench.get('/_almanac/snapshots')).json.snapshots as { name: string }[]).map(
          ({ name }) => name,
        )
      expect(await names()).toEqual(['a', 'b'])
      for (const [name, location] of [
        ['b', 'second'],
        ['a', undefined],
        ['b', 'second'],
      ] as const) {
        expect((await bench.post(`/_almanac/snapshots/${name}/restore`)).status).toBe(204)
        expect((await me.primary()).json.location).toBe(location)
        expect(await names()).toEqual(['a', 'b'])
      }
      expect((await bench.delete('/_almanac/snapshots/b')).status).toBe(204)
      expect(await names()).toEqual(['a'])
      expect((await bench.delete('/_almanac/snapshots/b')).status).toBe(404)
      expect((await bench.post('/_almanac/snapshots/b/restore')).status).toBe(404)
      for (const name of ['', '.', '..', 'with space', '../up', 'x'.repeat(101)]) {
        expect((await bench.post('/_almanac/snapshots', { name })).status).toBe(400)
      }
      expect((await bench.post('/_almanac/snapshots', {})).status).toBe(400)
    })
  })
}
