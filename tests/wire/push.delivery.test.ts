import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { onEmbeddedServer, onServers, type Site } from '../support/sites.ts'
import { addEvent, openChannel, watch } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const primary = '/calendars/primary'
const events = `${primary}/events`

const advance = (site: Site, seconds: number) =>
  site.call('/_almanac/clock', { method: 'POST', body: { advance: seconds } })

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await WebhookReceiver.open()
})
afterAll(() => receiver[Symbol.asyncDispose]())

/** Moves the clock until so many messages have arrived. */
async function advancedUntil(
  site: Site,
  address: string,
  { count, at = receiver }: { count: number; at?: WebhookReceiver },
): Promise<void> {
  const countAfterAdvance = async () => {
    await advance(site, 600)
    await at.until(address, count, 500).catch(() => {})
    return at.at(address).length
  }
  await until(countAfterAdvance, (arrived) => arrived >= count)
}

onServers('the delivery of a message', (site) => {
  it('is repeated after 503, with the same number, until it is taken', async () => {
    const user = await site.user()
    const channel = await openChannel(receiver, user, events)
    const path = new URL(channel.address).pathname
    let failures = 2
    receiver.behaviours.set(path, (response) =>
      response.writeHead(failures-- > 0 ? 503 : 200).end(),
    )
    await addEvent(user, primary)
    await receiver.until(channel.address, 2)
    await advancedUntil(site, channel.address, { count: 4 })
    const [, ...numbers] = receiver.told(channel.address).map(([, number]) => number)
    expect(new Set(numbers).size).toBe(1)
    await addEvent(user, primary)
    await receiver.until(channel.address, 5)
    expect(receiver.told(channel.address)[4]![1]).toBeGreaterThan(numbers[0]!)
  })

  it('is repeated although the clock was set back after 503', async () => {
    const clock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
    const user = await site.user()
    const channel = await openChannel(receiver, user, events)
    const path = new URL(channel.address).pathname
    // A frozen clock does not reach the time of the retry.
    await clock({ frozen: true })
    receiver.behaviours.set(path, 503)
    await addEvent(user, primary)
    const me = as(site.base, user.token)
    const { json } = await me.get('/almanac/v1/users/me/channels')
    const [{ key }] = json.items as unknown as [{ key: string }]
    await until(
      () => me.get(`/almanac/v1/users/me/channels/${key}/deliveries`),
      (log) => log.json.items!.length === 2,
    )
    receiver.behaviours.set(path, 200)
    await clock({ advance: '-P1D' })
    await receiver.until(channel.address, 3)
    await clock({ reset: true })
  })

  it('coalesces many changes into few messages, and never loses the last', async () => {
    const user = await site.user()
    const slow: (() => void)[] = []
    const channel = await openChannel(receiver, user, events)
    const path = new URL(channel.address).pathname
    receiver.behaviours.set(path, (response) => slow.push(() => response.writeHead(200).end()))
    const me = as(site.base, user.token)
    const start = { dateTime: '2026-05-04T10:00:00Z' }
    const insert = { method: 'POST', path: '/calendar/v3/calendars/primary/events' }
    const calls = Array.from({ length: 50 }, () => ({ ...insert, body: { start, end: start } }))
    const replies = await me.batch(calls)
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    await receiver.until(channel.address, 2)
    await addEvent(user, primary)
    while (slow.length > 0) slow.shift()!()
    await receiver.until(channel.address, 3)
    receiver.behaviours.set(path, 200)
    while (slow.length > 0) slow.shift()!()
    expect(receiver.at(channel.address).length).toBeLessThan(10)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('comes soon again without anybody moving the clock', async () => {
    const user = await site.user()
    let failures = 2
    const address = receiver.address((response) =>
      response.writeHead(failures-- > 0 ? 503 : 200).end(),
    )
    expect((await watch(user, events, { address })).status).toBe(200)
    await receiver.until(address, 3)
  })

  for (const status of [302, 404]) {
    it(`is abandoned after ${status}, and the channel continues`, async () => {
      const user = await site.user()
      const channel = await openChannel(receiver, user, events)
      const path = new URL(channel.address).pathname
      const elsewhere = receiver.address()
      receiver.behaviours.set(path, (response) => {
        response.writeHead(status, { Location: elsewhere }).end()
      })
      await addEvent(user, primary)
      await receiver.until(channel.address, 2)
      await advance(site, 3600)
      receiver.behaviours.set(path, 204)
      await addEvent(user, primary)
      await receiver.until(channel.address, 3)
      const numbers = receiver.told(channel.address).map(([, number]) => number)
      expect(numbers).toEqual([...new Set(numbers)])
      expect(receiver.at(elsewhere)).toEqual([])
    })
  }

  it('is taken by 102, 201, 202 and 204', async () => {
    const user = await site.user()
    for (const status of [102, 201, 202, 204]) {
      const address = receiver.address((response) => {
        if (status === 102) response.writeProcessing()
        else response.writeHead(status).end()
      })
      await watch(user, events, { address })
      await receiver.until(address, 1)
      await addEvent(user, primary)
      await receiver.until(address, 2)
      expect(receiver.told(address).map(([state]) => state)).toEqual(['sync', 'exists'])
    }
  })

  it('does not wait for an answer that never ends, nor read all of a long one', async () => {
    const user = await site.user()
    const address = receiver.address((response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    await watch(user, events, { address })
    await receiver.until(address, 1)
    await addEvent(user, primary)
    await receiver.until(address, 2)
    expect(receiver.told(address).map(([state]) => state)).toEqual(['sync', 'exists'])
  })

  it('does not wait for unresponsive receivers, of the same host or of another', async () => {
    const user = await site.user()
    await using other = await WebhookReceiver.open()
    let givenUpCount = 0
    const hanging = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const at = index % 2 === 0 ? receiver : other
        const address = at.address()
        await watch(user, events, { address })
        await at.until(address, 1)
        at.behaviours.set(new URL(address).pathname, (response) => {
          response.on('close', () => givenUpCount++)
        })
        return address
      }),
    )
    const channel = await openChannel(receiver, user, events)
    await addEvent(user, primary)
    await receiver.until(channel.address, 2)
    expect(givenUpCount).toBe(0)
    await receiver.until(hanging[0]!, 2)
  })

  it('is signed if the channel has a secret, which is never shown', async () => {
    const { createHmac } = await import('node:crypto')
    const user = await site.user()
    const key = Buffer.from('a key of twenty-four byte')
    const secrets = [`whsec_${key.toString('base64')}`, key.toString()]
    for (const secret of secrets) {
      const address = receiver.address()
      const { text } = await watch(user, events, { address, params: { secret } })
      expect(text).not.toContain(secret)
      const [message] = await receiver.until(address, 1)
      const { headers } = message!
      const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']]
      const signed = createHmac('sha256', key).update(`${id}.${at}.`).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${signed}`)
    }
  })
})

onEmbeddedServer(
  'the delivery of a message to receivers that fail',
  (site) => {
    it('is repeated after a time-out, a broken connection and a refused one', async () => {
      const user = await site.user()
      const first = [() => {}, (response: { destroy(): void }) => response.destroy()]
      for (const behaviour of first) {
        const address = receiver.address(behaviour)
        await watch(user, events, { address })
        await receiver.until(address, 1)
        receiver.behaviours.set(new URL(address).pathname, 200)
        await advancedUntil(site, address, { count: 2 })
        expect(receiver.told(address)[0]).toEqual(['sync', 1])
      }
      const port = await freePort()
      const address = `http://127.0.0.1:${port}/hook`
      await watch(user, events, { address })
      await using late = await WebhookReceiver.open({ port })
      await advancedUntil(site, address, { count: 1, at: late })
      expect(late.told(address)).toEqual([['sync', 1]])
    })
  },
  { ALMANAC_WEBHOOK_TIMEOUT_MS: '400' },
)

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
