import { describe, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { send } from '../support/http.ts'
import { calendar, type calendar_v3, discovered, signedIn } from '../support/official-clients.ts'
import { embeddedEngine, type TestServer, type WireEngine, wireEngines } from '../support/server.ts'
import { onServers } from '../support/sites.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { createWorld, type World } from '../support/world.ts'

const events = '/calendar/v3/calendars/primary/events'
const hour = {
  start: { dateTime: '2030-05-04T10:00:00Z' },
  end: { dateTime: '2030-05-04T11:00:00Z' },
}

const summariesOf = async ({ calls }: World) =>
  ((await calls.get(events)).json.items ?? []).map(({ summary }) => summary)

onServers('a world', (site) => {
  it('sees nothing of other worlds, and its tokens are worth nothing in them', async () => {
    const [blue, red] = [await createWorld(site.base), await createWorld(site.base)]
    await blue.calls.post(events, { summary: 'Blue', ...hour })
    expect([await summariesOf(blue), await summariesOf(red)]).toEqual([['Blue'], []])
    expect((await as(red.base, blue.token).get(events)).status).toBe(401)
    expect((await as(blue.base, (await site.user()).token).get(events)).status).toBe(401)
  })

  it('has a clock, faults and quota of its own', async () => {
    const [early, late] = [
      await createWorld(site.base, { now: '2028-02-29T12:00:00Z' }),
      await createWorld(site.base, { now: '2031-12-31T23:00:00Z' }),
    ]
    await early.calls.post('/_almanac/faults', { operation: 'calendar.events.list', status: 503 })
    const [added] = [await early.calls.post(`${events}/quickAdd?text=Leap+tomorrow+noon`)]
    expect(added.json.start).toMatchObject({ dateTime: expect.stringContaining('2028-03-01T12') })
    const created = (await late.calls.post(events, { ...hour })).json.created
    expect(created).toContain('2031-12-31T23:')
    const statuses = await Promise.all(
      [early, late].map(async ({ calls }) => (await calls.get(events)).status),
    )
    expect(statuses).toEqual([503, 200])
    const spent = await Promise.all(
      [early, late].map(async ({ calls }) => (await calls.get('/_almanac/quota')).json),
    )
    expect(spent[0]).not.toEqual(spent[1])
  })

  it('starts with a snapshot of its creation', async () => {
    const first = await createWorld(site.base)
    await first.calls.post(events, { summary: 'Saved', ...hour })
    await first.calls.post('/_almanac/snapshots', { name: 'saved' })
    const second = await createWorld(first.base, { snapshot: 'saved' })
    expect(await summariesOf(second)).toEqual(['Saved'])
    await second.calls.post(events, { summary: 'Later', ...hour })
    expect(await summariesOf(first)).toEqual(['Saved'])
  })

  it('is reset to the state in which it was created', async () => {
    const calendar = { id: 'team', summary: 'Team', events: [{ id: 'abcde', start: '2030-05-04' }] }
    const seed = { version: 1, users: [{ email: 'ana@example.com' }], calendars: [calendar] }
    const world = await createWorld(site.base, { seed })
    const team = '/calendar/v3/calendars/team@group.calendar.google.com'
    for (const summary of ['One', 'Two']) {
      await world.calls.patch(team, { summary })
      await world.calls.delete(`${team}/events/abcde`)
      expect((await world.calls.post('/_almanac/reset')).status).toBe(204)
      expect((await world.calls.get(team)).json.summary).toBe('Team')
    }
    const { json } = await as(site.base).get(`/_almanac/worlds/${world.id}/diff`)
    expect(json.types).toEqual({})
  })

  it('is listed, found and deleted by its id', async () => {
    const { id, base } = await createWorld(site.base, { id: 'listed' })
    const root = as(site.base)
    const { json } = await root.get('/_almanac/worlds')
    expect(json.worlds).toContainEqual(expect.objectContaining({ id, isNamed: true }))
    expect((await root.get(`/_almanac/worlds/${id}`)).json.rootUrl).toBe(`${base}/`)
    expect((await root.delete(`/_almanac/worlds/${id}`)).status).toBe(204)
    for (const path of [`/_almanac/worlds/${id}`, `/worlds/${id}/calendar/v3/colors`]) {
      const { status, json: refused } = await root.get(path)
      expect([path, status]).toEqual([path, 404])
      expect(refused.error.message).toContain('POST /_almanac/worlds')
    }
  })

  // What follows does not depend on the engine.
  if (!site.isEmbedded) return

  it('is used by the official client with only another root URL', async () => {
    const { clients, token, id } = await createWorld(site.base)
    const client = calendar({ version: 'v3', auth: signedIn(token), ...clients.node })
    const { data } = await client.events.insert({
      calendarId: 'primary',
      requestBody: { summary: 'Tea', ...hour },
    })
    const found = await client.events.get({ calendarId: 'primary', eventId: data.id! })
    expect(found.data.summary).toBe('Tea')
    expect(found.data.htmlLink).toContain(`/worlds/${id}/`)
  })

  it('delivers to its own channels only', async () => {
    await using receiver = await WebhookReceiver.open()
    const [watched, other] = [await createWorld(site.base), await createWorld(site.base)]
    const address = receiver.address()
    const channel = { id: 'one', type: 'web_hook', address }
    const { json } = await watched.calls.post(`${events}/watch`, channel)
    await receiver.until(address, 1)
    await other.calls.post(events, hour)
    await watched.calls.post(events, hour)
    const received = await receiver.until(address, 2)
    const uris = received.map(({ headers }) => headers['x-goog-resource-uri'])
    expect(uris).toEqual([json.resourceUri, json.resourceUri])
    expect(json.resourceUri).toContain(`/worlds/${watched.id}/calendar/v3/`)
  })

  it('is not created twice', async () => {
    const { calls } = await createWorld(site.base, { id: 'twice' })
    await calls.post(events, { summary: 'Kept', ...hour })
    const again = await as(site.base).post('/_almanac/worlds', { id: 'twice' })
    expect([again.status, again.json.error.errors[0]?.reason]).toEqual([409, 'duplicate'])
    expect((await calls.get(events)).json.items).toHaveLength(1)
    await as(site.base).delete('/_almanac/worlds/twice')
  })

  it('describes itself with its prefix in the root URL only', async () => {
    const { clients, token, rootUrl } = await createWorld(site.base)
    const address = clients.python.discoveryServiceUrl
      .replace('{api}', 'calendar')
      .replace('{apiVersion}', 'v3')
    const { json } = await as('').get(address)
    expect(json).toMatchObject({
      rootUrl,
      servicePath: 'calendar/v3/',
      batchPath: expect.anything(),
    })
    const client = await discovered<calendar_v3.Calendar>(address, { auth: signedIn(token) })
    const { data } = await client.calendars.get({ calendarId: 'primary' })
    expect(data.id).toBe('demo@almanac.test')
  })

  it('is reached through its tokens by clients that drop the path of their root URL', async () => {
    const { token, calls } = await createWorld(site.base)
    await calls.post(events, { summary: 'Found', ...hour })
    for (const request of [
      as(site.base, token).get(events),
      as(site.base).get(`${events}?access_token=${token}`),
    ]) {
      expect((await request).json.items).toMatchObject([{ summary: 'Found' }])
    }
  })

  it('uses the requested time zone for its first user', async () => {
    const { calls } = await createWorld(site.base, { timeZone: 'Asia/Tokyo' })
    expect((await calls.primary()).json.timeZone).toBe('Asia/Tokyo')
    expect((await calls.get('/calendar/v3/users/me/settings/timezone')).json.value).toBe(
      'Asia/Tokyo',
    )
  })

  it('accepts batches whose calls name paths with its prefix and without', async () => {
    const { id, calls } = await createWorld(site.base)
    const path = '/calendar/v3/calendars/primary'
    const replies = await calls.batch([{ path }, { path: `/worlds/${id}${path}` }])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })

  it('lets people sign in to it with OAuth', async () => {
    const world = await createWorld(site.base)
    const made = await world.calls.post('/almanac/v1/users/me/clients', {
      name: 'Planner',
      type: 'installed',
    })
    const { installed } = made.json.file as unknown as {
      installed: { client_id: string; client_secret: string; auth_uri: string; token_uri: string }
    }
    expect(installed.token_uri).toBe(`${world.base}/token`)
    const redirect = 'http://127.0.0.1:5555/back'
    const query = new URLSearchParams({
      client_id: installed.client_id,
      redirect_uri: redirect,
      response_type: 'code',
      scope: 'https://www.googleapis.com/auth/calendar',
      access_type: 'offline',
    })
    const person = new BrowserUser(site.base)
    const { to } = await person.agree(`${installed.auth_uri}?${query}`, { email: world.email })
    const code = new URL(to).searchParams.get('code')!
    const exchanged = await fetch(installed.token_uri, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect,
        client_id: installed.client_id,
        client_secret: installed.client_secret,
      }),
    })
    const { access_token: token } = (await exchanged.json()) as { access_token: string }
    expect((await as(world.base, token).primary()).status).toBe(200)
    const other = await createWorld(site.base)
    expect((await as(other.base, token).primary()).status).toBe(401)
  })

  it('has the console at the addresses below its prefix', async () => {
    const { base } = await createWorld(site.base)
    for (const path of ['', '/', '/calendar/week/2030-05-04', '/signed-in?code=none']) {
      const { status, headers } = await send(base + path)
      expect([path, status, headers['content-type']]).toEqual([
        path,
        200,
        expect.stringContaining('text/html'),
      ])
    }
  })

  it('that does not exist gives a page to browsers and an error to clients', async () => {
    const address = `${site.base}/worlds/none/calendar`
    const [page, error] = [
      await send(address, { headers: { Accept: 'text/html,*/*;q=0.8' } }),
      await send(address),
    ]
    expect([page.status, error.status]).toEqual([404, 404])
    expect(page.text).toContain('<a href="/">Go to the default world</a>')
    expect(error.json.error?.errors[0]?.reason).toBe('notFound')
  })

  it.each([
    ['an id that a path cannot hold', { id: 'Not/Good' }, 400],
    ['a time that is none', { id: 'refused', now: 'noon' }, 400],
    ['a time zone that is none', { id: 'refused', timeZone: 'Mars/Olympus' }, 400],
    ['a snapshot that does not exist', { id: 'refused', snapshot: 'none' }, 404],
  ])('is not created with %s', async (_, wanted, status) => {
    const root = as(site.base)
    expect((await root.post('/_almanac/worlds', wanted)).status).toBe(status)
    expect((await root.get('/_almanac/worlds/refused')).status).toBe(404)
  })
})

describe.each(wireEngines.map((engine): [string, WireEngine] => [engine.name, engine]))(
  'worlds on %s',
  (_, engine) => {
    const test = it.skipIf(engine.unavailable !== undefined)

    test('that were given an id survive a crash, and the others do not', async () => {
      await using place = await engine.place()
      const server = await place.startProcess()
      const named = await createWorld(server.base, { id: 'kept' })
      const unnamed = await createWorld(server.base)
      await named.calls.post(events, { summary: 'Kept', ...hour })
      await server.kill()
      const { base } = await place.start({ ALMANAC_WORLD_LIFETIME_MS: '1000' })
      const { json } = await as(`${base}/worlds/kept`, named.token).get(events)
      expect(json.items?.map(({ summary }) => summary)).toEqual(['Kept'])
      if (engine.name === 'sqlite') {
        const gone = await as(`${base}/worlds/${unnamed.id}`, unnamed.token).get(events)
        expect(gone.status).toBe(404)
      }
    })

    test('can have any id, and keep it after a restart', async () => {
      await using place = await engine.place()
      const server = await place.start()
      const world = await createWorld(server.base, { id: 'template' })
      await world.calls.post(events, { summary: 'Kept', ...hour })
      await server.stop()
      const { base } = await place.start()
      await createWorld(base)
      expect(
        await summariesOf({ ...world, calls: as(`${base}/worlds/template`, world.token) }),
      ).toEqual(['Kept'])
    })

    test('that write at the same time see nothing of each other', async () => {
      await using place = await engine.place()
      const { base } = await place.start()
      const count = engine.name === 'sqlite' ? 50 : 8
      const worlds = await Promise.all(Array.from({ length: count }, () => createWorld(base)))
      const names = ['a', 'b', 'c', 'd']
      await Promise.all(
        worlds.flatMap(({ id, calls }) =>
          names.map((name) => calls.post(events, { summary: `${id} ${name}`, ...hour })),
        ),
      )
      for (const world of worlds) {
        const wanted = names.map((name) => `${world.id} ${name}`)
        expect((await summariesOf(world)).toSorted()).toEqual(wanted)
      }
    })

    if (engine === embeddedEngine) {
      test('are refused beyond the limit that the setting names', async () => {
        await using place = await engine.place()
        const { base } = await place.start({ ALMANAC_WORLDS_MAX: '2' })
        await createWorld(base)
        const { id } = await createWorld(base)
        const refused = await as(base).post('/_almanac/worlds', {})
        expect([refused.status, refused.json.error.message]).toEqual([
          429,
          expect.stringContaining('ALMANAC_WORLDS_MAX'),
        ])
        await as(base).delete(`/_almanac/worlds/${id}`)
        await createWorld(base)
      })
    } else {
      // Only PostgreSQL has connections to share, and lets several processes serve one database.
      test('beyond the budget of connections are closed, and opened again with everything in them', async () => {
        await using place = await engine.place()
        const { base } = await place.start({ ALMANAC_WORLD_CONNECTIONS_MAX: '12' })
        const worlds: World[] = []
        for (let number = 0; number < 5; number++) {
          const world = await createWorld(base)
          await world.calls.post(events, { summary: world.id, ...hour })
          worlds.push(world)
        }
        for (const world of worlds) expect(await summariesOf(world)).toEqual([world.id])
      })

      test('are shared by all processes on one database', async () => {
        await using place = await engine.place()
        const [one, other] = [await place.start(), await place.startProcess()]
        const { id, token, calls } = await createWorld(one.base, { id: 'shared' })
        await calls.post(events, { summary: 'Seen', ...hour })
        const there = as(`${other.base}/worlds/${id}`, token)
        expect((await there.get(events)).json.items).toMatchObject([{ summary: 'Seen' }])
        expect((await as(other.base).post('/_almanac/worlds', { id })).status).toBe(409)
        expect((await as(other.base).delete(`/_almanac/worlds/${id}`)).status).toBe(204)
        expect((await as(one.base).get('/_almanac/worlds')).json.worlds).toEqual([])
      })

      test('are created once when two processes are asked for the same one', async () => {
        await using place = await engine.place()
        const servers = [await place.start(), await place.startProcess()]
        for (const id of ['first', 'second', 'third']) {
          const create = ({ base }: TestServer) => as(base).post('/_almanac/worlds', { id })
          const statuses = (await Promise.all(servers.map(create))).map(({ status }) => status)
          expect(statuses.toSorted()).toEqual([200, 409])
          for (const { base } of servers) {
            expect((await as(base).get(`/_almanac/worlds/${id}`)).status).toBe(200)
          }
        }
      })
    }
  },
)

it('worlds do not exist in production mode', async () => {
  await using place = await embeddedEngine.place()
  const { base } = await place.start({ ALMANAC_MODE: 'production' })
  expect((await as(base).post('/_almanac/worlds', {})).status).toBe(404)
  expect((await as(base).get('/_almanac/worlds/any/diff')).status).toBe(404)
  const { json, status } = await as(base).get('/worlds/any/calendar/v3/colors')
  expect([status, json.error.message]).toEqual([404, 'Not Found'])
})
