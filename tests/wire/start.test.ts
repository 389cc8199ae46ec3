import { describe, expect, it } from 'vitest'
import { sourceEntries } from '../support/almanac-process.ts'
import { type WireEngine, wireEngines } from '../support/server.ts'

for (const engine of wireEngines) {
  describe(`starting on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('prints an address, a token and a command that works', async () => {
      await using place = await engine.place({ isEmpty: true })
      const server = await place.startProcess({ ALMANAC_DEMO: '1' })
      const { stdout } = server.output()
      const [, token, address] = /Bearer (\S+)' (\S+)/.exec(stdout)!
      const reply = await fetch(address!, { headers: { Authorization: `Bearer ${token}` } })
      expect(reply.status).toBe(200)
      expect(await reply.json()).toMatchObject({ id: 'demo@almanac.test' })
      expect(await server.stop()).toBe(0)
    })
  })
}

describe('starting from the sources', () => {
  const [sqlite] = wireEngines as [WireEngine, ...WireEngine[]]

  for (const file of sourceEntries) {
    it(`works with ${file.split('/').slice(-2).join('/')}`, async () => {
      await using place = await sqlite.place({ isEmpty: true })
      const server = await place.startProcess({}, { file })
      const { token } = await server.mint()
      const reply = await fetch(`${server.base}/calendar/v3/calendars/primary`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      expect(reply.status).toBe(200)
      expect(await server.stop()).toBe(0)
    })
  }
})
