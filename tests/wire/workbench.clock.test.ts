import { describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined

  describe(`the workbench clock on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine)
    const bench = () => as(shared.servers[0]!.base)
    const setClock = async (body: object) => (await bench().post('/_almanac/clock', body)).json
    const nowMs = async () => Date.parse((await bench().get('/_almanac/clock')).json.now as string)

    it('stops when it is frozen and moves by seconds and by durations', async () => {
      expect(await setClock({ now: '2030-01-31T10:00:00Z', frozen: true })).toEqual({
        now: '2030-01-31T10:00:00.000Z',
        frozen: true,
      })
      for (const [advance, now] of [
        [90, '2030-01-31T10:01:30.000Z'],
        ['30', '2030-01-31T10:02:00.000Z'],
        ['1.5', '2030-01-31T10:02:01.500Z'],
        ['-1.5', '2030-01-31T10:02:00.000Z'],
        ['PT58M', '2030-01-31T11:00:00.000Z'],
        ['P1D', '2030-02-01T11:00:00.000Z'],
        ['P1W', '2030-02-08T11:00:00.000Z'],
        ['-PT1H', '2030-02-08T10:00:00.000Z'],
      ] as const) {
        expect(await setClock({ advance })).toEqual({ now, frozen: true })
      }
      expect((await bench().get('/_almanac/clock')).json.now).toBe('2030-02-08T10:00:00.000Z')
    })

    it("continues from the time that was set, and returns to the machine's clock", async () => {
      await setClock({ now: '2040-06-01T00:00:00+02:00', frozen: false })
      const start = Date.parse('2040-05-31T22:00:00Z')
      const shown = await nowMs()
      expect(shown).toBeGreaterThanOrEqual(start)
      expect(shown).toBeLessThan(start + 60_000)
      expect(await setClock({ reset: true })).toMatchObject({ frozen: false })
      expect(Math.abs((await nowMs()) - Date.now())).toBeLessThan(60_000)
    })

    it('accepts a duration finer than its own ticks', async () => {
      await setClock({ now: '2030-01-01T00:00:00Z', frozen: true })
      for (const advance of ['PT0.0004S', 'PT0.000000001S', '0.0001']) {
        expect((await bench().post('/_almanac/clock', { advance })).status).toBe(200)
      }
      expect((await setClock({ frozen: false })).frozen).toBe(false)
      expect((await bench().get('/_almanac/clock')).status).toBe(200)
    })

    for (const body of [
      {},
      { now: 'tomorrow' },
      { now: '2030-01-01T00:00:00' },
      { now: '2030-02-30T00:00:00Z' },
      { now: '1969-12-31T23:59:59Z' },
      { advance: 'soon' },
      { advance: 'P' },
      { advance: '9'.repeat(400) },
      { advance: 'P9999999Y' },
      { advance: '' },
      { frozen: 'perhaps' },
      { now: 7 },
    ]) {
      it(`refuses ${JSON.stringify(body).slice(0, 60)} and stays as it was`, async () => {
        await setClock({ now: '2030-01-01T00:00:00Z', frozen: true })
        const refused = await bench().post('/_almanac/clock', body)
        expect([refused.status, refused.json.error?.errors.length]).toEqual([400, 1])
        expect((await bench().get('/_almanac/clock')).json.now).toBe('2030-01-01T00:00:00.000Z')
      })
    }

    it('is kept over a restart', async () => {
      await using place = await engine.place()
      const server = await place.start()
      await as(server.base).post('/_almanac/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
      await server.stop()
      const again = await place.start()
      expect((await as(again.base).get('/_almanac/clock')).json).toEqual({
        now: '2030-01-01T00:00:00.000Z',
        frozen: true,
      })
    })
  })
}
