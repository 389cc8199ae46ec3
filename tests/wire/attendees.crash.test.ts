import { describe, expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import { hourOn } from '../support/imported-events.ts'
import { runAlmanac, wireEngines } from '../support/server.ts'

const guestsCount = 20
const writersCount = 4

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`a crash while people are invited on ${engine.name}`, { skip }, () => {
    it('leaves the copies of an event all there or none', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const organizer = await server.mint()
      const guests = await Promise.all(
        Array.from({ length: guestsCount }, (_, index) =>
          server.mint({ email: `guest${index}@example.com` }),
        ),
      )
      const me = as(server.base, organizer.token)
      const path = `${calendars}/primary/events`
      const attendees = guests.map(({ email }) => ({ email }))
      let madeCount = 0
      const writers = Array.from({ length: writersCount }, async () => {
        try {
          for (;;) {
            const { json } = await me.post(path, { summary: 'new', attendees, ...hourOn(4) })
            await me.patch(`${path}/${json.id}`, { summary: 'changed' })
            madeCount++
          }
        } catch (error) {
          if (!isCut(error)) throw error
        }
      })
      await until(
        () => madeCount,
        (count) => count > 40,
      )
      await server.kill()
      await Promise.all(writers)

      const { base } = await place.start()
      const told = async (token: string) => {
        const { json } = await as(base, token).get(`${path}?maxResults=2500`)
        return json.items!.map(({ id, summary }) => `${id} ${summary}`).sort()
      }
      const events = await told(organizer.token)
      expect(events.length).toBeGreaterThan(40)
      for (const { token } of guests) expect(await told(token)).toEqual(events)
      expect(await runAlmanac(['check'], place.environment)).toMatchObject({
        code: 0,
        stdout: 'All is well.\n',
      })
    })
  })
}

const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')
