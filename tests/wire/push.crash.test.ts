import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { type ServerPlace, type TestServer, wireEngines } from '../support/server.ts'
import { expireLeases } from '../support/tampering.ts'
import { addEvent, openChannel, stop } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { WireUser } from '../support/wire-user.ts'

const primary = '/calendars/primary'
const events = `${primary}/events`
const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }

const userOf = async ({ base, mint }: TestServer) => new WireUser({ base, paths }, await mint())

const at = ({ base }: TestServer, { email, token }: WireUser) =>
  new WireUser({ base, paths }, { email, token })

for (const engine of wireEngines) {
  describe(`the channels of a server on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('lose no message to a crash between the change and its delivery', async () => {
      await using receiver = await WebhookReceiver.open()
      await using place = await engine.place()
      let server = await place.startProcess()
      const user = await userOf(server)
      const channel = await openChannel(receiver, user, events)
      for (let round = 0; round < 2; round++) {
        const told = receiver.told(channel.address)
        const caller = at(server, user)
        // The delivery begins some milliseconds after the answer.
        await addEvent(caller, primary)
        await server.kill()
        await expireLeases(place)
        server = await place.startProcess()
        await receiver.until(channel.address, told.length + 1)
      }
      const numbers = receiver.told(channel.address).map(([, number]) => number)
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    })

    it('repeat what a receiver had not answered when the server was killed', async () => {
      await using receiver = await WebhookReceiver.open()
      await using place = await engine.place()
      const first = await place.startProcess()
      const user = await userOf(first)
      const channel = await openChannel(receiver, user, events)
      const path = new URL(channel.address).pathname
      receiver.behaviours.set(path, () => {})
      await addEvent(user, primary)
      await receiver.until(channel.address, 2)
      await first.kill()
      await expireLeases(place)
      receiver.behaviours.set(path, 200)
      await place.start()
      await receiver.until(channel.address, 3)
    })

    it('tell everybody once after a restore, with higher numbers', async () => {
      await using receiver = await WebhookReceiver.open()
      await using place = await engine.place()
      const server = await place.start()
      const user = await userOf(server)
      const channel = await openChannel(receiver, user, events)
      const bench = as(server.base)
      const log = async () => {
        const { json } = await as(server.base, user.token).get('/almanac/v1/users/me/channels')
        return json.items as unknown as { lastMessageNumber: string }[]
      }
      await until(log, ([shown]) => shown?.lastMessageNumber === '1')
      await bench.post('/_almanac/snapshots', { name: 'before' })
      for (let count = 2; count < 5; count++) {
        await addEvent(user, primary)
        await receiver.until(channel.address, count)
      }
      await bench.post('/_almanac/snapshots/before/restore')
      await receiver.until(channel.address, 5)
      await addEvent(user, primary)
      await receiver.until(channel.address, 6)
      const numbers = receiver.told(channel.address).map(([, number]) => number)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    })
  })
}

const sharedEngines = wireEngines.filter(({ name }) => name.startsWith('postgres'))

for (const engine of sharedEngines) {
  // Side by side: the last of them waits for the next scan.
  describe(`the channels of two processes on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
    concurrent: true,
  }, () => {
    const startBoth = (place: ServerPlace) => Promise.all([place.startProcess(), place.start()])
    let shared: ServerPlace
    let servers: readonly [TestServer, TestServer]
    beforeAll(async () => {
      shared = await engine.place()
      servers = await startBoth(shared)
    })
    afterAll(() => shared[Symbol.asyncDispose]())

    it('are notified once of a change, whichever process makes it', async () => {
      await using receiver = await WebhookReceiver.open()
      const user = await userOf(servers[0])
      const channels = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          openChannel(receiver, at(servers[index % 2]!, user), events),
        ),
      )
      for (let round = 0; round < 4; round++) {
        await addEvent(at(servers[round % 2]!, user), primary)
        await Promise.all(channels.map(({ address }) => receiver.until(address, round + 2)))
      }
      for (const { address } of channels) {
        expect(receiver.told(address).map(([state]) => state)).toEqual([
          'sync',
          ...Array.from({ length: 4 }, () => 'exists'),
        ])
      }
    })

    it('never lose the last change while both write', async () => {
      await using receiver = await WebhookReceiver.open()
      const user = await userOf(servers[0])
      const { address } = await openChannel(receiver, user, events)
      const callers = servers.map((server) => at(server, user))
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => addEvent(callers[index % 2]!, primary)),
      )
      const behind = async () => {
        const { json } = await as(servers[1].base, user.token).get('/almanac/v1/users/me/channels')
        return json.items as unknown as { lastMessageNumber: string }[]
      }
      const told = () => String(receiver.told(address).at(-1)![1])
      await until(behind, ([shown]) => shown?.lastMessageNumber === told())
      const before = receiver.at(address).length
      await addEvent(callers[0]!, primary)
      await receiver.until(address, before + 1)
    })

    it('end at one process when they are stopped at the other', async () => {
      await using receiver = await WebhookReceiver.open()
      const [first, second] = servers
      const user = await userOf(first)
      for (let round = 0; round < 4; round++) {
        const channel = await openChannel(receiver, user, events)
        const adding = addEvent(user, primary)
        const { status } = await stop(at(second, user), channel)
        const begun = receiver.at(channel.address).length
        expect(status).toBe(204)
        await adding
        const other = await openChannel(receiver, user, events)
        await addEvent(user, primary)
        await receiver.until(other.address, 2)
        // What had begun before the answer may arrive after it.
        expect(receiver.at(channel.address).length).toBeLessThanOrEqual(begun + 1)
      }
    })

    it('are served by the other when one is killed', async () => {
      await using receiver = await WebhookReceiver.open()
      await using place = await engine.place()
      const [first, second] = await startBoth(place)
      const user = await userOf(first)
      const { address } = await openChannel(receiver, user, events)
      await addEvent(user, primary)
      await first.kill()
      await expireLeases(place)
      await receiver.until(address, 2)
      await addEvent(at(second, user), primary)
      await receiver.until(address, 3)
    })
  })
}
