import { describe, expect, it } from 'vitest'
import { daily, EventCalendar, idsOf } from '../support/listed-events.ts'
import { type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { WireUser } from '../support/wire-user.ts'

const sharedEngines = wireEngines.filter(({ name }) => name.startsWith('postgres'))
const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }

for (const engine of sharedEngines) {
  describe(`lists of two processes on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    const shared = sharedServers(engine, { count: 2 })

    /** One calendar, seen through either process. */
    async function calendarOnBoth(): Promise<readonly [EventCalendar, EventCalendar]> {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const who = await first.mint()
      const owner = new WireUser({ base: first.base, paths }, who)
      const { calendar } = await owner.newCalendar()
      const other = new WireUser({ base: second.base, paths }, who)
      return [new EventCalendar(owner, calendar.id!), new EventCalendar(other, calendar.id!)]
    }

    it('show at once what the other process has written', async () => {
      const both = await calendarOnBoth()
      const { id } = await both[0].add({ summary: '0', ...daily() })
      for (const query of [{}, { singleEvents: true }]) await both[1].list(query)
      for (let round = 1; round < 8; round++) {
        const [writer, reader] = round % 2 === 0 ? both : ([both[1], both[0]] as const)
        await writer.patch(id, { summary: String(round) })
        expect(await reader.titles()).toEqual([String(round)])
        const instances = await reader.titles({ singleEvents: true })
        expect(instances).toEqual([String(round), String(round), String(round)])
        expect(await writer.titles()).toEqual([String(round)])
      }
    })

    it('show at once who may still read, and what default reminders are', async () => {
      const [first, second] = await calendarOnBoth()
      await first.add({ summary: 'Open' })
      const guest = await shared.servers[0]!.mint()
      const [near, far] = [first, second].map(
        ({ owner }) => new WireUser({ base: owner.base, paths }, guest),
      ) as [WireUser, WireUser]
      await first.share(far, 'reader')
      await near.post('/users/me/calendarList', { id: first.id })
      for (const [minutes, role, titles] of [
        [1, 'freeBusyReader', [undefined]],
        [2, 'reader', ['Open']],
        [3, 'freeBusyReader', [undefined]],
      ] as const) {
        await first.share(far, role)
        const defaultReminders = [{ method: 'popup', minutes }]
        await near.patch(`/users/me/calendarList/${first.id}`, { defaultReminders })
        expect(await second.titles({}, far)).toEqual(titles)
        expect(await second.list({}, far)).toMatchObject({ accessRole: role, defaultReminders })
      }
      await first.share(far, 'none')
      expect((await second.ask({}, far)).status).toBe(404)
    })

    it('take the tokens of each other', async () => {
      const [first, second] = await calendarOnBoth()
      for (let index = 0; index < 3; index++) await first.add()
      const { items, nextPageToken } = await first.list({ maxResults: 1 })
      const rest = await second.list({ pageToken: nextPageToken! })
      expect(idsOf([...items!, ...rest.items!])).toEqual(idsOf(await first.items()))
      const { id } = await first.add()
      expect(idsOf(await second.changes(rest.nextSyncToken!))).toEqual([id])
      await second.remove(id)
      expect(await first.changes(rest.nextSyncToken!)).toMatchObject([{ id, status: 'cancelled' }])
    })

    it('lose nothing that both add while a client keeps up through either', async () => {
      const both = await calendarOnBoth()
      let syncToken = await both[0].syncToken()
      const seen = new Set<string | undefined>()
      let isDone = false
      const writing = Promise.all(
        Array.from({ length: 6 }, async (_, writer) => {
          const ids: string[] = []
          for (let index = 0; index < 15; index++) {
            ids.push((await both[(writer + index) % 2]!.add()).id)
          }
          return ids
        }),
      ).finally(() => {
        isDone = true
      })
      for (let round = 0; ; round++) {
        const isLast = isDone
        const pages = await both[round % 2]!.walk({ syncToken, maxResults: (round % 5) + 1 })
        for (const { items } of pages) for (const { id } of items!) seen.add(id)
        syncToken = pages.at(-1)!.nextSyncToken!
        if (isLast) break
      }
      const ids = (await writing).flat()
      expect(ids.filter((id) => !seen.has(id))).toEqual([])
      expect(seen.size).toBe(90)
    })
  })
}
