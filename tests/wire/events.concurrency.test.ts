import { describe, expect, it } from 'vitest'
import type { HttpReply } from '../support/http.ts'
import {
  eventsOf,
  hourOn,
  importEvent,
  newEvent,
  syncTokenOf,
  told,
  walk,
} from '../support/imported-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac, type TestServer, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { onServers } from '../support/sites.ts'
import { WireUser } from '../support/wire-user.ts'

const writersCount = 10
const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }

onServers('concurrent changes of events', (site) => {
  it('lose nothing when each names the etag it has read', async () => {
    const user = await site.user()
    const event = await newEvent(user, { description: '0' })
    await countUp([user], `${eventsOf()}/${event.id}`)
  })

  it('of one instance lose nothing when each names the etag it has read', async () => {
    const user = await site.user()
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=3']
    const event = await newEvent(user, { description: '0', recurrence })
    await countUp([user], `${eventsOf()}/${event.id}_20260505T100000Z`)
    const { items } = await walk(user, `${eventsOf()}/${event.id}/instances`)
    expect(items.map(({ description }) => description)).toEqual(['0', String(writersCount), '0'])
  })

  it('that insert one id make one event', async () => {
    const user = await site.user()
    const replies = await Promise.all(
      numbered(20, (number) =>
        user.post(eventsOf(), { id: 'sameone', summary: `${number}`, ...hourOn(4) }),
      ),
    )
    expectOneWinner(replies)
    const won = replies.find(({ status }) => status === 200)!
    expect((await walk(user, eventsOf())).items).toEqual([won.json])
  })

  it('that insert one identifier make one event', async () => {
    const user = await site.user()
    const body = { iCalUID: 'one@example.com', ...hourOn(4) }
    expectOneWinner(await Promise.all(numbered(20, () => user.post(eventsOf(), body))))
    expect((await walk(user, eventsOf())).items).toHaveLength(1)
  })

  it('that import one identifier make one event, and all succeed', async () => {
    const user = await site.user()
    const replies = await Promise.all(
      numbered(20, (number) => importEvent(user, { summary: `${number}` })),
    )
    expect(statusesOf(replies)).toEqual([200])
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1)
    expect((await walk(user, eventsOf())).items).toHaveLength(1)
  })

  it('are each reported once to earlier sync tokens', async () => {
    const user = await site.user()
    const events = await Promise.all(numbered(20, () => newEvent(user)))
    const token = await syncTokenOf(user)
    const replies = await Promise.all(
      events.flatMap(({ id }, number) => [
        newEvent(user, { id: `fresh${number}` }).then(() => undefined),
        number % 2 === 0
          ? user.patch(`${eventsOf()}/${id}`, { summary: 'Changed' })
          : user.delete(`${eventsOf()}/${id}`),
      ]),
    )
    for (const reply of replies) if (reply) expect([200, 204]).toContain(reply.status)
    const changes = await told(user, 'primary', token)
    expect(Object.keys(changes)).toHaveLength(40)
    for (const [number, { id }] of events.entries()) {
      expect(changes[id]).toBe(number % 2 === 0 ? 'confirmed' : 'cancelled')
    }
  })

  it('and concurrent paging miss nothing: the token at the end reports what the pages did not', async () => {
    const user = await site.user()
    await Promise.all(numbered(30, (number) => newEvent(user, { id: `first${100 + number}` })))
    const walking = walk(user, eventsOf(), { maxResults: '3' })
    const writing = Promise.all(
      numbered(30, (number) =>
        number % 3 === 0
          ? user.delete(`${eventsOf()}/first${100 + number}`)
          : user.patch(`${eventsOf()}/first${100 + number}`, { summary: 'Changed' }),
      ),
    )
    const [{ items, nextSyncToken }] = [await walking, await writing]
    const seen = new Map(items.map((item) => [item.id, item]))
    const { items: later } = await walk(user, eventsOf(), { syncToken: nextSyncToken })
    for (const item of later) {
      if (item.status === 'cancelled') seen.delete(item.id)
      else seen.set(item.id, item)
    }
    const now = (await walk(user, eventsOf())).items
    expect([...seen.values()].sort(byId)).toEqual(now.sort(byId))
  })

  it('of inserting and clearing leave what was inserted after the clearing, and no more', async () => {
    const user = await site.user()
    await Promise.all(numbered(20, () => newEvent(user)))
    const token = await syncTokenOf(user)
    const replies = await Promise.all(
      numbered(24, (number) =>
        number % 8 === 4
          ? user.post('/calendars/primary/clear')
          : user.post(eventsOf(), { id: `racer${100 + number}`, ...hourOn(4) }),
      ),
    )
    expect(new Set(statusesOf(replies))).toEqual(new Set([200, 204]))
    expectRefusal(await user.get(`${eventsOf()}?syncToken=${token}`), {
      status: 410,
      reason: 'fullSyncRequired',
    })
    const { items } = await walk(user, eventsOf())
    for (const { id } of items) {
      expect(id).toMatch(/^racer/)
      expect((await user.get(`${eventsOf()}/${id}`)).status).toBe(200)
    }
    expect((await user.post('/calendars/primary/clear')).status).toBe(204)
    expect((await walk(user, eventsOf(), { showDeleted: 'true' })).items).toEqual([])
  })

  it('of all kinds leave nothing wrong behind', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const series = await newEvent(user, { recurrence: ['RRULE:FREQ=DAILY;COUNT=20'] })
    const path = `${eventsOf()}/${series.id}`
    const instance = (number: number) => `${path}_202605${10 + (number % 10)}T100000Z`
    const replies = await Promise.all(
      numbered(60, (number) =>
        [
          () => user.patch(instance(number), { summary: `${number}` }),
          () => user.delete(instance(number)),
          () => user.patch(path, { description: `${number}` }),
          () => user.post(`${path}/move?destination=${calendar.id}`),
          () => user.post(`${eventsOf(calendar.id)}/${series.id}/move?destination=primary`),
          () => user.get(`${path}/instances`),
        ][number % 6]!(),
      ),
    )
    for (const { status, text } of replies) expect([200, 204, 404, 410], text).toContain(status)
    const { stdout } = await runAlmanac(['check'], site.place.environment)
    expect(stdout).toBe('No problems found.\n')
  })
})

for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  const skip = engine.unavailable !== undefined
  describe(`events through two processes on ${engine.name}`, { skip }, () => {
    const shared = sharedServers(engine, { count: 2 })

    /** One user at both processes. */
    async function atBoth(): Promise<[WireUser, WireUser]> {
      const [first, second] = shared.servers as [TestServer, TestServer]
      const who = await first.mint()
      return [new WireUser({ ...first, paths }, who), new WireUser({ ...second, paths }, who)]
    }

    it('are equal at once, whichever process changes them', async () => {
      const [here, there] = await atBoth()
      const event = await newEvent(here)
      const path = `${eventsOf()}/${event.id}`
      for (let round = 0; round < 4; round++) {
        const [writer, reader] = round % 2 === 0 ? [here, there] : [there, here]
        for (const user of [here, there]) await user.get(path)
        const { json } = await writer.patch(path, { summary: `round ${round}` })
        // The link names the process that was asked.
        const { htmlLink: _, ...written } = json
        expect((await reader.get(path)).json).toMatchObject(written)
        expect((await walk(reader, eventsOf())).items).toMatchObject([written])
      }
      expect((await here.delete(path)).status).toBe(204)
      expect((await there.get(path)).json.status).toBe('cancelled')
      expect((await walk(there, eventsOf())).items).toEqual([])
    })

    it('lose no change when each names the etag it has read', async () => {
      const users = await atBoth()
      const event = await newEvent(users[0], { description: '0' })
      await countUp(users, `${eventsOf()}/${event.id}`)
    })

    it('take an id once', async () => {
      const users = await atBoth()
      const body = { id: 'sameone', ...hourOn(4) }
      expectOneWinner(
        await Promise.all(numbered(20, (number) => users[number % 2]!.post(eventsOf(), body))),
      )
    })

    it('are all reported to a sync token of either process', async () => {
      const users = await atBoth()
      const token = await syncTokenOf(users[1])
      await Promise.all(numbered(40, (number) => newEvent(users[number % 2]!)))
      for (const user of users) {
        expect(Object.keys(await told(user, 'primary', token))).toHaveLength(40)
      }
    })

    it('of a calendar that one process clears disappear in the other, and its sync token expires', async () => {
      const [here, there] = await atBoth()
      const event = await newEvent(here)
      const token = await syncTokenOf(there)
      expect((await there.get(`${eventsOf()}/${event.id}`)).status).toBe(200)
      expect((await here.post('/calendars/primary/clear')).status).toBe(204)
      expect((await there.get(`${eventsOf()}/${event.id}`)).status).toBe(404)
      expect((await there.get(`${eventsOf()}?syncToken=${token}`)).status).toBe(410)
      expect((await there.post(eventsOf(), { id: event.id, ...hourOn(4) })).status).toBe(200)
    })

    it('move in opposite directions without waiting in a circle', async () => {
      const [here, there] = await atBoth()
      const { calendar } = await here.newCalendar()
      const leaving = await Promise.all(numbered(10, () => newEvent(here)))
      const coming = await Promise.all(numbered(10, () => newEvent(there, {}, calendar.id)))
      const replies = await Promise.all([
        ...leaving.map(({ id }) =>
          here.post(`${eventsOf()}/${id}/move?destination=${calendar.id}`),
        ),
        ...coming.map(({ id }) =>
          there.post(`${eventsOf(calendar.id)}/${id}/move?destination=primary`),
        ),
      ])
      expect(statusesOf(replies)).toEqual([200])
    })
  })
}

/** Several writers count the description up, each retrying what another was faster with. */
async function countUp(users: readonly WireUser[], path: string): Promise<void> {
  const increment = async (user: WireUser): Promise<void> => {
    for (;;) {
      const { json } = await user.get(path)
      const description = String(Number(json.description) + 1)
      const { status, text } = await user.patch(path, { description }, { 'If-Match': json.etag! })
      if (status === 200) return
      expect(status, text).toBe(412)
    }
  }
  await Promise.all(numbered(writersCount, (number) => increment(users[number % users.length]!)))
  expect((await users[0]!.get(path)).json.description).toBe(String(writersCount))
}

function expectOneWinner(replies: readonly HttpReply[]): void {
  const losers = replies.filter(({ status }) => status !== 200)
  expect(losers).toHaveLength(replies.length - 1)
  for (const reply of losers) expectRefusal(reply, { status: 409, reason: 'duplicate' })
}

const numbered = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number))

const statusesOf = (replies: readonly HttpReply[]) => [
  ...new Set(replies.map(({ status }) => status)),
]

const byId = (one: { id?: string }, other: { id?: string }) => (one.id! < other.id! ? -1 : 1)
