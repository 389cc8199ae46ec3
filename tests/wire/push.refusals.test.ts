import { afterAll, beforeAll, expect, it } from 'vitest'
import { officialClient, thrown } from '../support/calendar-client.ts'
import { expectRefusal, notFound, type Refusal } from '../support/refusal.ts'
import { newServiceAccount } from '../support/service-account.ts'
import { onEmbeddedServer, onServers } from '../support/sites.ts'
import { addEvent, freshChannelId, openChannel, stop, watch } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const events = '/calendars/primary/events'
const address = 'http://127.0.0.1:9/hook'
const required: Refusal = { status: 400, reason: 'required' }
const invalid: Refusal = { status: 400, reason: 'invalid' }
const badId: Refusal = { status: 400, reason: 'push.channelIdInvalid' }
const notHttps: Refusal = { status: 400, reason: 'push.webhookUrlNotHttps' }
const notAnAddress: Refusal = { status: 400, reason: 'push.webhookUrlNoHostOrAddress' }

const refused: readonly [string, object, Refusal][] = [
  ['no id', { id: undefined }, required],
  ['an empty id', { id: '' }, required],
  ['an id with other characters', { id: 'a channel' }, badId],
  ['an id with a line break', { id: 'a\r\nX-Evil: 1' }, badId],
  ['an id of 65 characters', { id: 'a'.repeat(65) }, badId],
  ['no type', { type: undefined }, required],
  ['another type', { type: 'email' }, invalid],
  ['no address', { address: undefined }, required],
  ['an address that is none', { address: 'nowhere' }, notAnAddress],
  ['an address of another kind', { address: 'ftp://127.0.0.1/hook' }, notAnAddress],
  ['an address with a password', { address: 'https://me:secret@example.com/' }, notAnAddress],
  ['http to somewhere else', { address: 'http://example.com/hook' }, notHttps],
  ['a token of 257 characters', { token: 'a'.repeat(257) }, invalid],
  ['a token with a line break', { token: 'a\r\nX-Evil: 1' }, invalid],
  ['an expiration in the past', { expiration: '1000000000000' }, invalid],
  ['an expiration that is no number', { expiration: 'tomorrow' }, invalid],
  ['a ttl that is no number', { params: { ttl: 'a week' } }, invalid],
  ['a ttl of nothing', { params: { ttl: '0' } }, invalid],
  ['a negative ttl', { params: { ttl: '-5' } }, invalid],
  ['a short secret', { params: { secret: 'guess' } }, invalid],
  ['a secret that is no base64', { params: { secret: 'whsec_not base64 at all!' } }, invalid],
]

onServers('watching', (site) => {
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await WebhookReceiver.open()
  })
  afterAll(() => receiver[Symbol.asyncDispose]())

  it('accepts an id once for each client, and again when its channel has ended', async () => {
    const user = await site.user()
    const other = await site.user()
    const elsewhere = await site.user({ clientId: 'another program' })
    const channel = await openChannel(receiver, user, events)
    const { id } = channel
    const taken = { status: 400, reason: 'channelIdNotUnique', message: 'Channel id not unique' }
    for (const caller of [user, other]) {
      expectRefusal(await watch(caller, events, { id, address }), taken)
    }
    expect((await watch(elsewhere, events, { id, address })).status).toBe(200)
    expect((await stop(user, channel)).status).toBe(204)
    expect((await watch(other, events, { id, address })).status).toBe(200)
  })

  it('is stopped by the same user and client alone', async () => {
    const user = await site.user()
    const channel = await openChannel(receiver, user, events)
    const other = await site.user()
    const elsewhere = await site.user({ email: user.email, clientId: 'another program' })
    for (const caller of [other, elsewhere]) expectRefusal(await stop(caller, channel), notFound)
    expectRefusal(await stop(user, { ...channel, resourceId: 'another' }), notFound)
    expectRefusal(await stop(user, { ...channel, id: 'another' }), notFound)
    expectRefusal(await user.post('/channels/stop', { id: channel.id }), required)
    expectRefusal(await user.post('/channels/stop', { resourceId: 'x' }), required)
    await addEvent(user, '/calendars/primary')
    await receiver.until(channel.address, 2)
    expect((await stop(user, channel)).status).toBe(204)
    expectRefusal(await stop(user, channel), notFound)
  })

  it('ends by the clock, and its id is free then', async () => {
    const user = await site.user()
    const clock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
    const short = await openChannel(receiver, user, events, { params: { ttl: '60' } })
    const long = await openChannel(receiver, user, events)
    await clock({ advance: 61 })
    try {
      await addEvent(user, '/calendars/primary')
      await receiver.until(long.address, 2)
      expect(receiver.at(short.address)).toHaveLength(1)
      expectRefusal(await stop(user, short), notFound)
      expect((await watch(user, events, { id: short.id, address })).status).toBe(200)
    } finally {
      await clock({ reset: true })
    }
  })

  it('sends nothing to users who have lost access or are disabled', async () => {
    const owner = await site.user()
    const guest = await site.user()
    const { path } = await owner.newCalendar()
    const scope = { type: 'user', value: guest.email }
    await owner.post(`${path}/acl`, { role: 'reader', scope })
    const lost = await openChannel(receiver, guest, `${path}/events`)
    const kept = await openChannel(receiver, owner, `${path}/events`)
    await owner.post(`${path}/acl`, { role: 'none', scope })
    await addEvent(owner, path)
    await receiver.until(kept.address, 2)
    await addEvent(owner, path)
    await receiver.until(kept.address, 3)
    expect(receiver.at(lost.address)).toHaveLength(1)
  })

  it('ends with its token if that is revoked, and not if it expires', async () => {
    const user = await site.user()
    const again = await site.user({ email: user.email })
    const ended = await openChannel(receiver, user, events)
    const kept = await openChannel(receiver, again, events)
    const revoked = await site.call(`/revoke?token=${user.token}`, { method: 'POST' })
    expect(revoked.status).toBe(200)
    await addEvent(again, '/calendars/primary')
    await receiver.until(kept.address, 2)
    expect(receiver.at(ended.address)).toHaveLength(1)
    expectRefusal(await stop(again, ended), notFound)
  })

  it('ends with the calendar', async () => {
    const owner = await site.user()
    const { path } = await owner.newCalendar()
    const channel = await openChannel(receiver, owner, `${path}/events`)
    await owner.delete(path)
    expectRefusal(await stop(owner, channel), notFound)
    const id = freshChannelId()
    expectRefusal(await watch(owner, `${path}/events`, { id, address }), notFound)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('accepts numbers for the id and the token of a channel', async () => {
    const user = await site.user()
    const id = 4711
    const wish = { id, token: 7, address }
    const { status, json: channel } = await watch(user, events, wish)
    expect([status, channel.id, channel.token]).toEqual([200, `${id}`, '7'])
    const named = { id, resourceId: channel.resourceId }
    expect((await user.post('/channels/stop', named)).status).toBe(204)
  })

  it('refuses a channel that is not well described, and makes none', async () => {
    const user = await site.user()
    for (const [what, body, refusal] of refused) {
      const reply = await watch(user, events, { address, ...body })
      try {
        expectRefusal(reply, refusal)
      } catch (error) {
        throw new Error(`${what}: ${reply.status} ${reply.text}`, { cause: error })
      }
    }
    const { json } = await site.call('/almanac/v1/users/me/channels', {
      headers: { Authorization: `Bearer ${user.token}` },
    })
    expect(json.items).toEqual([])
  })

  it('ends at the earlier of both requested times, within a month, and after a week by default', async () => {
    const user = await site.user()
    const now = Date.parse(String((await site.call('/_almanac/clock')).json.now))
    const day = 86_400_000
    const daysOf = async (body: object) => {
      const { json } = await watch(user, events, { address, ...body })
      return Math.round((Number(json.expiration) - now) / (day / 24)) / 24
    }
    expect(await daysOf({})).toBe(7)
    expect(await daysOf({ expiration: now + 2 * day })).toBe(2)
    expect(await daysOf({ expiration: String(now + 2 * day) })).toBe(2)
    expect(await daysOf({ params: { ttl: '259200' } })).toBe(3)
    expect(await daysOf({ params: { ttl: 259200 }, expiration: now + day })).toBe(1)
    expect(await daysOf({ params: { ttl: '999999999999' } })).toBe(30)
    expect(await daysOf({ expiration: '9223372036854775807' })).toBe(30)
  })

  it('is stopped by any user of the service account that has created it', async () => {
    const { file } = await newServiceAccount(site, 'pusher')
    const [one, two] = [
      await site.user({ clientId: file.client_id }),
      await site.user({ clientId: file.client_id }),
    ]
    const channel = await openChannel(receiver, one, events)
    expectRefusal(await stop(await site.user(), channel), notFound)
    expect((await stop(two, channel)).status).toBe(204)
  })

  it('works through the official client, which throws what is refused', async () => {
    const user = await site.user()
    const client = officialClient(user)
    const hook = receiver.address()
    const requestBody = { id: freshChannelId(), type: 'web_hook', address: hook, token: 'mine' }
    const { data } = await client.events.watch({ calendarId: 'primary', requestBody })
    expect(data).toMatchObject({ kind: 'api#channel', id: requestBody.id, token: 'mine' })
    await receiver.until(hook, 1)
    await expect(client.events.watch({ calendarId: 'primary', requestBody })).rejects.toMatchObject(
      thrown(400, 'channelIdNotUnique'),
    )
    const { id, resourceId } = data
    const stopped = await client.channels.stop({
      requestBody: { id: id!, resourceId: resourceId! },
    })
    expect(stopped.status).toBe(204)
    const another = () => ({ ...requestBody, id: freshChannelId() })
    const replies = [
      await client.acl.watch({ calendarId: 'primary', requestBody: another() }),
      await client.calendarList.watch({ requestBody: another() }),
      await client.settings.watch({ requestBody: another() }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

onEmbeddedServer(
  'watching up to a limit',
  (site) => {
    it('accepts only a limited number of channels of a user and of a resource', async () => {
      const user = await site.user()
      const full = { status: 403, reason: 'quotaExceeded', domain: 'usageLimits' }
      for (let count = 0; count < 3; count++) {
        expect((await watch(user, events, { address })).status).toBe(200)
      }
      expectRefusal(await watch(user, events, { address }), full)
      for (let count = 0; count < 2; count++) {
        expect((await watch(user, '/users/me/settings', { address })).status).toBe(200)
      }
      expectRefusal(await watch(user, '/users/me/calendarList', { address }), full)
    })
  },
  { ALMANAC_CHANNELS_PER_RESOURCE_MAX: '3', ALMANAC_CHANNELS_PER_USER_MAX: '5' },
)
