import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Operation } from '#/contract/operation.ts'
import { insert } from '#/services/calendar/events/insert.ts'
import { patch } from '#/services/calendar/events/patch.ts'
import { calendarContext } from '#/services/calendar/operation.ts'
import { engines } from '../support/engines.ts'
import { isOnCluster } from '../support/postgres-databases.ts'
import { sharingAt } from './sharing-fixture.ts'

const engine = engines.find(({ kind }) => kind === 'postgres')!

const syncMessage = 'S'
const simpleQuery = 'Q'

/** Stands between Almanac and the server, and counts what the server has to answer. */
async function countingProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}))
    client.on(
      'data',
      messagesOf((type) => (count += countedTypes.includes(type) ? 1 : 0)),
    )
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    count: () => count,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const countedTypes = [syncMessage, simpleQuery]

/** Reads the messages of a client: a first one of only a length and a content, then each with a type before. */
function messagesOf(onMessage: (type: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeLength = 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeLength + 4) {
      const end = typeLength + rest.readUInt32BE(typeLength)
      if (rest.length < end) return
      if (typeLength > 0) onMessage(String.fromCharCode(rest[0]!))
      typeLength = 1
      rest = rest.subarray(end)
    }
  }
}

// In a cluster, the round trips are those of its workers.
const isSkipped = engine.unavailable !== undefined || isOnCluster

describe('a write of an event on PostgreSQL', { skip: isSkipped }, () => {
  it('takes one round trip, one more to read the event, and one if others write the calendar', async () => {
    await using place = await engine.place()
    using proxy = await countingProxy(place.url!)
    await using core = await sharingAt({ ...place, url: proxy.url })
    await using other = await sharingAt(place)
    const caller = await core.newUser('ann')
    /** Calls an operation, and says how often the server was waited for. */
    const call = async (at: typeof core, { contract, handler }: Operation, given: object) => {
      const context = calendarContext({ ...at.calendar, externalMail: undefined as never })
      const before = proxy.count()
      const { json } = (await handler(
        context(
          {
            params: { calendarId: caller.email, ...given },
            body: 'eventId' in given ? { summary: 'Changed' } : event,
            caller: { ...caller, scopes: new Set(['https://www.googleapis.com/auth/calendar']) },
            requireMatch: () => {},
            origin: () => 'https://example.com',
          },
          contract,
        ) as never,
      )) as { json: string }
      return { count: proxy.count() - before, id: (JSON.parse(json) as { id: string }).id }
    }
    await call(core, insert, {})
    const { id, count } = await call(core, insert, {})
    expect(count).toBe(1)
    // This process has written the event and all later changes of the calendar.
    expect((await call(core, patch, { eventId: id })).count).toBe(1)

    const { id: first } = await call(other, insert, {})
    const { id: second } = await call(other, insert, {})
    // This write finds that another process writes the calendar, which is then read before each write.
    await call(core, insert, {})
    expect((await call(core, patch, { eventId: first })).count).toBe(3)
    for (let own = 0; own < 10; own++) await call(core, insert, {})
    expect((await call(core, patch, { eventId: second })).count).toBe(2)
  })
})

const event = {
  summary: 'Planning',
  start: { dateTime: '2030-05-04T10:00:00Z' },
  end: { dateTime: '2030-05-04T11:00:00Z' },
}
