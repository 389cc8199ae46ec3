import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { outboxOf } from '../support/outbox.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'
import { addEvent, openChannel, watch } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import type { WireUser } from '../support/wire-user.ts'
import { administrator } from './admin-fixture.ts'

const events = '/calendars/primary/events'
const mine = '/almanac/v1/users/me/channels'

interface Shown {
  readonly key: string
  readonly id: string
  readonly [name: string]: unknown
}

onServers(
  'the log of a channel',
  (site) => {
    let receiver: WebhookReceiver
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      receiver = await WebhookReceiver.open()
      boss = await administrator(site.place, site.server)
    })
    afterAll(() => receiver[Symbol.asyncDispose]())

    const calling = ({ token }: WireUser) => as(site.base, token)
    const channelsOf = async (user: WireUser) =>
      (await calling(user).get(mine)).json.items as unknown as Shown[]
    const clock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })

    it('shows its user what became of each attempt, and keeps the last few', async () => {
      const user = await site.user()
      const channel = await openChannel(receiver, user, events, {
        token: 'for the receiver alone',
        params: { secret: 'a long enough secret' },
      })
      const path = new URL(channel.address).pathname
      receiver.behaviours.set(path, 404)
      await addEvent(user, '/calendars/primary')
      await receiver.until(channel.address, 2)
      const [shown] = await channelsOf(user)
      expect(shown).toMatchObject({
        id: channel.id,
        clientId: 'workbench',
        user: user.email,
        watches: 'events',
        resourceId: channel.resourceId,
        address: channel.address,
        isSigned: true,
      })
      const text = JSON.stringify(shown)
      expect(text).not.toContain('for the receiver alone')
      expect(text).not.toContain('a long enough secret')
      const log = () => calling(user).get(`${mine}/${shown!.key}/deliveries`)
      const { json } = await until(log, (reply) => reply.json.items!.length === 2)
      expect(json.items).toMatchObject([
        { state: 'exists', attempt: 1, outcome: 'failed', status: 404 },
        { messageNumber: '1', state: 'sync', attempt: 1, outcome: 'delivered', status: 200 },
      ])
      for (let count = 3; count < 9; count++) {
        await addEvent(user, '/calendars/primary')
        await receiver.until(channel.address, count)
      }
      const kept = await until(log, (reply) => reply.json.items!.length === 4)
      expect(kept.json.items).toHaveLength(4)
    })

    it('lets its user have a message sent again', async () => {
      const user = await site.user()
      const channel = await openChannel(receiver, user, events)
      const [shown] = await channelsOf(user)
      const { status } = await calling(user).post(`${mine}/${shown!.key}/redeliver`)
      expect(status).toBe(204)
      await receiver.until(channel.address, 2)
      expect(receiver.told(channel.address)[1]![0]).toBe('exists')
    })

    it('warns once by mail of a channel that expires soon', async () => {
      const user = await site.user()
      const { json } = await watch(user, events, { address: receiver.address() })
      const short = await watch(user, events, {
        address: receiver.address(),
        params: { ttl: '3600' },
      })
      expect(short.status).toBe(200)
      const warned = async () =>
        (await outboxOf(site)).filter(
          ({ to, subject }) => to === user.email && /expires/.test(subject),
        )
      try {
        await clock({ advance: 'P6DT13H' })
        const mails = await until(warned, (found) => found.length > 0)
        expect(mails[0]!.subject).toBe(`A channel expires soon: ${json.id}`)
        await clock({ advance: 'PT30M' })
        await clock({ advance: 'PT1H' })
        expect(await warned()).toHaveLength(1)
      } finally {
        await clock({ reset: true })
      }
    })

    // The rules below do not depend on the engine.
    if (!site.isEmbedded) return

    it('lets its user end it, whichever program has created it', async () => {
      const user = await site.user({ clientId: 'one-program' })
      const channel = await openChannel(receiver, user, events)
      const [shown] = await channelsOf(user)
      const elsewhere = await site.user({ email: user.email, clientId: 'another-program' })
      expectRefusal(await calling(await site.user()).delete(`${mine}/${shown!.key}`), notFound)
      expect((await calling(elsewhere).delete(`${mine}/${shown!.key}`)).status).toBe(204)
      expect(await channelsOf(user)).toEqual([])
      await addEvent(user, '/calendars/primary')
      expectRefusal(await calling(user).delete(`${mine}/${shown!.key}`), notFound)
      expect(receiver.told(channel.address)).toHaveLength(1)
    })

    it('is visible to administrators only', async () => {
      const user = await site.user()
      const other = await site.user()
      await openChannel(receiver, user, events)
      const [shown] = await channelsOf(user)
      expect(await channelsOf(other)).toEqual([])
      const own = `${mine}/${shown!.key}`
      expectRefusal(await calling(other).get(`${own}/deliveries`), notFound)
      expectRefusal(await calling(other).post(`${own}/redeliver`), notFound)
      const all = `/admin/v1/channels/${shown!.key}`
      const forbidden = { status: 403, reason: 'forbidden' }
      expectRefusal(await calling(other).get(`${all}/deliveries`), forbidden)
      const log = () => boss.get(`${all}/deliveries`)
      await until(log, ({ json }) => json.items!.length === 1)
      expectRefusal(await boss.get('/admin/v1/channels/nosuch/deliveries'), notFound)
      expectRefusal(await boss.post('/admin/v1/channels/nosuch/redeliver'), notFound)
      expectRefusal(await boss.delete('/admin/v1/channels/nosuch'), notFound)
    })

    it('lets administrators see, send again and end the channels of a user', async () => {
      const user = await site.user()
      const first = await openChannel(receiver, user, events)
      await openChannel(receiver, user, '/users/me/settings')
      const page = await boss.get(`/admin/v1/channels?userKey=${user.email}&maxResults=1`)
      const { nextPageToken } = page.json
      const next = await boss.get(
        `/admin/v1/channels?userKey=${user.email}&maxResults=1&pageToken=${nextPageToken}`,
      )
      const items = [...page.json.items!, ...next.json.items!] as unknown as Shown[]
      expect(items.map(({ watches }) => watches).sort()).toEqual(['events', 'settings'])
      const { key } = items.find(({ id }) => id === first.id)!
      expect((await boss.post(`/admin/v1/channels/${key}/redeliver`)).status).toBe(204)
      await receiver.until(first.address, 2)
      expect((await boss.delete(`/admin/v1/channels/${key}`)).status).toBe(204)
      expect((await channelsOf(user)).map(({ id }) => id)).not.toContain(first.id)
    })

    it('is in the outbox of the workbench', async () => {
      const user = await site.user()
      const { id, address } = await openChannel(receiver, user, events)
      const shown = await until(
        async () => {
          const { json } = await site.call('/_almanac/outbox')
          return (json.webhooks as { channelId: string }[]).filter((one) => one.channelId === id)
        },
        (found) => found.length > 0,
      )
      expect(shown).toMatchObject([
        { channelId: id, address, state: 'sync', outcome: 'delivered', status: 200 },
      ])
    })
  },
  { ALMANAC_WEBHOOK_LOG_MAX: '4', ALMANAC_CHANNEL_WARNING_HOURS: '12' },
)
