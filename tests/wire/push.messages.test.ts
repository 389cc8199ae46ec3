import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEveryEngine } from '../support/sites.ts'
import { addEvent, freshChannelId, openChannel, stop, watch } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

onEveryEngine('the messages of a channel', (site) => {
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await WebhookReceiver.open()
  })
  afterAll(() => receiver[Symbol.asyncDispose]())

  it('tell of each change of events, with rising numbers', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar()
    const { address } = await openChannel(receiver, user, `${path}/events`)
    const eventId = await addEvent(user, path)
    await receiver.until(address, 2)
    await user.patch(`${path}/events/${eventId}`, { summary: 'Dinner' })
    await receiver.until(address, 3)
    await user.delete(`${path}/events/${eventId}`)
    await receiver.until(address, 4)
    const told = receiver.told(address)
    expect(told.map(([state]) => state)).toEqual(['sync', 'exists', 'exists', 'exists'])
    const numbers = told.map(([, number]) => number)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(receiver.at(address)[1]!.headers).not.toHaveProperty('x-goog-channel-token')
  })

  it('tell of every way in which events change', async () => {
    const user = await site.user()
    const { path, calendar } = await user.newCalendar()
    const { address } = await openChannel(receiver, user, `${path}/events`)
    let count = 1
    const tells = async (what: string, change: () => Promise<{ status: number }>) => {
      expect((await change()).status, what).toBeLessThan(300)
      await receiver.until(address, ++count).catch((error) => {
        throw new Error(`${what}: ${error}`)
      })
    }
    const time = (hour: number) => ({ dateTime: `2026-05-04T${hour}:00:00Z`, timeZone: 'UTC' })
    const times = { start: time(10), end: time(11) }
    await tells('quickAdd', () => user.post(`${path}/events/quickAdd?text=Lunch+tomorrow`))
    await tells('import', () =>
      user.post(`${path}/events/import`, { ...times, iCalUID: 'imported@example.org' }),
    )
    const series = { ...times, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] }
    let id = ''
    await tells('insert', async () => {
      const reply = await user.post(`${path}/events`, series)
      id = reply.json.id!
      return reply
    })
    await tells('an exception', () =>
      user.patch(`${path}/events/${id}_20260505T100000Z`, { summary: 'Other' }),
    )
    await tells('moving in', async () => {
      const moved = await addEvent(user, '/calendars/primary')
      return user.post(`/calendars/primary/events/${moved}/move?destination=${calendar.id}`)
    })
    await tells('moving out', async () => {
      const moved = await user.get(`${path}/events?q=Lunch&maxResults=1`)
      return user.post(`${path}/events/${moved.json.items![0]!.id}/move?destination=primary`)
    })
    const primary = await openChannel(receiver, user, '/calendars/primary/events')
    expect((await user.post('/calendars/primary/clear')).status).toBe(204)
    await receiver.until(primary.address, 2)
  })

  it('tell of rules, of the list and of settings', async () => {
    const user = await site.user()
    const { path, calendar } = await user.newCalendar()
    const acl = await openChannel(receiver, user, `${path}/acl`)
    const list = await openChannel(receiver, user, '/users/me/calendarList')
    const settings = await openChannel(receiver, user, '/users/me/settings')
    await user.post(`${path}/acl`, {
      role: 'reader',
      scope: { type: 'user', value: 'bob@example.com' },
    })
    await receiver.until(acl.address, 2)
    await user.patch(`/users/me/calendarList/${calendar.id}`, { hidden: true })
    await receiver.until(list.address, 2)
    await user.newCalendar()
    await receiver.until(list.address, 3)
    await user.changeSetting('weekStart', '1')
    await receiver.until(settings.address, 2)
    const uris = [acl, list, settings].map(
      ({ address }) => receiver.at(address)[0]!.headers['x-goog-resource-uri'],
    )
    const base = site.base + site.paths.calendar
    expect(uris).toEqual([
      `${base}/calendars/${encodeURIComponent(calendar.id!)}/acl?alt=json`,
      `${base}/users/me/calendarList?alt=json`,
      `${base}/users/me/settings?alt=json`,
    ])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('start with a sync message', async () => {
    const user = await site.user()
    const address = receiver.address()
    const id = freshChannelId()
    const body = { id, address, token: 'target=späte Gäste' }
    const { status, json } = await watch(user, '/calendars/primary/events', body)
    expect(status).toBe(200)
    const uri = `${site.base}${site.paths.calendar}/calendars/primary/events?alt=json`
    expect(json).toEqual({
      kind: 'api#channel',
      id,
      resourceId: expect.stringMatching(/^[\w-]{27}$/),
      resourceUri: uri,
      token: 'target=späte Gäste',
      expiration: expect.stringMatching(/^\d{10}000$/),
    })
    const [message] = await receiver.until(address, 1)
    expect(message).toMatchObject({ method: 'POST', body: '' })
    const { headers } = message!
    expect(headers).toMatchObject({
      'content-length': '0',
      'content-type': 'application/json; utf-8',
      'x-goog-channel-id': id,
      'x-goog-channel-expiration': new Date(Number(json.expiration)).toUTCString(),
      'x-goog-message-number': '1',
      'x-goog-resource-id': json.resourceId,
      'x-goog-resource-state': 'sync',
      'x-goog-resource-uri': uri,
    })
    const token = Buffer.from(String(headers['x-goog-channel-token']), 'latin1').toString()
    expect(token).toBe('target=späte Gäste')
  })

  it('tell of changed reminders only the user who changed them', async () => {
    const [owner, guest] = [await site.user(), await site.user()]
    const { path } = await owner.newCalendar()
    const rule = { role: 'writer', scope: { type: 'user', value: guest.email } }
    await owner.post(`${path}/acl`, rule)
    const eventId = await addEvent(owner, path)
    const atOwner = await openChannel(receiver, owner, `${path}/events`)
    const atGuest = await openChannel(receiver, guest, `${path}/events`)
    await guest.patch(`${path}/events/${eventId}`, { reminders: { useDefault: false } })
    await receiver.until(atGuest.address, 2)
    await owner.patch(`${path}/events/${eventId}`, { summary: 'Dinner' })
    await receiver.until(atGuest.address, 3)
    const messages = await receiver.until(atOwner.address, 2)
    expect(messages.map(({ headers }) => headers['x-goog-resource-state'])).toEqual([
      'sync',
      'exists',
    ])
  })

  it('tell a guest of what the organizer does, and the organizer of what a guest answers', async () => {
    const organizer = await site.user()
    const guest = await site.user()
    const primary = '/calendars/primary'
    const atGuest = await openChannel(receiver, guest, `${primary}/events`)
    const atOrganizer = await openChannel(receiver, organizer, `${primary}/events`)
    const eventId = await addEvent(organizer, primary, { attendees: [{ email: guest.email }] })
    await receiver.until(atGuest.address, 2)
    await receiver.until(atOrganizer.address, 2)
    await guest.patch(`${primary}/events/${eventId}`, {
      attendees: [{ email: guest.email, responseStatus: 'accepted' }],
    })
    await receiver.until(atOrganizer.address, 3)
    await organizer.delete(`${primary}/events/${eventId}`)
    await receiver.until(atGuest.address, 4)
    const states = receiver.told(atGuest.address).map(([state]) => state)
    expect(states).toEqual(['sync', 'exists', 'exists', 'exists'])
  })

  it('are not sent for unrelated changes or changes without effect', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar()
    const other = await user.newCalendar()
    const id = await addEvent(user, path)
    const { address } = await openChannel(receiver, user, `${path}/events`)
    await addEvent(user, other.path)
    await user.patch(path, { summary: 'Another title' })
    await user.patch(`${path}/events/${id}`, { summary: 'Lunch' })
    await user.post(`${path}/acl`, {
      role: 'reader',
      scope: { type: 'user', value: 'bob@example.com' },
    })
    await user.patch(`${path}/events/${id}`, { summary: 'Dinner' })
    await receiver.until(address, 2)
    await addEvent(user, path)
    await receiver.until(address, 3)
    expect(receiver.told(address).map(([state]) => state)).toEqual(['sync', 'exists', 'exists'])
  })

  it('are sent for events of the requested types only', async () => {
    const user = await site.user()
    const path = '/calendars/primary'
    const address = receiver.address()
    const id = freshChannelId()
    const query = '?eventTypes=focusTime&eventTypes=outOfOffice'
    const asked = { id, type: 'webhook', address }
    expect((await user.post(`${path}/events/watch${query}`, asked)).status).toBe(200)
    await receiver.until(address, 1)
    const all = await openChannel(receiver, user, `${path}/events`)
    await addEvent(user, path)
    await receiver.until(all.address, 2)
    await addEvent(user, path, {
      eventType: 'focusTime',
      focusTimeProperties: { autoDeclineMode: 'declineNone' },
    })
    await receiver.until(address, 2)
    await receiver.until(all.address, 3)
    expect(receiver.at(address)).toHaveLength(2)
  })

  it('end with the channel: changes after the stop are not sent', async () => {
    const user = await site.user()
    const { path } = await user.newCalendar()
    const stopped = await openChannel(receiver, user, `${path}/events`)
    const other = await openChannel(receiver, user, `${path}/events`)
    expect(other.resourceId).toBe(stopped.resourceId)
    expect((await stop(user, stopped)).status).toBe(204)
    const { length } = receiver.at(stopped.address)
    await addEvent(user, path)
    await receiver.until(other.address, 2)
    expect(receiver.at(stopped.address)).toHaveLength(length)
  })
})
