import { describe, expect, it } from 'vitest'
import { as, calendars, type Reply, until } from '../support/calling.ts'
import { hourOn, swept } from '../support/imported-events.ts'
import { embeddedEngine, runAlmanac, wireEngines } from '../support/server.ts'
import { expireLeases } from '../support/tampering.ts'

const writersCount = 12

/** What a writer was last told of an event; `pending` while a change of it has no answer. */
interface Told {
  readonly id: string
  etag?: string
  status: 'confirmed' | 'cancelled'
  summary: string
  isPending: boolean
}

type Caller = ReturnType<typeof as>

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`a crash while events are written on ${engine.name}`, { skip }, () => {
    it('loses no acknowledged change, and sync reports all of them', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const { token } = await server.mint()
      const me = as(server.base, token)
      const { json: calendar } = await me.insert({ summary: 'busy' })
      const path = `${calendars}/${calendar.id}/events`
      const { nextSyncToken } = (await me.get(path)).json
      const told: Told[] = []
      const writers = Array.from({ length: writersCount }, (_, writer) =>
        writeUntilCut(me, path, { told, writer }),
      )
      await until(
        () => told.length,
        (count) => count > 200,
      )
      await server.kill()
      await Promise.all(writers)

      const again = as((await place.start()).base, token)
      const changes = await since(again, path, nextSyncToken!)
      for (const { id, etag, status, summary, isPending } of told) {
        const { json, status: code } = await again.get(`${path}/${id}`)
        if (isPending) {
          // It may be done or not, but not in part.
          expect([200, 404]).toContain(code)
          if (changes.has(id)) expect(json.etag).toBe(changes.get(id)!.etag)
          continue
        }
        expect([code, json.status, json.summary]).toEqual([200, status, summary])
        if (etag !== undefined) expect(json.etag).toBe(etag)
        expect(changes.get(id)).toMatchObject({ id, status, etag: json.etag })
      }
      const numbers = [...changes.values()].map(({ etag }) => etag)
      expect(new Set(numbers).size).toBe(changes.size)
      expect(await runAlmanac(['check'], place.environment)).toMatchObject({
        code: 0,
        stdout: 'No problems found.\n',
      })
    })

    // On PostgreSQL the database outlives the server, and all writes go the way that the test above shows.
    if (engine !== embeddedEngine) return

    it('continues with the numbers of changes, so that no etag is given twice', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const { token } = await server.mint()
      const path = `${calendars}/primary/events`
      const insert = (caller: Caller) => caller.post(path, hourOn(4))
      const me = as(server.base, token)
      const { nextSyncToken } = (await me.get(path)).json
      const first = await insert(me)
      const second = await me.patch(`${path}/${first.json.id}`, { summary: 'before' })
      await server.kill()

      const again = as((await place.start()).base, token)
      const third = await insert(again)
      const fourth = await again.patch(`${path}/${first.json.id}`, { summary: 'after' })
      const etags = [first, second, third, fourth].map(({ json }) => json.etag)
      expect(new Set(etags).size).toBe(4)
      expect(etags.toSorted()).toEqual(etags)
      const changes = await since(again, path, nextSyncToken!)
      expect([...changes.keys()].sort()).toEqual([first.json.id, third.json.id].sort())
    })

    it('in the middle of a sweep leaves nothing that is not swept later', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const { token } = await server.mint()
      const me = as(server.base, token)
      const path = `${calendars}/primary/events`
      for (let round = 0; round < 6; round++) {
        const calls = Array.from({ length: 200 }, () => ({
          method: 'POST',
          path,
          body: hourOn(4),
        }))
        for (const { status } of await me.batch(calls)) expect(status).toBe(200)
      }
      expect((await me.post(`${calendars}/primary/clear`)).status).toBe(204)
      await server.kill()
      expect((await runAlmanac(['check'], place.environment)).stdout).toBe('No problems found.\n')

      await expireLeases(place)
      const again = await place.start()
      await swept(again.base, 75_000)
      expect((await runAlmanac(['check'], place.environment)).stdout).toBe('No problems found.\n')
    }, 120_000)
  })
}

/** Inserts events and series, changes and deletes them and their instances, until the line breaks. */
async function writeUntilCut(
  me: Caller,
  path: string,
  { told, writer }: { told: Told[]; writer: number },
): Promise<void> {
  try {
    for (let round = 0; ; round++) {
      const recurrence = ['RRULE:FREQ=DAILY;COUNT=5']
      const id = `w${writer}r${round}`.replace('w', 'aaaa').replace('r', 'b')
      const event: Told = { id, status: 'confirmed', summary: 'new', isPending: false }
      const instance: Told = {
        id: `${id}_20260505T100000Z`,
        status: 'confirmed',
        summary: 'instance',
        isPending: false,
      }
      const write = async (one: Told, call: () => Promise<Reply>) => {
        one.isPending = true
        const { status, json } = await call()
        expect([200, 204]).toContain(status)
        if (status === 200) one.etag = json.etag
        else delete one.etag
        one.isPending = false
      }
      told.push(event)
      await write(event, () => me.post(path, { id, summary: 'new', ...hourOn(4), recurrence }))
      await write(event, () => me.patch(`${path}/${id}`, { description: 'x'.repeat(2000) }))
      told.push(instance)
      await write(instance, () => me.patch(`${path}/${instance.id}`, { summary: 'instance' }))
      if (round % 2 === 0) continue
      event.isPending = true
      instance.isPending = true
      expect((await me.delete(`${path}/${id}`)).status).toBe(204)
      for (const one of [event, instance]) {
        Object.assign(one, { status: 'cancelled', isPending: false })
        delete one.etag
      }
    }
  } catch (error) {
    if (!isCut(error)) throw error
  }
}

/** All changes since a token, by id. */
async function since(me: Caller, path: string, syncToken: string) {
  const changes = new Map<string, Reply['json']>()
  let pageToken = ''
  for (;;) {
    const { json } = await me.get(`${path}?syncToken=${syncToken}${pageToken}`)
    for (const item of json.items!) changes.set(item.id!, item as Reply['json'])
    if (json.nextPageToken === undefined) return changes
    pageToken = `&pageToken=${json.nextPageToken}`
  }
}

const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')
