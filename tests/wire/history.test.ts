import { cp, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  changeEverything,
  clientView,
  expectAccepted,
  expectOtherEtags,
  expectRefused,
  fillLists,
  viewsOfChanges,
} from '../support/client-view.ts'
import { embeddedEngine, type TestServer } from '../support/server.ts'
import { addEvent, openChannel } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { WireUser } from '../support/wire-user.ts'

const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }
const primary = '/calendars/primary'

const at = ({ base }: TestServer, { email, token }: { email: string; token: string }) =>
  new WireUser({ base, paths }, { email, token })

describe('a data folder that was copied back', () => {
  const copies: [when: string, isKilledFirst: boolean][] = [
    ['while the server was answering', false],
    ['after kill -9', true],
  ]

  it.each(copies)(
    'having been copied %s, continues as after a restore',
    async (_, isKilledFirst) => {
      await using receiver = await WebhookReceiver.open()
      await using place = await embeddedEngine.place()
      const data = place.environment.ALMANAC_DATA_DIR!
      let server = await place.startProcess()
      let user = at(server, await server.mint())
      await fillLists(user)
      await changeEverything(user, 'common')
      const channel = await openChannel(receiver, user, `${primary}/events`)
      const common = await clientView(user)

      if (isKilledFirst) await server.kill()
      await cp(data, `${data}.copy`, { recursive: true })
      if (isKilledFirst) {
        server = await place.startProcess()
        user = at(server, user)
        // A start is no reason to sync again: tokens go on, and what has not changed has its etag.
        expect((await clientView(user)).etags).toEqual(common.etags)
        await expectAccepted(user, common)
        await receiver.until(channel.address, 2)
      }

      const lost = await viewsOfChanges(user, 'lost', 2)
      await addEvent(user, primary)
      const toldBefore = receiver.told(channel.address)
      await server.kill()
      await rm(data, { recursive: true })
      await cp(`${data}.copy`, data, { recursive: true })
      const present = at(await place.start(), user)

      expect((await clientView(present)).etags).toEqual(common.etags)
      await expectAccepted(present, common)
      await expectRefused(present, lost)
      expectOtherEtags(lost, await viewsOfChanges(present, 'present', 4))
      await expectRefused(present, lost)
      await expectAccepted(present, common)

      const messages = await receiver.until(channel.address, toldBefore.length + 1)
      const numbers = messages.map(({ headers }) => Number(headers['x-goog-message-number']))
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    },
  )
})

describe('every start of a server', () => {
  it('sends each channel one message, with a number beyond those that were used', async () => {
    await using receiver = await WebhookReceiver.open()
    await using place = await embeddedEngine.place()
    let server = await place.start()
    const user = at(server, await server.mint())
    const channels = [
      await openChannel(receiver, user, `${primary}/events`),
      await openChannel(receiver, user, '/users/me/settings'),
    ]
    for (let start = 1; start <= 2; start++) {
      await server.stop()
      server = await place.start()
      for (const { address } of channels) await receiver.until(address, 1 + start)
    }
    for (const { address } of channels) {
      const told = receiver.told(address)
      expect(told.map(([state]) => state)).toEqual(['sync', 'exists', 'exists'])
      expect(told[0]![1]).toBe(1)
      expect(told[1]![1]).toBeGreaterThan(1_000_000)
      expect(told[2]![1]).toBeGreaterThan(told[1]![1])
    }
  })
})
