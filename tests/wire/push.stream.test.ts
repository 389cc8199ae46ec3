import { describe, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { EventStream } from '../support/event-stream.ts'
import { wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { onEmbeddedServer, onServers, type Site } from '../support/sites.ts'
import { addEvent } from '../support/watching.ts'
import { WireUser } from '../support/wire-user.ts'
import { createWorld } from '../support/world.ts'

const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` })

async function streamOf(
  { base }: { base: string },
  user: { token: string },
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const stream = await EventStream.open(`${base}/calendar/v3/stream`, {
    ...bearer(user),
    ...headers,
  })
  await stream.until(() => stream.events.length > 0 || stream.isOver)
  return stream
}

const told = (stream: EventStream, change: string) =>
  stream.until(() => stream.changes.includes(change))

onServers('the stream of changes', (site) => {
  it('reports events, the list and settings, and nothing else', async () => {
    const user = await site.user()
    const stranger = await site.user()
    await using stream = await streamOf(site, user)
    await addEvent(stranger, '/calendars/primary')
    await addEvent(user, '/calendars/primary')
    await told(stream, `calendar#events ${user.email}`)
    const { data } = stream.events.at(-1)!
    expect(data).toEqual({
      kind: 'calendar#events',
      calendarId: user.email,
      primary: true,
      resourceId: expect.any(String),
      resourceUri: `${site.base}/calendar/v3/calendars/${encodeURIComponent(user.email)}/events?alt=json`,
      number: expect.stringMatching(/^\d+$/),
    })
    await user.changeSetting('weekStart', '1')
    await told(stream, 'calendar#settings')
    const { calendar, path } = await user.newCalendar()
    await told(stream, 'calendar#calendarList')
    await addEvent(user, path)
    await told(stream, `calendar#events ${calendar.id}`)
    expect(stream.changes.join()).not.toContain(stranger.email)
  })

  it('reports calendars of others while the reader can see them', async () => {
    const owner = await site.user()
    const guest = await site.user()
    const { calendar, path } = await owner.newCalendar()
    const scope = { type: 'user', value: guest.email }
    await owner.post(`${path}/acl`, { role: 'reader', scope })
    await guest.post('/users/me/calendarList', { id: calendar.id })
    await using stream = await streamOf(site, guest)
    await addEvent(owner, path)
    await told(stream, `calendar#events ${calendar.id}`)
    await owner.post(`${path}/acl`, { role: 'none', scope })
    await told(stream, 'calendar#calendarList')
    const { length } = stream.changes
    await addEvent(owner, path)
    await addEvent(guest, '/calendars/primary')
    await told(stream, `calendar#events ${guest.email}`)
    expect(stream.changes.slice(length)).toEqual([`calendar#events ${guest.email}`])
  })

  it('resumes after the last event that the reader has seen', async () => {
    const user = await site.user()
    const other = await user.newCalendar()
    let lastId = ''
    {
      await using stream = await streamOf(site, user)
      await addEvent(user, '/calendars/primary')
      await told(stream, `calendar#events ${user.email}`)
      lastId = stream.lastId!
    }
    await addEvent(user, other.path)
    await user.changeSetting('weekStart', '1')
    await using again = await streamOf(site, user, { 'Last-Event-ID': lastId })
    await told(again, 'calendar#settings')
    await told(again, `calendar#events ${other.calendar.id}`)
    expect(again.changes).toHaveLength(2)
    for (const garbage of ['nonsense', 'AAAAAAAA', '%%%']) {
      await using lost = await streamOf(site, user, { 'Last-Event-ID': garbage })
      expect(lost.events[0]!.event).toBe('reset')
    }
  })
})

onEmbeddedServer(
  'the stream of changes with limits',
  (site) => {
    it('starts with a ready event, and sends keep-alives', async () => {
      await using stream = await streamOf(site, await site.user())
      expect(stream.events).toMatchObject([{ event: 'ready', data: {} }])
      expect(stream.lastId).toMatch(/^[\w-]+$/)
      await stream.until(() => stream.comments > 1)
    })

    it('reports no more than the scopes of the token allow', async () => {
      const user = await site.user()
      const narrow = await site.user({ email: user.email, scopes: ['calendar.settings.readonly'] })
      await using stream = await streamOf(site, narrow)
      await addEvent(user, '/calendars/primary')
      await user.newCalendar()
      await user.changeSetting('weekStart', '6')
      await told(stream, 'calendar#settings')
      expect(stream.changes).toEqual(['calendar#settings'])
    })

    it('ends when its token does', async () => {
      const email = 'short@example.com'
      const mint = async (body: object) => {
        const reply = await site.call('/_almanac/tokens', { method: 'POST', body })
        return { token: String(reply.json.token) }
      }
      const short = await mint({ email, expiresInS: 60 })
      await using stream = await streamOf(site, short)
      await clock(site, { advance: 61 })
      try {
        await stream.until(() => stream.isOver)
      } finally {
        await clock(site, { reset: true })
      }
      const gone = await mint({ email })
      await using other = await streamOf(site, gone)
      await site.call(`/revoke?token=${gone.token}`, { method: 'POST' })
      await other.until(() => other.isOver)
    })

    it('is refused without a good token, without a scope, in a batch, and beyond a bound', async () => {
      const user = await site.user()
      const address = `${site.base}/calendar/v3/stream`
      const refusedWith = async (headers: Record<string, string>) => {
        await using stream = await EventStream.open(address, headers)
        await stream.until(() => stream.isOver)
        return [stream.status, JSON.parse(stream.text).error.errors[0].reason]
      }
      expect(await refusedWith({})).toEqual([401, 'required'])
      expect(await refusedWith(bearer({ token: 'garbage' }))).toEqual([401, 'authError'])
      const narrow = await site.user({ scopes: ['calendar.calendars'] })
      expect(await refusedWith(bearer(narrow))).toEqual([403, 'insufficientPermissions'])
      const [part] = await as(site.base, user.token).batch([{ path: '/calendar/v3/stream' }])
      expect(part!.status).toBe(400)
      await using _one = await streamOf(site, user)
      await using _two = await streamOf(site, user)
      expect(await refusedWith(bearer(user))).toEqual([403, 'quotaExceeded'])
      await _one[Symbol.asyncDispose]()
      const { status } = await until(
        async () => {
          await using third = await EventStream.open(address, bearer(user))
          return third
        },
        (stream) => stream.status === 200,
      )
      expect(status).toBe(200)
    })

    it('answers a HEAD without beginning', async () => {
      const { token } = await site.user()
      const reply = await site.call('/calendar/v3/stream', {
        method: 'HEAD',
        headers: bearer({ token }),
      })
      expect(reply.status).toBe(200)
      expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    })
  },
  { ALMANAC_STREAM_HEARTBEAT_MS: '200', ALMANAC_STREAMS_PER_USER_MAX: '2' },
)

const clock = (site: Site, body: object) => site.call('/_almanac/clock', { method: 'POST', body })

for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  describe(`the stream of one of two processes on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    const shared = sharedServers(engine, { count: 2 })

    it('reports writes of the other process', async () => {
      const [first, second] = shared.servers
      const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }
      const user = new WireUser({ base: first!.base, paths }, await first!.mint())
      await using stream = await streamOf(second!, user)
      await addEvent(user, '/calendars/primary')
      await told(stream, `calendar#events ${user.email}`)
      const { calendar, path } = await user.newCalendar()
      await told(stream, 'calendar#calendarList')
      await addEvent(user, path)
      await told(stream, `calendar#events ${calendar.id}`)
    })
  })
}

describe('the stream of a server that is asked to stop', () => {
  it('ends with the server, which does not wait for it', async () => {
    await using place = await wireEngines[0]!.place()
    // Whoever waited for it would wait for longer than a test may take.
    const server = await place.start({ ALMANAC_DRAIN_TIMEOUT_MS: '600000' })
    const user = await server.mint()
    await using stream = await streamOf(server, user)
    const world = await createWorld(server.base)
    await using ofWorld = await streamOf(world, world)
    expect(await server.stop()).toBe(0)
    expect([stream.isOver, ofWorld.isOver]).toEqual([true, true])
  })

  it('continues, and new ones are accepted, while readiness checks fail', async () => {
    await using place = await wireEngines[0]!.place()
    const server = await place.startProcess({ ALMANAC_DRAIN_DELAY_MS: '600000' })
    const user = await server.mint()
    await using stream = await streamOf(server, user)
    server.process.kill('SIGTERM')
    await until(
      () => as(server.base).get('/readyz'),
      ({ status }) => status === 503,
    )
    await using late = await streamOf(server, user)
    await as(server.base, user.token).insert({ summary: 'late' })
    for (const each of [stream, late]) await each.until(() => each.changes.length > 0)
    await server.kill()
  })
})
